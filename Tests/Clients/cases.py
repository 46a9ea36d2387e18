"""The messages that generated types have to read and write: those of the scenarios, and random ones of a catalog."""

import copy
import json
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Python"))
from catalog import Catalog, VALIDATOR  # noqa: E402
from choices import is_enum  # noqa: E402
from generator import Generator  # noqa: E402

DIRECTIONS = {"toCore": "@toCore", "toHost": "@toHost"}


class Cases:
    """The messages of an app. If they are `written`, those to the host have what the core always writes."""

    def __init__(self, app, document, seed=1, written=True):
        self.app = app
        self.catalogs = {"toCore": Catalog(document), "toHost": Catalog(as_written(document) if written else document)}
        self.catalog = self.catalogs["toCore"]
        self.random = random.Random(f"{app} {seed}")
        self.validators = {"toCore": self.catalogs["toCore"].to_core, "toHost": self.catalogs["toHost"].to_host}

    def of_scenarios(self):
        """Each message in the scenario files of the app, with its directions."""
        for file in sorted((ROOT / "examples-c" / "scenarios" / self.app).glob("*.json")):
            for value in objects(json.loads(file.read_text())):
                for direction, validator in self.validators.items():
                    if validator.is_valid(value):
                        yield direction, value

    def generated(self, count):
        """Random messages: as many in each direction, and among them every case."""
        for direction, definition in DIRECTIONS.items():
            generator = Generator(self.catalogs[direction], self.random)
            schema = generator.catalog.document["$defs"][definition]
            for _ in range(count):
                yield direction, generator.value(schema)

    def misspelt(self, messages):
        """Each message with one of its keys misspelt, and the path of what has that key."""
        for direction, message in messages:
            self.catalog = self.catalogs[direction]
            schema = self.catalog.document["$defs"][DIRECTIONS[direction]]
            places = list(self.typed_keys(schema, message))
            if not places:
                continue
            path, key = self.random.choice(places)
            wrong = copy.deepcopy(message)
            holder = wrong
            for part in path:
                holder = holder[part]
            holder[key + "x"] = holder.pop(key)
            if not self.validators[direction].is_valid(wrong):
                yield direction, wrong, path, key + "x"

    def typed_keys(self, schema, value, path=()):
        """The keys that types know, with the paths of their objects. What an @effect requests is any JSON to a type of all
        effects, and so are the gateways of an app."""
        schema = self.catalog.resolve(schema)
        if not isinstance(schema, dict) or path[:2] in (("@effect", "request"), ("@with", "gateways")):
            return
        if "anyOf" in schema:
            for form in schema["anyOf"]:
                if self.is_valid(form, value):
                    yield from self.typed_keys(form, value, path)
                    return
        elif isinstance(value, dict) and "properties" in schema:
            for key, member in value.items():
                yield path, key
                if key in schema["properties"]:
                    yield from self.typed_keys(schema["properties"][key], member, (*path, key))
        elif isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
            for key, member in value.items():
                yield from self.typed_keys(schema["additionalProperties"], member, (*path, key))
        elif isinstance(value, list) and "items" in schema:
            for index, element in enumerate(value):
                yield from self.typed_keys(schema["items"], element, (*path, index))

    def normal(self, direction, value):
        """A message as it means the same: without the nulls that are as good as absent, and a double as such."""
        self.catalog = self.catalogs[direction]
        return self.without_nulls(self.catalog.document["$defs"][DIRECTIONS[direction]], value)

    def without_nulls(self, schema, value):
        schema = self.catalog.resolve(schema)
        if not isinstance(schema, dict):
            return value
        if "anyOf" in schema:
            form = next((form for form in schema["anyOf"] if self.is_valid(form, value)), {})
            return self.without_nulls(form, value)
        if schema.get("type") == "number":
            return float(value)
        if isinstance(value, list) and "items" in schema:
            return [self.without_nulls(schema["items"], element) for element in value]
        if not isinstance(value, dict):
            return value
        if "properties" not in schema:
            inner = schema.get("additionalProperties", {})
            return {key: self.without_nulls(inner, member) for key, member in value.items()}
        keeps = schema.get("required", []) if not is_enum(schema) else list(value)
        cases = [form["required"][0] for form in schema.get("oneOf", []) if "required" in form]
        return {
            key: self.without_nulls(schema["properties"].get(key, {}), member)
            for key, member in value.items()
            if member is not None or key in keeps or key in cases
        }

    def is_valid(self, schema, value):
        return VALIDATOR({**self.catalog.document, "anyOf": [schema]}).is_valid(value)


def as_written(schema):
    """A schema of what the core writes: a key that it always writes is required, and its value is not null."""
    if isinstance(schema, list):
        return [as_written(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: as_written(member) for key, member in schema.items()}
    written = made.pop("x-written", None)
    if isinstance(written, list):
        made["required"] = made.get("required", []) + written
        for key in written:
            member = dict(made["properties"][key])
            forms = [form for form in member.pop("anyOf", []) if form != {"type": "null"}]
            made["properties"][key] = {**member, **forms[0]} if len(forms) == 1 else made["properties"][key]
    return made


def objects(value):
    """All objects in a value."""
    if isinstance(value, dict):
        yield value
        for member in value.values():
            yield from objects(member)
    elif isinstance(value, list):
        for element in value:
            yield from objects(element)


def same(left, right):
    """Whether two values are the same JSON: 1 and 1.0 are, true and 1 are not."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right
