"""The catalog: each document is JSON Schema, and says of the apps what is so."""

import json
import re
import unittest

import hosting
from catalog import VALIDATOR, Catalog, complaint

# This runs with each library, and what is to be seen of one app alone only with that which holds it.
APPS = sorted(hosting.catalog())
with_todo = unittest.skipUnless("todo" in APPS, "an app of another library")
with_counter = unittest.skipUnless("counter" in APPS, "an app of another library")
with_sources = unittest.skipUnless({"chat", "reader"} <= set(APPS), "apps of another library")
UUID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"


def schemas_in(document):
    """Every object in a document."""
    if isinstance(document, dict):
        yield document
    for inner in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        yield from schemas_in(inner)


def add(**item):
    return {"todo": {"request": {"add": {"item": item}}}}


class Documents(unittest.TestCase):
    def setUp(self):
        self.documents = {app: hosting.catalog(app) for app in APPS}

    def test_given_an_app_then_its_document_is_valid_json_schema(self):
        for app, document in self.documents.items():
            self.assertEqual(document["$schema"], "https://json-schema.org/draft/2020-12/schema")
            VALIDATOR.check_schema(document)
            self.assertEqual((document["$id"], document["title"]), (f"adit:{app}", app))

    def test_given_an_app_then_its_hash_is_that_of_the_text_without_it(self):
        for app, document in self.documents.items():
            text = hosting.catalog_text(app)
            bare = text.replace(b',"hash":"%s"' % document["hash"].encode(), b"")
            self.assertEqual(len(bare), len(text) - 26)
            number = 0xCBF29CE484222325
            for byte in bare:
                number = (number ^ byte) * 0x100000001B3 % 2**64
            self.assertEqual(document["hash"], f"{number:016x}")

    def test_given_no_app_then_versions_and_hashes_are_listed(self):
        self.assertEqual(hosting.catalog(), {app: {"version": document["version"], "hash": document["hash"]}
                                          for app, document in self.documents.items()})

    def test_given_a_document_when_asked_for_again_then_it_is_the_same(self):
        for app in APPS:
            self.assertEqual(hosting.catalog_text(app), hosting.catalog_text(app))

    def test_given_a_reference_then_it_leads_to_a_definition(self):
        for document in self.documents.values():
            catalog = Catalog(document)
            references = [schema for schema in schemas_in(document) if "$ref" in schema]
            self.assertGreater(len(references), 4)
            for schema in references:
                self.assertIsInstance(catalog.resolve(schema), dict)

    @with_todo
    def test_given_a_pattern_then_a_newline_at_the_end_does_not_match_it(self):
        texts = [UUID, "2026-11-21", "2026-11-21T09:30:00Z", "/items"]
        patterns = {schema["pattern"] for schema in schemas_in(self.documents["todo"])
                    if isinstance(schema.get("pattern"), str)}
        self.assertEqual(len(patterns), 5)  # those of the four, and that of the keys of a table
        for pattern in patterns:
            matched = [text for text in texts if re.search(pattern, text)]
            self.assertTrue(matched, pattern)
            if len(matched) == 1 and matched != ["/items"]:
                self.assertIsNone(re.search(pattern, matched[0] + "\n"), pattern)

    @with_todo
    def test_given_doc_comments_then_they_are_descriptions(self):
        types = self.documents["todo"]["$defs"]
        requests = types["Message._Todo.Request@toCore"]["properties"]
        self.assertEqual(requests["add"]["description"], "Puts an item at the end of the list.")
        self.assertEqual(types["TodoItem"]["description"], "Something to do.")
        self.assertEqual(types["TodoItem"]["properties"]["text"]["description"], "What is to be done.")
        described = [choice["const"] for choice in types["TodoListError"]["oneOf"] if "description" in choice]
        self.assertIn("emptyText", described)

    @with_todo
    def test_given_a_gateway_then_its_requests_are_listed_and_may_be_heard(self):
        gateways = self.documents["todo"]["$defs"]["@gateways"]["properties"]
        self.assertEqual(list(gateways), ["review", "lists"])
        effect = {"id": "e1-1", "gateway": "review", "request": {"show": {}}, "reply": False}
        hear = Catalog(self.documents["todo"]).to_host
        self.assertIsNone(complaint(hear, {"@effect": effect}))
        for wrong in ({"gateway": "preview"}, {"request": {"hide": {}}}, {"reply": True}, {"id": 7}, {"more": 1}):
            self.assertIsNotNone(complaint(hear, {"@effect": {**effect, **wrong}}), wrong)
        self.assertIsNone(complaint(hear, {"@cancel": {"effect": "e1-1"}}))

    @with_sources
    def test_given_a_gateway_that_answers_then_an_effect_says_how_often(self):
        get = {"id": "e1-1", "gateway": "http", "request": {"url": "/a"}}
        inbox = {"id": "e1-1", "gateway": "inbox", "request": {"follow": {"room": "a"}}, "reply": "many"}
        for app, effect, wrongs in (("reader", get, [{"reply": "many"}, {"reply": True}, {"gateway": "keyValue"}]),
                                    ("chat", inbox, [{"reply": False}, {"reply": None}, {"gateway": "http"}])):
            hear = Catalog(self.documents[app]).to_host
            self.assertIsNone(complaint(hear, {"@effect": effect}))
            for wrong in wrongs:
                self.assertIsNotNone(complaint(hear, {"@effect": {**effect, **wrong}}), wrong)
        gateways = self.documents["reader"]["$defs"]["@gateways"]["properties"]
        self.assertEqual([(name, list(gateway["properties"])) for name, gateway in gateways.items()],
                         [("http", ["request", "reply"]), ("keyValue", ["request", "reply"])])

    @with_counter
    def test_given_an_app_without_gateways_then_there_are_neither_effects_nor_fixtures(self):
        document = self.documents["counter"]["$defs"]
        self.assertEqual(document["@gateways"]["properties"], {})
        self.assertNotIn("@effect", document["@toHost"]["properties"])
        catalog = Catalog(self.documents["counter"])
        increment = {"counter": {"request": {"increment": {"by": 1}}}}
        self.assertIsNone(complaint(catalog.to_core, {**increment, "@with": {"gateways": {}}}))
        self.assertIsNotNone(complaint(catalog.to_core, {**increment, "@with": {"gateways": {"fetch": 1}}}))


@with_todo
class Messages(unittest.TestCase):
    """What the schema says of messages. Whether a core says the same is shown by test_fuzz.py and test_trace.py."""

    def setUp(self):
        self.catalog = Catalog.of("todo")

    def test_given_messages_to_the_core_then_the_right_ones_are_valid(self):
        right = [
            add(text="a"), add(text="", id=UUID, completed=True, due=None), {**add(text="a"), "@id": 7},
            {**add(text="a"), "@id": "x" * 255}, {"appReview": {"requestReview": {}}}, {"@get": {"path": ""}},
            {"@get": {"path": "/a~0b/~1"}, "@id": -(2**63)}, {"@close": {}},
            {"journal": {"request": {"list": {"day": "2026-11-21"}}}},
            {**add(text="a"), "@with": {}},
            {**add(text="a"), "@with": {"date": "2026-11-21T09:30:00Z", "uuid": {"counting": {}}, "random": 7}},
            {**add(text="a"), "@with": {"uuid": {"seeded": 7}, "gateways": {"review": {"error": "no"}}}, "@id": 1},
            {"@reply": {"effect": "e1-1", "result": None}}, {"@reply": {"effect": "", "error": {}, "more": True}},
            {"@reply": {"effect": "e1-1"}, "@id": 1}, {"@advance": {"by": 0}}, {"@stats": {}, "@id": 1},
            {"@export": {"path": "a"}}, {"@import": {"path": "/a/b"}, "@id": 1},
            {"@unsubscribe": {"subscription": "a"}}, {"@unsubscribe": {"subscription": "a", "client": "b"}},
            {"@unsubscribe": {"client": "b"}},
        ]
        wrong = [
            {}, [], "todo", None, {"@id": 7}, add(), add(text=7), add(text=None), add(text="a", more=1), {"todo": {}},
            {"todo": {"request": {}}}, {"todo": {"request": {"ad": {}}}}, {"todo": None},
            {**add(text="a"), "@close": {}}, {**add(text="a"), "appReview": {"requestReview": {}}},
            {"appReview": {"requestReview": None}}, {"appReview": {"requestReview": {"now": True}}},
            {**add(text="a"), "@id": None}, {**add(text="a"), "@id": 2**63}, {**add(text="a"), "@id": "x" * 256},
            {"@get": {"path": "items"}}, {"@get": {"path": "/~2"}}, {"@get": {"from": -1}},
            {"@close": None}, {"@closed": {}}, {"@value": {"path": "", "revision": 1}}, add(text="a", id=UUID + "\n"),
            add(text="a", id=UUID[1:]), {"journal": {"request": {"list": {"day": "2026-11-32"}}}},
            {"journal": {"request": {"list": {"day": "2026-11-21T00:00:00Z"}}}},
            {"@with": {}}, {**add(text="a"), "@with": None}, {**add(text="a"), "@with": {"time": 1}},
            {**add(text="a"), "@with": {"uuid": {"counting": {}, "seeded": 7}}},
            {**add(text="a"), "@with": {"gateways": {"preview": 1}}}, {"@close": {}, "@with": {}},
            {"@get": {"path": ""}, "@with": {}}, {"@reply": {"effect": "e1-1", "result": 1, "error": 2}},
            {"@reply": {"result": 1}}, {"@reply": {"effect": 7}}, {"@reply": {"effect": "e1-1", "more": 1}},
            {"@advance": {"by": -1}}, {"@advance": {}}, {"@advance": {"by": 3155760000001}}, {"@stats": None},
            {**add(text="a"), "@client": "web"}, {"@unsubscribe": {}}, {"@unsubscribe": {"client": 7}},
            {"@export": {}}, {"@import": {"path": None}}, {"@exported": {"path": "a", "revision": 1, "bytes": 1}},
        ]
        for message in right:
            self.assertIsNone(complaint(self.catalog.to_core, message), message)
        for message in wrong:
            self.assertIsNotNone(complaint(self.catalog.to_core, message), message)

    def test_given_messages_to_the_host_then_the_right_ones_are_valid(self):
        failed = {"code": "ehandler", "message": "no", "path": "todo.request.add"}
        right = [
            {"todo": {"response": {"wasNotAdded": {"item": {"text": ""}, "error": "emptyText"}}}, "@id": "x"},
            {"@value": {"path": "/items", "revision": 0}},
            {"@value": {"path": "", "revision": 1, "value": None}, "@id": 1},
            {"@error": failed}, {"@error": {"code": "eclosed", "message": ""}, "@id": 1}, {"@closed": {}},
            {"@log": {"level": "info", "message": "", "source": "a.swift:1", "at": "2026-11-21T09:30:00Z"}, "@id": 1}, {"@gap": {"lines": 1}},
            {"@progress": {"work": "export", "path": "a", "done": 1, "of": 2}, "@id": 1},
            {"@exported": {"path": "a", "revision": 1, "bytes": 1}}, {"@imported": {"path": "a", "revision": 1}},
            {"@error": {"code": "edenied", "message": ""}, "@id": 1, "@client": "web"},
            {"todo": {"response": {"wasNotAdded": {"item": {"text": ""}, "error": "emptyText"}}}, "@client": "web"},
        ]
        wrong = [
            {"todo": {"response": {"wasNotAdded": {"item": {"text": ""}, "error": "emptyTxt"}}}},
            {"@value": {"path": "/items"}}, {"@value": {"path": "/items", "revision": -1}}, {"@get": {"path": ""}},
            {"@error": {**failed, "code": "EHANDLER"}}, {"@error": {**failed, "message": None}},
            {"@closed": {"why": 1}}, {"@log": {"level": "loud", "message": "", "source": ""}}, {"@gap": {"lines": -1}},
            {"@stats": {}}, {"@with": {}}, {"@closed": {}, "@with": {}}, {"@reply": {"effect": "e1-1"}},
            {"@progress": {"work": "rest", "path": "a", "done": 1, "of": 2}}, {"@imported": {"path": "a"}},
            {"@closed": {}, "@client": 7}, {"@client": "web"},
        ]
        for message in right:
            self.assertIsNone(complaint(self.catalog.to_host, message), message)
        for message in wrong:
            self.assertIsNotNone(complaint(self.catalog.to_host, message), message)


@with_todo
class Directions(unittest.TestCase):
    """A host sends what is incoming and hears what is outgoing. That a core says the same is shown by test_fuzz.py."""

    REQUEST = add(text="a")
    RESPONSE = {"todo": {"response": {"wereImported": []}}}
    INTERNAL = {"todo": {"request": {"finishImport": {"from": "a", "result": {"success": []}}}}}
    BOTH = {"appReview": {"requestReview": {}}}

    def setUp(self):
        self.document = hosting.catalog("todo")
        self.catalog = Catalog(self.document)

    def test_given_a_message_then_it_is_valid_where_it_goes(self):
        for message, is_sent, is_heard in ((self.REQUEST, True, False), (self.RESPONSE, False, True),
                                           (self.INTERNAL, False, False), (self.BOTH, True, True)):
            self.assertEqual(complaint(self.catalog.to_core, message) is None, is_sent, message)
            self.assertEqual(complaint(self.catalog.to_host, message) is None, is_heard, message)

    def test_given_a_message_when_sent_then_it_is_taken_where_it_is_valid(self):
        with hosting.Core("todo") as core:
            for message in (self.REQUEST, self.RESPONSE, self.INTERNAL, self.BOTH):
                if complaint(self.catalog.to_core, message) is None:
                    core.send(message)
                else:
                    with self.assertRaisesRegex(hosting.CallError, "(outgoing|internal); "):
                        core.send(message)

    def test_given_the_document_then_what_is_internal_is_only_where_a_store_has_it(self):
        # A store may have it: the answer of a durable request.
        definitions, seen = self.document["$defs"], set()

        def texts(schema):
            text = json.dumps(schema)
            yield text
            for name in re.findall(r'"\$ref": "#/\$defs/([^"]+)"', text):
                if name not in seen:
                    seen.add(name)
                    yield from texts(definitions[name])

        for name, schema in definitions.items():
            if name.startswith("@") and name != "@durable":
                for text in texts(schema):
                    self.assertNotIn("finishImport", text, name)
        self.assertEqual(list(self.document["$defs"]["Message._Todo@toCore"]["properties"]), ["request"])
        self.assertEqual(list(self.document["$defs"]["Message._Todo@toHost"]["properties"]), ["response"])
        self.assertNotIn("Message", seen)


class States(unittest.TestCase):
    def test_given_a_core_then_its_state_is_what_the_catalog_says(self):
        for app in APPS:
            catalog = Catalog.of(app)
            with hosting.Core(app) as core:
                for text in ("one", "two") if app == "todo" else ():
                    core.call(add(text=text))
                (value,) = core.call({"@get": {"path": ""}})
                self.assertIsNone(complaint(catalog.state, value["@value"]["value"]))
                self.assertIsNotNone(complaint(catalog.state, {"no": "state"}))
                (stats,) = core.call({"@stats": {}})
                self.assertIsNone(complaint(catalog.to_host, stats))


if __name__ == "__main__":
    unittest.main()
