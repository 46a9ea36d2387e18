"""A host that changes its working directory: the relative paths of a config are those of the time when the core was opened."""

import json
import os
import shutil
import tempfile
import unittest

import hosting

INCREMENT = {"counter": {"request": {"increment": {"by": 1}}}}


class DirectoryTests(unittest.TestCase):
    def setUp(self):
        before = os.getcwd()
        self.base = os.path.realpath(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.base)
        self.addCleanup(os.chdir, before)
        for name in ("first", "second"):
            os.mkdir(os.path.join(self.base, name))
        self.enter("first")

    def enter(self, name):
        os.chdir(os.path.join(self.base, name))

    def names(self, folder):
        return sorted(os.listdir(os.path.join(self.base, folder)))

    def settle(self, core, until):
        """What is received, up to a message with a key."""
        messages = []
        while not messages or until not in messages[-1]:
            message = core.receive(10)
            self.assertIsNotNone(message, messages)
            messages.append(message)
        return messages

    def test_given_a_paused_store_when_the_directory_changes_then_it_is_resumed_where_it_is(self):
        # GIVEN
        with hosting.Core("counter", {"store": {"path": "x.store"}}) as core:
            core.call(INCREMENT)
            core.send({"@pause": {}})
            self.settle(core, "@paused")
            # WHEN
            self.enter("second")
            core.send({"@resume": {}})
            # THEN
            self.assertEqual(self.settle(core, "@resumed"), [{"@resumed": {"revision": 1}}])
            core.call(INCREMENT)
        self.assertEqual((self.names("first"), self.names("second")), (["x.store"], []))
        with hosting.Core("counter", {"store": {"path": "../first/x.store"}}) as core:
            self.assertEqual(core.call({"@get": {"path": "/value"}})[-1]["@value"]["value"], 2)

    def test_given_a_replay_when_the_directory_changes_then_the_scenario_is_written_beside_it(self):
        # GIVEN
        with hosting.Core("counter", {"record": {"path": "x.recording"}, "clock": "virtual"}) as core:
            self.enter("second")
            core.call(INCREMENT)
        self.enter("first")
        with hosting.Core("counter", {"replay": "x.recording", "scenario": "x.json"}) as core:
            # WHEN
            self.enter("second")
            (*_, replayed) = self.settle(core, "@replayed")
        # THEN
        self.assertTrue(replayed["@replayed"]["equal"])
        self.assertEqual(os.path.basename(replayed["@replayed"]["scenario"]), "x.json")
        self.assertEqual((self.names("first"), self.names("second")), (["x.json", "x.recording"], []))
        with open("../first/x.json") as file:
            json.load(file)

    def test_given_a_folder_when_the_directory_changes_then_exports_and_imports_are_there(self):
        # GIVEN
        with hosting.Core("counter", {"files": {"folder": "."}, "store": {"path": "x.store"}}) as core:
            core.call(INCREMENT)
            # WHEN
            self.enter("second")
            core.send({"@export": {"path": "state.json"}})
            self.settle(core, "@exported")
            core.send({"@import": {"path": "state.json"}})
            self.settle(core, "@imported")
            # THEN a store that is open is still known as one
            core.send({"@import": {"path": "x.store"}})
            (*_, refused) = self.settle(core, "@error")
            self.assertIn("found a store that is open", refused["@error"]["message"])
        self.assertEqual((self.names("first"), self.names("second")), (["state.json", "x.store"], []))

    def test_given_relative_paths_when_checked_and_repaired_then_they_begin_at_the_working_directory(self):
        with hosting.Core("counter", {"store": {"path": "x.store"}}) as core:
            core.call(INCREMENT)
        for name, value in (("check", True), ("repair", "y.store")):
            said = hosting.library.check("counter", {"store": {"path": "./x.store", name: value}})
            self.assertRegex(said, "fine: version 1|repaired: .*/first/y.store has all")
        self.assertEqual(self.names("first"), ["x.store", "y.store"])


if __name__ == "__main__":
    unittest.main(verbosity=0)
