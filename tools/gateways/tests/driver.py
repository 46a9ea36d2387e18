"""The gateways with lines in place of cores (driver.c), and what tests of them share. ADIT_GATEWAYS_DRIVER is the program; RUN, a command line
before it."""

import atexit
import functools
import json
import os
import pathlib
import queue
import shlex
import signal
import socket
import subprocess
import tempfile
import threading
import unittest

from certificates import certificates
from faulty import Faulty
from nginx import Nginx

DRIVER = os.environ["ADIT_GATEWAYS_DRIVER"]
RUN = shlex.split(os.environ.get("RUN", ""))
PATIENCE = 60 if RUN else 10
LIMIT = 300 if RUN else 20  # of a test, in seconds


class Gateways:
    """The driver with a config."""

    def __init__(self, config, before=(), text=None, **more):
        self.process = subprocess.Popen([*before, *RUN, DRIVER, text or json.dumps(config)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **more)
        self.first, self.lines, self.effects = self.process.stdout.readline().rstrip(), queue.Queue(), 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def say(self, message, core=1):
        self.process.stdin.write(f"{core} {json.dumps(message, separators=(',', ':'))}\n")
        self.process.stdin.flush()

    def full(self, count, core=0):
        """The next answers, to a core or to all, find a full queue."""
        self.process.stdin.write(f"!full {count} {core}\n")
        self.process.stdin.flush()

    def resolve(self, name, *addresses):
        """Where the next lookups of a name lead to."""
        self.process.stdin.write(f"!resolve {name} {' '.join(addresses)}\n")
        self.process.stdin.flush()

    def descriptors(self):
        """What is open: files by their names, sockets and the like by their kinds."""
        folder = f"/proc/{self.process.pid}/fd"
        return sorted(os.readlink(f"{folder}/{each}").split("[")[0].split(" (deleted)")[0] for each in os.listdir(folder))

    def ask(self, gateway, request, core=1, effect=None):
        self.effects += 1
        effect = effect or f"e1-{self.effects}"
        self.say({"@effect": {"id": effect, "gateway": gateway, "request": request}}, core)
        return effect

    def next(self, patience=PATIENCE):
        return self.lines.get(timeout=patience)

    def reply(self, patience=PATIENCE):
        core, text = self.next(patience).split(" ", 1)
        return int(core), json.loads(text)["@reply"]

    def call(self, gateway, request):
        """The result of a request; of an error, its code."""
        effect = self.ask(gateway, request)
        _, reply = self.reply()
        assert reply["effect"] == effect, reply
        return reply["result"] if "result" in reply else reply["error"]["code"]

    def follow(self, request):
        """The items of a stream, and its error's code or None."""
        self.ask("httpStream", request)
        items = []
        while True:
            _, reply = self.reply()
            if not reply.get("more"):
                return items, reply.get("error", {}).get("code")
            items.append(reply["result"])

    def names_in(self, folder):
        """The files in a folder, as this process sees them."""
        return sorted(os.listdir(f"/proc/{self.process.pid}/root{folder}"))

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        return status


@functools.cache
def the_servers():
    """Those that all tests share: a faulty one, one that nothing may reach, and an nginx."""
    place = tempfile.TemporaryDirectory()
    faulty, forbidden = Faulty(), Faulty()
    nginx = Nginx(place.name, faulty.port, forbidden.port)
    for end in (place.cleanup, faulty.end, forbidden.end, nginx.end):
        atexit.register(end)
    return place, faulty, forbidden, nginx


def on_alarm(_, __):
    raise TimeoutError(f"the test takes more than {LIMIT} s")


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place, cls.faulty, cls.forbidden, cls.nginx = the_servers()
        cls.plain, cls.bad = f"http://127.0.0.1:{cls.nginx.plain}", f"http://127.0.0.1:{cls.faulty.port}"
        cls.tls = f"https://localhost:{cls.nginx.tls}"
        cls.authority = f"{certificates().folder}/ca.pem"

    def run(self, result=None):
        """No test waits without end."""
        signal.signal(signal.SIGALRM, on_alarm)
        signal.alarm(LIMIT)
        try:
            return super().run(result)
        finally:
            signal.alarm(0)

    def config(self, allow=(), http={}, **more):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=self.place.name))
        (self.folder / "files").mkdir()
        return {"http": {"allow": [self.plain, self.bad, self.tls, "http://127.0.0.1:1", *allow], "addresses": ["127.0.0.0/8"], "ca": self.authority,
                         "limits": {"response": 1_000_000}, **http},
                "keyValue": {"path": f"{self.folder}/keyValue"}, "blobs": {"path": f"{self.folder}/blobs"},
                "files": {"path": f"{self.folder}/files", "limit": 1_000_000}, **more}

    def open(self, **more):
        return self.start(self.config(**more))

    def start(self, config, **more):
        gateways = Gateways(config, **more)
        self.addCleanup(lambda: self.assertEqual(gateways.end(), 0))
        return gateways

    def listen(self, handle, context=None, address="127.0.0.1", port=0):
        """A server on a port of its own, which it returns; with TLS, if there is a context. Each connection is handled by a function, and then closed."""
        listener = socket.create_server((address, port))

        def serve(connection):
            try:
                with context.wrap_socket(connection, server_side=True) if context else connection as opened:
                    handle(opened)
            except OSError:  # the client has gone, or wants no TLS with this server
                pass

        def accept():
            while True:
                try:
                    connection = listener.accept()[0]
                except OSError:
                    return
                connection.settimeout(LIMIT)
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        self.addCleanup(listener.close)
        self.addCleanup(listener.shutdown, socket.SHUT_RDWR)  # it ends accept
        return listener.getsockname()[1]


class FaultCase(Case):
    """Faults, after which the gateways are as they were before."""

    FORMS = (("http", "text"), ("httpStream", "blob"))
    ALL_FORMS = (*FORMS, ("http", "blob"), ("httpStream", "text"))

    def expect(self, gateways, code, words, url, hangs=False, forms=FORMS, leaves=(), **request):
        """A request fails in each form with a code, and a message that has these words (a regular expression).
        `leaves` are the descriptors that stay."""
        for gateway, form in forms:
            with self.subTest(url, gateway=gateway, form=form):
                self.assertEqual(gateways.call("http", {"url": f"{self.bad}/echo"})["status"], 200)
                self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {})  # SQLite opens its files now
                before, blobs = gateways.descriptors(), gateways.names_in(self.folder / "blobs")
                effect = gateways.ask(gateway, {"url": url, "form": form, "timeout": "PT0.1S" if hangs else "PT10S", **request})
                other = gateways.ask("keyValue", {"get": {"key": "k"}})
                replies = [gateways.reply()[1]]
                while replies[-1].get("more") or {effect, other} - {each["effect"] for each in replies if not each.get("more")}:
                    replies.append(gateways.reply()[1])
                ends = [each for each in replies if each["effect"] == effect and not each.get("more")]
                self.assertEqual((len(ends), ends[0].get("error", {}).get("code")), (1, code), ends)
                self.assertRegex(ends[0]["error"]["message"], words)
                if hangs:  # AND others did not wait for it
                    self.assertIn({"effect": other, "result": {}}, replies[:-1])
                # AND nothing is left of it
                self.assertEqual(gateways.descriptors(), sorted([*before, *leaves]))
                self.assertEqual(gateways.names_in(self.folder / "blobs"), blobs)
                # AND the next request is answered
                self.assertEqual(gateways.call("http", {"url": f"{self.bad}/echo"})["status"], 200)
