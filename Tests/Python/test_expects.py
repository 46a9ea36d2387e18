"""A host says in its config what it was built for: an app that is compatible is opened, another one is refused."""

# SPDX-License-Identifier: Apache-2.0

import copy
import unittest

import hosting
from hosting import CallError, Core, catalog


def definition(document, name):
    return document["$defs"][name]


class Expecting(unittest.TestCase):
    def setUp(self):
        self.catalog = catalog("counter")

    def refusal(self, expected):
        with self.assertRaises(CallError) as caught:
            Core("counter", {"expects": expected})
        self.assertEqual(caught.exception.name, "ECONFIG")
        return caught.exception.text

    def accept(self, expected):
        with Core("counter", {"expects": expected}) as core:
            self.assertEqual(len(core.call({"counter": {"request": {"increment": {"by": 1}}}})), 1)

    def test_given_the_hash_of_the_catalog_when_opened_then_it_is_the_only_one(self):
        self.accept(self.catalog["hash"])
        self.assertEqual(
            self.refusal("0123456789abcdef"),
            f"expects: found the hash 0123456789abcdef; that of the catalog is {self.catalog['hash']}. The catalog in its "
            "place would say what differs")

    def test_given_the_catalog_when_opened_then_a_compatible_app_is_fine(self):
        self.accept(self.catalog)
        # As if the app had come to say more, and to take more, since.
        older = copy.deepcopy(self.catalog)
        older["hash"] = "0123456789abcdef"
        for direction in ("@toCore", "@toHost"):
            messages = definition(older, direction)
            del messages["properties"]["@stats"]
            messages["oneOf"].remove({"required": ["@stats"]})
        self.accept(older)

    def test_given_another_catalog_when_opened_then_the_first_difference_is_told(self):
        older = copy.deepcopy(self.catalog)
        del older["hash"]
        messages = definition(older, "@toHost")
        messages["properties"]["@gone"] = {"type": "object", "properties": {}, "additionalProperties": False}
        messages["oneOf"].append({"required": ["@gone"]})
        self.assertEqual(self.refusal(older), "expects: /@toHost/@gone: was a case, is absent")
        messages["properties"]["@lost"] = messages["properties"]["@gone"]
        messages["oneOf"].append({"required": ["@lost"]})
        self.assertEqual(
            self.refusal(older),
            "expects: /@toHost/@gone: was a case, is absent; and 1 more: adit_catalog_compare lists them")

    def test_given_what_a_host_needs_when_opened_then_the_rest_is_not_compared(self):
        def needed(kind):
            return {"$defs": {"@state": {"type": "object", "properties": {"value": {"type": kind}}}}}

        self.accept(needed("integer"))
        self.assertEqual(self.refusal(needed("string")), "expects: /@state/value: was a text, is an integer")

    def test_given_no_catalog_when_opened_then_it_is_refused(self):
        for wrong in ({}, 7, [], {"$defs": 7}, True):
            self.assertEqual(
                self.refusal(wrong),
                'expects: found neither a hash nor a catalog: found no "$defs"; a catalog of adit_catalog is expected')

    def test_given_two_catalogs_when_compared_then_each_difference_has_whom_it_breaks(self):
        todo = catalog("todo")
        newer = copy.deepcopy(todo)
        newer["schemaVersion"], newer["migratesFrom"] = 3, 2
        del newer["$defs"]["@view"]["properties"]["openCount"]
        newer["$defs"]["@view"]["required"].remove("openCount")
        self.assertEqual(hosting.library.compare(todo, newer), {"breaks": ["host", "store", "recording"], "differences": [
            {"path": "/@view/openCount", "was": "an integer", "is": "absent", "breaks": ["host"]},
            {"path": "/schemaVersion", "was": "1", "is": "3, with migrations from 2 on", "breaks": ["store", "recording"]},
        ]})

    def test_given_no_catalogs_when_compared_then_there_is_an_error(self):
        for old, name, text in (("{}", "EINVAL", 'old: found no "$defs"; a catalog of adit_catalog is expected'),
                                ("{", "EJSON", "string or '}' expected near end of file")):
            with self.assertRaises(CallError) as caught:
                hosting.library.compare(old, "{}")
            self.assertEqual((caught.exception.name, caught.exception.text), (name, text))


if __name__ == "__main__":
    unittest.main(verbosity=0)
