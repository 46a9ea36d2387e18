"""Stores and recordings of older versions open, and have what those versions found in them (README.md)."""

import json
import os
import pathlib
import unittest

import fixtures

library = fixtures.adit.Library(os.environ["ADIT_LIBRARY"])
HERE = pathlib.Path(__file__).resolve().parent


class CompatibilityTests(unittest.TestCase):
    def check(self, kind):
        checked = 0
        for path in sorted(HERE.glob(f"*/{kind}/*/fixture.json")):
            # GIVEN what an older version has written
            fixture = json.loads(path.read_text())
            if fixture["app"] not in fixtures.apps(library):
                continue
            with self.subTest(str(path.parent.relative_to(HERE))):
                # WHEN this version opens it THEN it finds the same
                found = fixtures.find(library, fixture, path.parent)
                self.assertEqual(found.keys(), fixture["found"].keys())
                for part, expected in fixture["found"].items():
                    self.assertEqual(found[part], expected, part)
            checked += 1
        self.assertGreater(checked, 0)

    def test_stores(self):
        self.check("stores")

    def test_recordings(self):
        self.check("recordings")


if __name__ == "__main__":
    unittest.main(verbosity=0)
