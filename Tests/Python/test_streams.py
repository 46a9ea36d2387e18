"""A host whose standard streams are closed: nothing that a core opens gets their numbers, so that nothing which is written to
standard error lands in a file."""

import itertools
import json
import os
import shutil
import tempfile
import traceback
import unittest

import hosting

INCREMENT = {"counter": {"request": {"increment": {"by": 1}}}}
ADD = {"todo": {"request": {"add": {"item": {"text": "Buy milk"}}}}}
NOTHING = "/dev/null"  # SQLite keeps these numbers free of its own files by opening it


class Host:
    """What a child process does without its streams."""

    def __init__(self, folder, streams):
        self.folder = folder
        self.streams = streams
        self.found = []

    def path(self, name):
        return os.path.join(self.folder, name)

    def look(self, when):
        """Notes which files have the numbers of the streams, and writes to each what a host may print there."""
        for number in self.streams:
            try:
                name = os.readlink(f"/proc/self/fd/{number}")
            except OSError:
                continue
            if name != NOTHING:
                self.found.append(f"{when}: {number} is {name}")
            try:
                os.write(number, b"Fatal error: something is wrong\n" * 200)
            except OSError:
                pass

    def settle(self, core, until=None):
        messages = []
        while (message := core.receive(5 if until else 0)) is not None:
            messages.append(message)
            if until and until in message:
                break
        return messages

    def keep(self):
        """A store, with redelivery."""
        with hosting.Core("counter", {"store": {"path": self.path("x.store")}}) as core:
            for _ in range(3):
                core.call(INCREMENT)
                self.look("a store")
            core.send({"@pause": {}})
            self.settle(core, "@paused")
            core.send({"@resume": {}})
            self.settle(core, "@resumed")
            self.look("a store that was resumed")
            core.call(INCREMENT)
        self.look("a closed store")

    def record(self):
        config = {"record": self.path("x.recording"), "files": {"folder": self.folder}, "clock": "virtual"}
        with hosting.Core("todo", config) as core:
            core.call(ADD)
            self.look("a recording and a folder")
            core.send({"@export": {"path": "x.json", "replace": True}})
            self.settle(core, "@exported")
            self.look("an export")

    def take(self):
        with hosting.Core("todo", {"files": {"folder": self.folder}}) as core:
            core.send({"@import": {"path": "x.json"}})
            heard = self.settle(core, "@imported")
            assert "@imported" in heard[-1], heard
            self.look("an import")

    def poll(self):
        with hosting.Core("counter") as core:
            assert core.fileno() > 2
            self.look("the descriptor of a core")

    def group(self):
        with hosting.Core("counter") as core, hosting.library.group() as group:
            group.add(core._core)
            assert group.fileno() > 2
            self.look("the descriptor of a group")

    def check(self):
        for name, config in (("check", True), ("repair", self.path("repaired.store"))):
            said = hosting.library.check("counter", {"store": {"path": self.path("x.store"), name: config}})
            assert said.startswith(("fine: ", "repaired: ")), said
            self.look(name)

    def replay(self):
        with hosting.Core("todo", {"replay": self.path("x.recording"), "scenario": self.path("x.scenario")}) as core:
            self.look("a replay")
            heard = self.settle(core, "@replayed")
            assert heard[-1]["@replayed"]["equal"], heard
            self.look("a scenario")


class StreamTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def run_without(self, streams, names):
        """Runs a host in a process of its own, and returns what it found."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            write = os.dup2(write, 100)
            for number in streams:
                os.close(number)
            host = Host(self.folder, streams)
            try:
                for name in names:
                    getattr(host, name)()
            except BaseException:  # noqa: BLE001: to be told by the parent
                host.found.append(traceback.format_exc())
            os.write(write, json.dumps(host.found).encode())
            os._exit(0)
        os.close(write)
        with open(read, "rb") as file:
            found = file.read()
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        return json.loads(found)

    def test_given_closed_streams_when_files_are_opened_then_none_has_their_numbers(self):
        for count in (1, 2, 3):
            for streams in itertools.combinations(range(3), count):
                for names in (("keep", "check"), ("record", "take", "replay"), ("poll",), ("group",)):
                    with self.subTest(streams=streams, names=names):
                        for name in os.listdir(self.folder):
                            os.remove(os.path.join(self.folder, name))
                        # GIVEN, WHEN
                        found = self.run_without(streams, names)
                        # THEN
                        self.assertEqual(found, [])
                        if "keep" in names:
                            with hosting.Core("counter", {"store": {"path": os.path.join(self.folder, "x.store")}}) as core:
                                self.assertEqual(core.call({"@get": {"path": "/value"}})[-1]["@value"]["value"], 4)


if __name__ == "__main__":
    unittest.main(verbosity=0)
