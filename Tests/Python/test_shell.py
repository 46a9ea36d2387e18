"""The `sqlite3` shell alone reads what SECURITY.md says: a store that is open, was killed, or is closed, and those of
older versions."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import hosting

ROOT = pathlib.Path(__file__).resolve().parents[2]
STATED = re.findall(r'^sqlite3 -readonly todo\.store "(.+)"', (ROOT / "SECURITY.md").read_text(), re.MULTILINE)


def shell(path, query):
    """The rows that a query has in the shell."""
    program = ["sqlite3", "-readonly", "-json", path, query]
    return json.loads(subprocess.run(program, check=True, capture_output=True, text=True).stdout or "[]")


class ShellTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "todo.store")

    def open(self):
        return hosting.Core("todo", {"store": {"path": self.path, "redelivery": {}}})

    def fill(self, core):
        """Adds two items, and returns all."""
        for text in ("Buy milk", "Tea, “green”"):
            core.call({"todo": {"request": {"add": {"item": {"text": text}}}}})
        (answer,) = core.call({"@get": {"path": "/items"}})
        return answer["@value"]["value"]

    def read(self, items, path=None):
        """Asserts that what SECURITY.md states can be read, and is the state with these items."""
        self.assertEqual(len(STATED), 5)
        meta, members, parts, rows, journal = (
            shell(path or self.path, query.replace('\\"', '"')) for query in STATED)
        known = {each["key"]: each["value"] for each in meta}
        self.assertLessEqual({"app": "todo", "format": 2, "schemaVersion": 1}.items(), known.items())
        for member in members:
            json.loads(member["value"])
        self.assertEqual({part["path"] for part in parts}, {"/items", "/tags", "/journal"})
        self.assertEqual([row["id"] for row in rows], items["ids"])
        self.assertEqual({row["id"]: json.loads(row["value"]) for row in rows}, items["entities"])
        entries = [json.loads(line) for batch in journal for line in batch["entries"].splitlines()]
        self.assertTrue(all("n" in entry and "sum" in entry for entry in entries))
        return members, entries

    def test_given_an_open_store_when_the_shell_reads_then_it_has_the_state(self):
        with self.open() as core:
            members, entries = self.read(self.fill(core))
        self.assertEqual(sum("message" in entry for entry in entries), 2)
        self.assertTrue(any(member["path"].startswith("@outbox/") for member in members))

    def test_given_a_closed_store_when_the_shell_reads_then_it_has_the_state(self):
        with self.open() as core:
            items = self.fill(core)
        self.read(items)

    def test_given_a_killed_store_when_the_shell_reads_then_it_has_the_state(self):
        with self.open() as core:
            self.fill(core)
        child = os.fork()
        if child == 0:
            core = self.open()
            core.receive_all()
            pathlib.Path(self.path + ".items").write_text(json.dumps(self.fill(core)))
            os.kill(os.getpid(), signal.SIGKILL)
        self.assertEqual(os.waitpid(child, 0)[1], signal.SIGKILL)
        self.assertGreater(os.path.getsize(self.path + "-wal"), 0)
        items = json.loads(pathlib.Path(self.path + ".items").read_text())
        self.assertEqual(len(items["ids"]), 4)
        self.read(items)

    def test_given_stores_of_older_versions_when_the_shell_reads_then_it_has_their_state(self):
        read = 0
        for fixture in ROOT.glob("Tests/Compatibility/*/stores/todo-*/fixture.json"):
            found = json.loads(fixture.read_text())["found"]
            # Format 1 has other columns, until it is opened.
            if "replay" not in found or fixture.parent.name == "todo-format-1":
                continue
            with self.subTest(fixture.parent.name), tempfile.TemporaryDirectory() as folder:
                shutil.copytree(fixture.parent, folder, dirs_exist_ok=True)
                self.read(found["replay"]["state"]["value"]["items"], os.path.join(folder, "x.store"))
                read += 1
        self.assertGreater(read, 5)


if __name__ == "__main__":
    unittest.main(verbosity=0)
