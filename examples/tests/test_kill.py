"""examples/kill counts what is lost: nothing by Adit, and each loss that is there.

    test_kill.py LIBRARY
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "kill" / "kill.py"
sys.path.insert(0, str(PROGRAM.parent))

import kill  # noqa: E402


class Kills(unittest.TestCase):
    library = None

    def test_given_a_store_when_killed_then_nothing_is_lost_or_half_done(self):
        count = kill.count(["Adit"], self.library, rounds=6, seed=1)["Adit"]
        self.assertEqual(count.kills, 6)
        self.assertGreater(count.acknowledged, 0)
        self.assertEqual((count.lost, count.losses, count.unreadable, count.halves), (0, 0, 0, 0))

    def test_given_answers_before_the_commit_when_killed_then_the_loss_is_counted(self):
        count = kill.count(["WriteBehind"], self.library, rounds=6, seed=1)["WriteBehind"]
        self.assertGreater(count.lost, 0)
        self.assertGreater(count.losses, 0)
        self.assertEqual(count.halves, 0)

    def test_given_what_adit_kept_when_parts_of_it_are_taken_away_then_each_is_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            acknowledged = []
            saver = kill.Adit(folder, self.library)
            for number in (1, 2, 3):
                saver.write(number, acknowledged.append)
            saver.core.close()
            items, notices = kill.Adit(folder, self.library).read()
        self.assertEqual((acknowledged, sorted(items), notices), ([1, 2, 3],) * 3)
        count = kill.Count()
        count.add(acknowledged, lambda: (items, notices))
        self.assertEqual((count.lost, count.losses, count.halves), (0, 0, 0))
        count.add(acknowledged, lambda: ([1, 3], [1, 3]))
        self.assertEqual((count.lost, count.losses, count.halves), (1, 1, 0))
        count.add(acknowledged, lambda: (items, [1, 2]))
        self.assertEqual((count.lost, count.losses, count.halves), (1, 1, 1))
        count.add(acknowledged, lambda: (items, [1, 2, 3, 4]))
        self.assertEqual((count.lost, count.losses, count.halves), (1, 1, 2))

    def test_given_a_file_when_it_is_torn_then_all_of_it_is_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            acknowledged = []
            saver = kill.RewrittenFile(folder, self.library)
            for number in (1, 2, 3):
                saver.write(number, acknowledged.append)
            path = pathlib.Path(saver.path)
            path.write_bytes(path.read_bytes()[:-1])
            count = kill.Count()
            count.add(acknowledged, kill.RewrittenFile(folder, self.library).read)
        self.assertEqual((count.unreadable, count.lost, count.acknowledged), (1, 3, 3))

    def test_given_a_round_when_printed_then_each_way_has_a_line(self):
        program = [sys.executable, "-B", PROGRAM, self.library, "--rounds", "1", "--way", "Adit", "ReplacedFile"]
        printed = subprocess.run(program, check=True, capture_output=True, text=True).stdout
        columns = [line.split("  ") for line in printed.splitlines()]
        self.assertEqual([each[0] for each in columns[1:]], ["Adit, with a store", "JSON file, synced and renamed"])

    def test_given_a_child_that_ends_by_itself_then_that_is_an_error(self):
        run = subprocess.run([sys.executable, "-B", PROGRAM, "no-such-library.so", "--rounds", "1", "--way", "Adit"],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("RuntimeError: Adit: the child ended by itself, with 1", run.stderr)


if __name__ == "__main__":
    Kills.library = sys.argv.pop(1)
    unittest.main(verbosity=0)
