"""The recordings of the folder Tests/Compatibility/5bbffbe/closings, which commit 5bbffbe wrote, replay alike.

They are those of the sessions of test_recorded_scenarios.py, and of each the core was closed with what was in flight.
"""

import json
import pathlib
import unittest

from hosting import Core

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Compatibility" / "5bbffbe" / "closings"


class OldRecordings(unittest.TestCase):
    def test_each_replays_alike(self):
        count = 0
        for file in sorted(FOLDER.glob("*.recording")):
            with open(file) as lines:
                app = json.loads(lines.readline())["open"]["app"]
            count += 1
            heard = []
            with self.subTest(file.name), Core(app, {"replay": str(file)}, hear=heard.append) as core:
                while not any("@replayed" in message for message in heard):
                    core.process()
                replayed = heard[-1]["@replayed"]
                self.assertTrue(replayed["equal"], heard)
                self.assertTrue(replayed["complete"], heard)
        self.assertGreater(count, 5)


if __name__ == "__main__":
    unittest.main()
