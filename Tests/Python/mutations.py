"""What is nearly a message: messages with something changed."""

import collections
import copy
import json

EDGES = [
    None, True, False, 0, -1, 1.0, 1.5, -0.0, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 10**30,
    2.0**53, 2.0**63, 1e15, 1e300, 3.5e38, 5e-324, "", "a", "\0", "\ud800", "2026-02-30", "2026-13-01", "2026-11-21",
    "2026-02-30T00:00:00Z", "2026-11-21T09:30:00Z", "2026-11-21T09:30:60Z", "2026-11-21T24:00:00Z",
    "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59.999999999Z",
    "2026-11-21T09:30:00.1234567890Z", "2026-11-21T09:30:00Z\n", "2026-11-21 09:30:00Z", "٢026-11-21",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8\n",
    "6ba7b8109dad11d180b400c04fd430c8",
    "/", "/~", "/items/entities", "todo.request.add", "emptyText", [], [None], {}, {"": {}}, {"a": 1},
]
IDENTITIES = [
    "", "x" * 255, "x" * 256, "é" * 127, "é" * 128, "\0", 0, -(2**63), 2**63 - 1, 2**63, 7.0, 7.5, 1e3, None, True,
    [], {},
]


class Mutator:
    def __init__(self, generator, random):
        self.generator = generator
        self.random = random
        self.names = {}  # the keys that are met below a key
        self.tried = collections.Counter()

    def mutated(self, message):
        """A copy of a message with a few things changed, as a value."""
        message = json.loads(json.dumps(message))
        self.note_names("", message)
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            message = self.changed(message)
        return message

    def changed(self, message):
        if self.random.random() < 0.08 and isinstance(message, dict):
            return {**message, "@id": self.random.choice(IDENTITIES)}
        places = list(places_in(message))
        if not places:
            return self.replacement(message)
        holder, key = self.random.choice(places)
        change = self.random.choice(["replace", "replace", "remove", "rename", "add", "wrap", "move"])
        getattr(self, change)(holder, key, places)
        return message

    def neighbour(self, message):
        """A copy of a message with one thing changed: of all changes at all places, one that was seldom made."""
        message = json.loads(json.dumps(message))
        self.note_names("", message)
        changes = [(holder, key, change, (*path[-3:], change))
                   for holder, key, path in paths_in(message) for change in self.changes(holder, key, path)]
        least = min(self.tried[place] for *_, place in changes)
        holder, key, (change, what), place = self.random.choice([one for one in changes if self.tried[one[3]] == least])
        self.tried[place] += 1
        if change == "remove":
            del holder[key]
        elif change == "rename":
            holder[what] = holder.pop(key)
        elif change == "add":
            holder[what] = copy.deepcopy(holder[key])
        elif change == "append":
            holder[key] += what
        else:
            holder[key] = json.loads(what)
        return message

    def changes(self, holder, key, path):
        """What can be changed at a place."""
        yield "remove", ""
        for value in ("null", "true", "0", "-1", "1.5", '""', "[]", "{}"):
            yield "replace", value
        if isinstance(holder[key], str):
            yield "append", "\n"
            yield "append", "a"
        if isinstance(holder, dict):
            for name in ("x", *self.names.get(path[-2] if len(path) > 1 else "", {})):
                if name not in holder:
                    yield "rename", name
                    yield "add", name

    def note_names(self, above, value):
        if isinstance(value, dict):
            self.names.setdefault(above, {}).update(dict.fromkeys(value))
            for key, member in value.items():
                self.note_names(key, member)

    def replace(self, holder, key, _places):
        holder[key] = self.replacement(holder[key])

    def remove(self, holder, key, _places):
        del holder[key]

    def rename(self, holder, key, places):
        if isinstance(holder, dict):
            holder[self.name(key, places)] = holder.pop(key)

    def add(self, holder, key, places):
        if isinstance(holder, list):
            holder.insert(key, self.replacement(holder[key]))
        else:
            holder[self.name(key, places)] = self.replacement(holder[key])

    def name(self, key, places):
        """A key instead of another: one that is met beside it, or elsewhere, or nowhere."""
        here = [name for _, name in places if isinstance(name, str)]
        beside = [name for names in self.names.values() if key in names for name in names]
        nowhere = self.random.choice(["", "@id", "@" + key, key.upper(), key + "\0", self.edited(key)])
        return self.random.choice([nowhere, self.random.choice(here), *self.random.choices(beside or here, k=3)])

    def wrap(self, holder, key, _places):
        value = holder[key]
        holder[key] = self.random.choice([[value], {"value": value}, {"_0": value}, json.dumps(value)])

    def move(self, holder, key, places):
        other, name = self.random.choice(places)
        # Copies: one may hold the other.
        holder[key], other[name] = copy.deepcopy(other[name]), copy.deepcopy(holder[key])

    def replacement(self, value):
        """Something that may stand in the place of a value."""
        if self.random.random() < 0.15:
            return None
        if self.random.random() < 0.4:
            if isinstance(value, str):
                return self.edited(value)
            if isinstance(value, (int, float)):
                real = float(value) if abs(value) < 1e300 else value
                return self.random.choice([value + 1, value - 1, -value, value * 10, value + 0.5, real])
        edge, deep = self.random.choice(EDGES), nested(self.random.randrange(70))
        return self.random.choice([self.generator.anything(9), edge, deep])

    def edited(self, text):
        """A text with a character changed, put in, left out."""
        position = self.random.randrange(len(text) + 1)
        letter = self.random.choice([*"0123456789-:.+TtZzaAgG/~ \n\0é٣", chr(0xD800)])
        return self.random.choice(
            [text[:position] + letter + text[position + 1:], text[:position] + letter + text[position:],
             text[:position] + text[position + 1:], text + letter, text + "\n"])

def paths_in(value, above=()):
    """Every value in a value, as what holds it, its key there, and all keys that lead to it."""
    if isinstance(value, (dict, list)):
        for key, element in value.items() if isinstance(value, dict) else enumerate(value):
            path = (*above, key)
            yield value, key, path
            yield from paths_in(element, path)


def places_in(value):
    """Every value in a value, as what holds it and its key there."""
    return ((holder, key) for holder, key, _ in paths_in(value))


def nested(levels):
    """Arrays and objects, one in the other."""
    value = 1
    for level in range(levels):
        value = [value] if level % 3 else {"nested": value}
    return value
