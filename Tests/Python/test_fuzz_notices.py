"""That test_fuzz.py finds what it looks for: a catalog in which something is wrong is noticed, whatever it is."""

import unittest

import hosting
from catalog import Catalog
from test_fuzz import Fuzzer

DAY = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9])"

FINISH = {
    "type": "object", "required": ["from", "result"], "additionalProperties": False,
    "properties": {"from": {"type": "string"}, "result": {"const": {"success": []}}},
}


def schema(document, path):
    """The schema to which a path leads."""
    found = document["$defs"]
    for key in path.split():
        found = found[int(key) if isinstance(found, list) else key]
    return found


def without(path, key):
    return lambda document: schema(document, path).pop(key)


def with_value(path, key, value):
    return lambda document: schema(document, path).update({key: value})


MISTAKES = {
    "a case is not there": without("Message._Todo.Request@toCore properties", "delete"),
    "a case is there that the app does not have": with_value(
        "Message._Todo.Request@toCore properties", "postpone", True),
    "a key that must be there is not required": without("TodoItem", "required"),
    "a key that may be absent is required": with_value("TodoItem", "required", ["text", "id"]),
    "other keys are allowed": without("TodoItem", "additionalProperties"),
    "two cases at once are allowed": without("Message._Tagging.Request", "maxProperties"),
    "a key is of another type": with_value("TodoItem properties", "completed", {"type": "string"}),
    "a key that may be absent is not null": with_value("TodoItem properties", "completed", {"type": "boolean"}),
    "a UUID is any text": with_value(
        "Message._Todo.Request@toCore properties check properties", "id", {"type": "string"}),
    "a day may be longer": with_value("Message._Journal.Request properties list properties day", "pattern", DAY),
    "a text of a choice is not there": without("TodoListError oneOf", 0),
    "a pointer is any text": without("@toCore properties @get properties path anyOf 0", "pattern"),
    "an id is a number": with_value("@toCore properties", "@id", {"type": "integer", "minimum": 0, "maximum": 9}),
    "other messages are allowed": with_value("@toCore", "additionalProperties", True),
    "a clock may be moved back": with_value("@toCore properties @advance properties by", "minimum", -10**12),
    "an answer may be a result and an error": with_value(
        "@toCore properties @reply anyOf 0", "additionalProperties", True),
    "a gateway that there is not has an answer": with_value(
        "@toCore properties @with properties gateways anyOf 0", "additionalProperties", True),
    "dependencies may stand beside what is Adit's own": without("@toCore", "dependentSchemas"),
    "an effect is not there": without("@toHost properties", "@effect"),
    "what is heard is not there": without("@toHost properties", "@value"),
    "a response may be sent": with_value(
        "Message._Todo@toCore properties", "response", {"$ref": "#/$defs/Message._Todo.Response"}),
    "an internal step may be sent": with_value("Message._Todo.Request@toCore properties", "finishImport", FINISH),
    "a response is not there": without("Message._Todo.Response properties", "wasAdded"),
    "the state is another": without("TodoState properties", "tags"),
}


class Notices(unittest.TestCase):
    def test_given_a_wrong_catalog_when_messages_are_sent_then_there_is_a_difference(self):
        for mistake, make in MISTAKES.items():
            with self.subTest(mistake):
                document = hosting.catalog("todo")
                make(document)
                fuzzer = Fuzzer("todo", Catalog(document), seed=1)
                fuzzer.run(seconds=60, enough=1)
                self.assertTrue(fuzzer.differences)

    def test_given_the_right_catalog_then_there_is_none(self):
        fuzzer = Fuzzer("todo", Catalog.of("todo"), seed=1)
        fuzzer.run(seconds=2)
        self.assertEqual(fuzzer.differences, [])


if __name__ == "__main__":
    unittest.main()
