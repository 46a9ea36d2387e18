"""A host says in its config what it was built for: an app that is compatible is opened, another one is refused."""

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

    def doubling(self, last, count):
        """Definitions of which each refers twice to the next one, so that there are 2 to the power of `count` ways."""
        types = {f"t{i}": {"anyOf": [{"$ref": f"#/$defs/t{i + 1}"}] * 2} for i in range(count)}
        return {"$defs": {"@state": {"$ref": "#/$defs/t0"}, **types, f"t{count}": {"type": last}}}

    def test_given_types_with_countless_ways_between_them_when_compared_then_it_ends(self):
        # Beyond 32 levels, types were once taken for equal.
        for count in (0, 28, 60):
            for other in (0, 28, 60):
                text, number = self.doubling("string", count), self.doubling("number", other)
                self.assertEqual(hosting.library.compare(text, self.doubling("string", other))["breaks"], [])
                self.assertEqual(hosting.library.compare(text, number)["breaks"], ["host", "store", "recording"])
            self.assertEqual(self.refusal(text).split(":")[:2], ["expects", " /@state"])

    def test_given_types_that_take_too_much_work_when_compared_then_they_are_refused(self):
        nested = {"$defs": {"@state": {"$ref": "#/$defs/t0"}, **{
            f"t{i}": {"type": "array", "items": {"$ref": f"#/$defs/t{i + 1}"}} for i in range(1000)},
            "t1000": {"type": "string"}}}
        wide = {"$defs": {"@state": {"anyOf": [{"type": "integer", "minimum": i} for i in range(3000, 6000)]}}}
        wider = {"$defs": {"@state": {"anyOf": [{"type": "integer", "minimum": i} for i in range(3000)]}}}
        for old, new, text in (
                (nested, nested, "the catalogs' types nest more than 400 levels; that many cannot be compared"),
                (wider, wide, "the catalogs take more than 2000000 steps to compare; "
                              "fewer definitions that refer to each other are expected")):
            with self.assertRaises(CallError) as caught:
                hosting.library.compare(old, new)
            self.assertEqual((caught.exception.name, caught.exception.text), ("EINVAL", text))

    def test_given_no_catalogs_when_compared_then_there_is_an_error(self):
        for old, name, text in (("{}", "EINVAL", 'old: found no "$defs"; a catalog of adit_catalog is expected'),
                                ("{", "EJSON", "found the end of the text; a key or the end of the object is expected")):
            with self.assertRaises(CallError) as caught:
                hosting.library.compare(old, "{}")
            self.assertEqual((caught.exception.name, caught.exception.text), (name, text))


if __name__ == "__main__":
    unittest.main(verbosity=0)
