"""Stores and recordings of older versions open, with what those versions found in them, and so do their configs (README.md)."""

import json
import os
import pathlib
import tempfile
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

    def test_configs(self):
        catalog = json.loads(library.catalog_text("todo"))
        known, used = {key for key, _ in keys(catalog, catalog["$defs"]["@config"])}, set()
        for path in sorted(HERE.glob("*/configs.json")):
            with tempfile.TemporaryDirectory() as folder, library.open("todo", on_text=lambda _: None) as origin:
                # GIVEN configs of an older version, with each key WHEN this version opens a core with one THEN it does
                for config in json.loads(path.read_text().replace("FOLDER", folder).replace('"CORE"', str(origin._id))):
                    with self.subTest(f"{path.parent.name}: {json.dumps(config)}"):
                        store = config.get("store", {})
                        if "postgres" in json.dumps(config):
                            # The library has no such stores: it says so once it has understood the config.
                            with self.assertRaisesRegex(fixtures.adit.StoreError, "has no stores in PostgreSQL"):
                                library.check("todo", config)
                        elif "check" in store or "repair" in store:
                            library.check("todo", config)
                        else:
                            library.open("todo", config, on_text=lambda _: None).close()
                    used |= {key for key, _ in keys(catalog, catalog["$defs"]["@config"], config)}
        # THEN no key is missing from the lists, so that a later version cannot lose one unnoticed
        self.assertEqual(known - used, set())


def keys(catalog, schema, value=None, path=""):
    """The keys of a config by its schema, each with its path; if there is a value, those that it has."""
    if reference := schema.get("$ref"):
        yield from keys(catalog, catalog["$defs"][reference.rpartition("/")[2]], value, path)
    for alternative in schema.get("anyOf", []) + schema.get("oneOf", []):
        yield from keys(catalog, alternative, value, path)
    for key, member in schema.get("properties", {}).items():
        if value is None or isinstance(value, dict) and key in value:
            yield f"{path}.{key}", member
            yield from keys(catalog, member, None if value is None else value[key], f"{path}.{key}")


if __name__ == "__main__":
    unittest.main(verbosity=0)
