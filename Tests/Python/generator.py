"""Random values that are valid against a schema of a catalog, sooner or later every case of every enum among them."""

import math
import re

from catalog import is_table
from choices import all_choices, alternative, height, is_enum
from matching import CHARACTERS, matching

UNDERSTOOD = {
    "$ref", "additionalProperties", "anyOf", "const", "dependentSchemas", "description", "enum", "exclusiveMaximum",
    "exclusiveMinimum", "format", "items", "maxLength", "maxProperties", "maximum", "minLength", "minProperties", "minimum", "not", "oneOf",
    "pattern", "properties", "propertyNames", "required", "type", "x-secret", "x-written",
}
DEEPEST = 12  # levels; from there on, what is chosen is the least there is
# To Swift, and as Unicode has it.
SAME_TEXT = ["\u00e9", "e\u0301"]
FIRST_AND_LAST = [
    "0000-01-01T00:00:00Z", "0000-01-01T00:29:59+00:30", "0000-01-01T00:30:00+00:30", "0000-01-02T00:00:00+23:59",
    "9999-12-31T23:59:59.999999999z", "9999-12-31T23:30:00-00:30", "9999-12-31t23:29:59-00:30",
    "9999-12-30T23:59:59-23:59",
]


class Generator:
    def __init__(self, catalog, random):
        self.catalog = catalog
        self.random = random
        self.uses = {}  # how often each choice was made
        self.breadths = {}
        self.ids = []

    def value(self, schema, level=0):
        schema = self.catalog.resolve(schema)
        if schema is True:
            return self.anything(level)
        assert not schema.keys() - UNDERSTOOD, f"the generator does not know {schema.keys() - UNDERSTOOD}"
        if "const" in schema:
            return schema["const"]
        if "properties" in schema or "propertyNames" in schema:
            return self.object(schema, level)
        for choices in ("enum", "anyOf", "oneOf"):
            if choices in schema:
                chosen = self.choose(schema, range(len(schema[choices])), level)
                return schema["enum"][chosen] if choices == "enum" else self.value(schema[choices][chosen], level)
        kind = schema.get("type")
        if kind is None:
            value = self.anything(level)
            return value if value is not None or "not" not in schema else 0
        return getattr(self, kind)(schema, level)

    def object(self, schema, level):
        if "propertyNames" in schema:
            pattern = schema["propertyNames"]["pattern"]
            names = [matching(pattern, self.random) for _ in range(self.count(level))]
            if self.random.random() < 0.05:
                names += [name for name in SAME_TEXT if re.search(pattern, name)]
            return {name: self.value(schema["additionalProperties"], level + 1) for name in names}
        properties = schema["properties"]
        if is_table(schema):
            return self.table(properties, level)
        if is_enum(schema):
            names = [self.choose(schema, list(properties), level)]
        elif "oneOf" in schema:  # a message: one of its cases, and perhaps what may stand beside it
            cases = [form["required"][0] for form in schema["oneOf"]]
            case = self.choose(schema, cases, level)
            beside = [name for name in properties if name not in cases and may_stand_beside(schema, name, case)]
            names = [case, *(name for name in beside if self.random.random() < 0.3)]
        else:
            required = schema.get("required", [])
            names = [name for name in properties if name in required or level < DEEPEST and self.random.random() < 0.5]
        self.random.shuffle(names)
        return {name: self.value(properties[name], level + 1) for name in names}

    def table(self, properties, level):
        """A table whose ids are those of its elements."""
        ids = list(dict.fromkeys(self.array(properties["ids"], level)))
        element = properties["entities"]["additionalProperties"]
        entities = {str(identity): self.value(element, level + 1) for identity in ids}
        for identity in ids:
            if "id" in entities[str(identity)]:
                entities[str(identity)]["id"] = identity
        self.random.shuffle(ids)
        return {"ids": ids, "entities": entities}

    def array(self, schema, level):
        return [self.value(schema["items"], level + 1) for _ in range(self.count(level))]

    def string(self, schema, _level):
        if schema.get("format") == "uuid":
            return self.id(schema["pattern"])
        if schema.get("format") == "date-time" and self.random.random() < 0.1:
            return self.random.choice(FIRST_AND_LAST)
        if "pattern" in schema:
            return matching(schema["pattern"], self.random)
        most = schema.get("maxLength", 300)
        return "".join(self.random.choices(CHARACTERS, k=self.random.choice([0, 1, 2, 5, 20, most])))[:most]

    def id(self, pattern):
        """One of a few UUIDs, so that messages speak of the same things, or now and then a new one."""
        if len(self.ids) < 6 or self.random.random() < 0.1:
            self.ids = [*self.ids[-5:], matching(pattern, self.random)]
        return self.random.choice(self.ids)

    def integer(self, schema, _level):
        low, high = schema["minimum"], schema["maximum"]
        near = [0, 1, -1, 7, low, low + 1, high, high - 1, 2**53, 2**53 + 1, -(2**53) - 1]
        number = self.random.choice([*near, self.random.randint(low, high)])
        return min(max(number, low), high)

    def number(self, schema, _level):
        bound = min(schema.get("exclusiveMaximum", 1.7976931348623157e308), 1.7976931348623157e308)
        near = [0, -0.0, 1, 0.1, -2.5, 1e-300, 5e-324, 2.0**53, 2**63 - 1, bound * 0.9999999999999, -bound * 0.5]
        return self.random.choice([*near, self.random.gauss(0, 1000), self.random.randint(-1000, 1000)])

    def boolean(self, _schema, _level):
        return self.random.random() < 0.5

    def null(self, _schema, _level):
        return None

    def anything(self, level=0):
        """Any JSON."""
        kind = self.random.randrange(8 if level < DEEPEST else 6)
        if kind < 2:
            return self.random.choice([None, True, False])
        if kind == 2:
            return self.integer({"minimum": -(2**63), "maximum": 2**63 - 1}, level)
        if kind == 3:
            return self.number({}, level)
        if kind < 6:
            return self.string({}, level)
        values = [self.anything(level + 2) for _ in range(self.count(level))]
        return values if kind == 6 else {self.string({}, level).replace("\0", ""): value for value in values}

    def count(self, level):
        return self.random.choice([0, 1, 1, 2, 3]) if level < DEEPEST else 0

    def choose(self, schema, choices, level):
        """One of several: the more there is to choose below one, the more often. Deep down, the one with the least."""
        forms = {choice: alternative(schema, choice) for choice in choices}
        if level >= DEEPEST:
            return min(choices, key=lambda choice: height(self.catalog, forms[choice]))
        possible = [choice for choice in choices if height(self.catalog, forms[choice]) < math.inf]
        share = {choice: self.uses.get((id(schema), choice), 0) / self.breadth(forms[choice], schema)
                 for choice in possible}
        least = min(share.values())
        chosen = self.random.choices(possible, [1 / (0.01 + share[choice] - least) for choice in possible])[0]
        self.uses[id(schema), chosen] = self.uses.get((id(schema), chosen), 0) + 1
        return chosen

    def breadth(self, schema, above):
        """How much there is to choose below a schema; of one that comes back to what is above, nothing."""
        schema = self.catalog.resolve(schema)
        place = id(schema), id(above)
        if place not in self.breadths:
            below = all_choices(self.catalog, schema)
            comes_back = any(one == id(above) for one, _ in below)
            self.breadths[place] = 1 if comes_back else 1 + len(below)
        return self.breadths[place]


def may_stand_beside(schema, name, case):
    """Whether a key may stand beside a case of a message."""
    needs = schema.get("dependentSchemas", {}).get(name)
    return needs is None or any(form["required"] == [case] for form in needs.get("oneOf", []))
