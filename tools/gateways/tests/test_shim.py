#!/usr/bin/env python3
"""libadit_gateways_shim.so: cores whose gateways it serves, by each way in which a host gets messages. The folder of
libadit_weather-gateways.so is ADIT_LIB_DIR."""

import os
import pathlib
import shutil
import socket
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings/python/src"))
import adit  # noqa: E402

LIBRARIES = pathlib.Path(os.environ["ADIT_LIB_DIR"])


class ShimTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = adit.Library(str(LIBRARIES / "libadit_weather-gateways.so"))
        cls.silent = socket.create_server(("127.0.0.1", 0))  # it accepts, and never answers
        cls.addClassCleanup(cls.silent.close)
        with socket.create_server(("127.0.0.1", 0)) as free:
            cls.nobody = free.getsockname()[1]

    def open(self, port=None, **more):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = f"http://127.0.0.1:{port or self.nobody}"
        serve = {"http": {"allow": [self.server], "addresses": ["127.0.0.0/8"]}, "keyValue": {"path": f"{folder.name}/values"}}
        core = self.library.open("weather", {"serve": serve}, **more)
        self.addCleanup(core.close)
        core.send({"weather": {"request": {"use": {"server": self.server}}}})
        return core

    def is_unshown(self, message):
        self.assertEqual(message["weather"]["response"]["wasNotShown"]["city"], "Oslo")
        return True

    show = {"weather": {"request": {"show": {"city": "Oslo"}}}}

    def test_messages_that_are_received(self):
        core = self.open()
        core.send(self.show)
        self.assertTrue(self.is_unshown(core.receive(60)))
        self.assertIsNone(core.receive(0))
        core.send(self.show)
        self.assertEqual([self.is_unshown(each) for each in core.receive_all(60)], [True])

    def test_messages_of_a_call(self):
        core = self.open()
        self.assertEqual(core.call(self.show), [])  # the request is not the host's
        self.assertTrue(self.is_unshown(core.receive(60)))

    def test_messages_of_a_callback(self):
        heard = []
        core = self.open(on_message=heard.append)
        core.send(self.show)
        while not heard:
            core.process(60)
        self.assertEqual([self.is_unshown(each) for each in heard], [True])

    def test_messages_of_a_group(self):
        core = self.open()
        with self.library.group(core) as group:
            core.send(self.show)
            owner, messages = group.receive(60)
            self.assertEqual((owner, [self.is_unshown(each) for each in messages]), (core, [True]))

    def test_a_timeout_is_kept(self):
        core, began = self.open(port=self.silent.getsockname()[1]), time.monotonic()
        core.send(self.show)
        self.assertIsNone(core.receive(0.3))
        self.assertLess(time.monotonic() - began, 3)

    def test_a_core_closes_while_a_request_is_under_way(self):
        core = self.open(port=self.silent.getsockname()[1])
        core.send(self.show)
        core.receive(0.1)
        began = time.monotonic()
        core.close()
        self.assertLess(time.monotonic() - began, 3)

    def test_many_cores_on_threads(self):
        def run():
            core = self.open()
            core.send(self.show)
            outcomes.append(self.is_unshown(core.receive(60)))
            core.close()

        outcomes = []
        threads = [threading.Thread(target=run) for _ in range(8)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(outcomes, [True] * 8)

    def test_a_core_without_gateways(self):
        with self.library.open("weather", {"gateways": ["http"]}) as core:
            core.send(self.show)
            self.assertEqual(core.receive(10)["@effect"]["gateway"], "http")

    def test_what_is_wrong_is_told(self):
        for config, text in (
            ({"serve": {"htpp": {}}}, 'serve: config: unknown key "htpp"; one of http keyValue files blobs secrets notifications thread'),
            ({"serve": 1}, "serve: config: found 1; an object is expected"),
            ({"serve": {"thread": "no"}}, 'serve: thread: found "no"; true or false is expected'),
            ({"serve": {"files": {"path": "/none"}}}, r'serve: files.path: found "/none" \(No such file or directory\); a folder is expected'),
            ({"serve": {"http": {"allow": ["é" * 200]}}}, f'found "{"é" * 50}…"; an origin, such as https://example.org:8443, '),
        ):
            with self.assertRaisesRegex(adit.ConfigError, text):
                self.library.open("weather", config)
        with self.assertRaises(adit.UnknownAppError):
            self.library.open("none", {"serve": {}})

    def test_a_name_that_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(LIBRARIES / "libadit_gateways_shim.so", f"{folder}/other.so")
            with self.assertRaisesRegex(adit.UnknownAppError, "a copy of this library that is named NAME-gateways.so"):
                adit.Library(f"{folder}/other.so").open("weather", {})


if __name__ == "__main__":
    unittest.main()
