"""Disks without room."""

import resource
import signal
import subprocess
import unittest

from driver import FaultCase

ROOM = 1_000_000
BLOBS = [("http", "blob"), ("httpStream", "blob")]


class FullCase(FaultCase):
    """What does not fit is an error, leaves nothing, and what fits works on."""

    def check(self, gateways, words, of_store):
        self.expect(gateways, "storage", words, f"{self.plain}/large", forms=BLOBS)
        self.expect(gateways, "storage", words, f"{self.bad}/endless", forms=BLOBS)
        large = {"text": "x" * 2 * ROOM}
        for gateway, request in (("blobs", {"put": {"content": large}}), ("files", {"write": {"path": "a", "content": large}})):
            self.expect_storage(gateways, gateway, request, words)
            self.assertEqual(gateways.names_in(self.folder / gateway), [])
        blob = gateways.call("http", {"url": f"{self.plain}/hello.txt", "form": "blob"})["body"]
        self.assertEqual(blob["blob"]["bytes"], 6)
        self.assertEqual(gateways.call("files", {"write": {"path": "a", "content": blob}}), {})
        self.expect_storage(gateways, "keyValue", {"put": {"key": "k", "value": large}}, of_store)
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {})
        self.assertEqual(gateways.call("keyValue", {"put": {"key": "k", "value": "x" * 10_000}}), {})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {"value": "x" * 10_000})

    def expect_storage(self, gateways, gateway, request, words):
        gateways.ask(gateway, request)
        error = gateways.reply()[1].get("error", {})
        self.assertEqual(error.get("code"), "storage")
        self.assertRegex(error["message"], words)


class FullDisk(FullCase):
    def test_a_disk_that_is_full(self):
        config = self.config()
        mount = ["unshare", "--map-root-user", "--mount", "sh", "-c", f'mount -t tmpfs -o size={ROOM} none "$0" && mkdir "$0/files" && exec "$@"', self.folder]
        if subprocess.run([*mount, "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("no file systems can be mounted here")
        self.check(self.start(config, before=mount), "No space left on device", "database or disk is full")


class LargeFiles(FullCase):
    def test_a_file_that_may_not_grow(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))

        self.check(self.start(self.config(), preexec_fn=limit, restore_signals=False), "File too large", "disk I/O error|database or disk is full")
