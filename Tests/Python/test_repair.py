"""What is repaired can be used (docs/store.md, "Repairing one")."""

import os
import shutil
import tempfile
import unittest

import hosting

ADD = {"todo": {"request": {"add": {"item": {"text": "Buy milk"}}}}}


class RepairTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "x.store")
        self.new = os.path.join(self.folder, "new.store")

    def kill(self, *messages):
        """Handles messages in a process that ends at once."""
        pid = os.fork()
        if pid == 0:
            try:
                core = hosting.Core("todo", {"store": {"path": self.path}})
                for message in messages:
                    core.call(message)
                os._exit(0)
            finally:
                os._exit(1)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)

    def repair(self):
        return hosting.library.check("todo", {"store": {"path": self.path, "repair": self.new}})

    def test_given_a_store_that_has_lost_all_when_repaired_then_the_new_one_takes_messages(self):
        # GIVEN a store all of whose content is in its log, which is lost
        self.kill(ADD, ADD)
        os.remove(self.path + "-wal")
        # WHEN
        said = self.repair()
        # THEN
        self.assertEqual(said, f"repaired: {self.new} has what could be saved: revision 0 (2 was written), 0 members")
        for count in (1, 2):
            with hosting.Core("todo", {"store": {"path": self.new}}) as core:
                (answer, *_) = core.call(ADD)
                self.assertIn("todo", answer, answer)
                self.assertEqual(len(core.call({"@get": {"path": "/items/ids"}})[-1]["@value"]["value"]), count)

    def test_given_a_log_of_which_nothing_can_be_used_when_repaired_then_it_is_not_all_that_was_committed(self):
        # GIVEN a log whose first page is garbage, in a store without a head file
        with hosting.Core("todo", {"store": {"path": self.path}}) as core:
            core.call(ADD)
        self.kill(ADD)
        os.remove(self.path + "-head")
        with open(self.path + "-wal", "r+b") as log:
            size = os.fstat(log.fileno()).st_size
            log.write(bytes(131 * index % 251 for index in range(size)))
        # WHEN, THEN
        self.assertRegex(self.repair(), "^repaired: .*has what could be saved: revision 1, ")

    def test_given_a_store_whose_elements_were_removed_when_repaired_then_it_lacks_nothing(self):
        with hosting.Core("todo", {"store": {"path": self.path}}) as core:
            for _ in range(3):
                core.call(ADD)
            ids = core.call({"@get": {"path": "/items/ids"}})[-1]["@value"]["value"]
            core.call({"todo": {"request": {"delete": {"id": ids[1]}}}})
        self.assertRegex(self.repair(), "^repaired: .*has all that was committed: revision 4, 0 members, 2 elements of /items")


if __name__ == "__main__":
    unittest.main(verbosity=0)
