"""Paths of a config through libadit_served.so: relative ones begin at the host's working directory, not at the server's."""

import os

import peer
from peer import increment, incremented
from test_served import OK, Served


class Paths(Served):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def test_given_another_working_directory_when_a_store_is_forked_then_its_path_begins_there(self):
        library = self.library(serves=peer.CORES)
        core = library.open("counter", store={"path": "a.store"})
        self.assertEqual(core.say(increment(7)), OK)
        self.assertEqual((core.process(0), core.close(0)), (1, OK))
        # WHEN the host has left the directory in which the server was started
        os.mkdir("folder")
        os.chdir("folder")
        fork = library.open("counter", fork={"path": "../a.store"})
        self.assertEqual((fork.code, library.text()), (OK, ""))
        self.assertEqual(fork.say(increment(1)), OK)
        self.assertEqual((fork.process(0), fork.close(0), fork.heard[0]), (1, OK, incremented(8)))


if __name__ == "__main__":
    peer.main()
