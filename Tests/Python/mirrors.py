"""Mirrors of parts of a state, kept by what a subscription is told, and the state to which they are compared.

The patches are applied by jsonpatch, which knows nothing of Adit.
"""

import json
import re

import jsonpatch
import jsonpointer

NOTHING = object()  # what is where a pointer leads nowhere
OPERATIONS = {
    "add": {"op", "path", "value"}, "remove": {"op", "path"}, "replace": {"op", "path", "value"},
    "move": {"op", "path", "from"},
}
INDEX = re.compile(r"0|[1-9][0-9]*")


class Fault(Exception):
    """What a core did that a host cannot rely on."""


def resolve(document, pointer):
    """What is at a JSON Pointer (RFC 6901); NOTHING where it leads nowhere."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, dict) and token in document:
            document = document[token]
        elif isinstance(document, list) and INDEX.fullmatch(token) and int(token) < len(document):
            document = document[int(token)]
        else:
            return NOTHING
    return document


class Whole:
    """The state of the todo core, and what is derived of it below `/view`."""

    def __init__(self, state):
        items, tags = state["items"], state["tags"]
        ids = [identity for identity in items["ids"] if not items["entities"][identity]["completed"]]
        view = {
            "open": {"ids": ids, "entities": {identity: items["entities"][identity] for identity in ids}},
            "openCount": len(ids),
            "tagNames": [tags["entities"][identity]["name"] for identity in tags["ids"]],
        }
        self.state = state
        self.document = {**state, "view": view}

    def at(self, pointer):
        """What is at a pointer. The state alone is at the empty one."""
        return resolve(self.document, pointer) if pointer else self.state

    def shown(self, pointer, window):
        """What a subscription shows, and how long its list is; None without a window, or where nothing is."""
        if window is None or self.at(pointer) is NOTHING:
            return self.at(pointer), None
        return self.part(pointer, *window)

    def part(self, pointer, start, limit):
        """A part of the list at a pointer, and how long the list is; None where there is no list."""
        end = None if limit is None else start + limit
        table = value = self.at(pointer)
        if isinstance(value, list):
            return value[start:end], len(value)
        of_entities = pointer.endswith("/entities")
        if of_entities:
            table = self.at(pointer.removesuffix("/entities"))
        if not isinstance(table, dict) or table.keys() != {"ids", "entities"}:
            return None
        ids = table["ids"][start:end]
        entities = {identity: table["entities"][identity] for identity in ids}
        return entities if of_entities else {"ids": ids, "entities": entities}, len(table["ids"])


def same(one, other):
    """Whether values are the same JSON. To Python, true is 1."""
    return one is other or canonical(one) == canonical(other)


def canonical(value):
    """A text that is the same for the same JSON, and for NOTHING in it."""
    return json.dumps(value, sort_keys=True, default=lambda _: "NOTHING")


def shown(value):
    text = "nothing" if value is NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 600 else f"{text[:600]}… ({len(text)} characters)"


def difference(expected, found):
    """Where values first differ, and how."""
    path = ""
    while True:
        if isinstance(expected, dict) and isinstance(found, dict):
            keys = [*expected, *(key for key in found if key not in expected)]
            steps = [(key, expected.get(key, NOTHING), found.get(key, NOTHING)) for key in keys]
        elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
            steps = zip(range(len(found)), expected, found)
        else:
            break
        step = next((step for step in steps if not same(*step[1:])), None)
        if step is None:
            break
        path, expected, found = f"{path}/{step[0]}", step[1], step[2]
    return f"at {path!r} of it\n  expected {shown(expected)}\n  found    {shown(found)}"


class Mirror:
    """What a subscription has been told."""

    def __init__(self, body, window=None):
        self.name, self.path = body["subscription"], body["path"]
        self.window = window  # of a list: where it begins, and how many it shows at most; None for the whole
        self.count = body.get("count")  # of the whole list
        self.revision = body["revision"]
        self.value = body.get("value", NOTHING)
        self.notices = 0  # since somebody began to count

    def update(self, body, kind):
        """Follows a notice."""
        if body["revision"] <= self.revision:
            self.fault(f"a {kind} of a revision that is not after {self.revision}", body)
        if kind == "@patch":
            self.apply(body)
        elif body["path"] != self.path:
            self.fault("a @value of another path", body)
        else:
            self.move(body, self.window)
        self.count = body.get("count")
        self.revision = body["revision"]
        self.notices += 1

    def move(self, body, window):
        """Follows a value."""
        if body.get("from") != (window[0] if window and "value" in body else None):
            self.fault(f"a @value of another window than {window}", body)
        self.window, self.value, self.count = window, body.get("value", NOTHING), body.get("count")

    def apply(self, body):
        if body["from"] != self.revision:
            self.fault(f"a patch that is not from {self.revision}", body)
        if self.value is NOTHING:
            self.fault("a patch of what is not there", body)
        if ("count" in body) != (self.window is not None):
            self.fault("a count of a window, and of nothing else", body)
        if not body["ops"] and body.get("count") == self.count:
            self.fault("an empty patch", body)
        for operation in body["ops"]:
            pointers = [operation.get("path", ""), operation.get("from", "/")]
            if (OPERATIONS.get(operation["op"]) != operation.keys() or operation["op"] != "replace" and "" in pointers
                    or any(pointer.endswith("/-") for pointer in pointers)):
                self.fault(f"not an operation of the contract: {json.dumps(operation)}", body)
        try:
            self.value = jsonpatch.apply_patch(self.value, body["ops"], in_place=True)
        except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException, TypeError, KeyError) as error:
            self.fault(f"a patch that cannot be applied to {shown(self.value)}: {error}", body)

    def contents(self):
        return self.value, self.count

    def compare(self, expected, by):
        """Compares with what is expected of its value, and of the count of its list."""
        value, count = expected
        if not same(value, self.value):
            raise Fault(f"{self}: the mirror is not what it should be by {by}\n{difference(value, self.value)}")
        if count != self.count:
            raise Fault(f"{self}: the mirror has a count of {self.count}; by {by} it is {count}")

    def fault(self, what, body):
        raise Fault(f"{self}: {what}\n  found    {shown(body)}")

    def __str__(self):
        window = f" from {self.window[0]}, {self.window[1]}" if self.window else ""
        return f"subscription {self.name!r} of {self.path!r}{window} at revision {self.revision}"
