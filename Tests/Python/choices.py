"""Where a schema leaves a choice: the cases of an enum, the forms of a value, the texts that it may be."""

import math


def is_enum(schema):
    """Whether the values are objects with one of several keys."""
    return schema.get("maxProperties") == 1


def choices_of(schema):
    """What there is to choose: names of cases, or positions."""
    if is_enum(schema):
        return list(schema["properties"])
    if "properties" in schema:
        return [form["required"][0] for form in schema.get("oneOf", [])]
    return list(range(max(len(schema.get(key, [])) for key in ("enum", "anyOf", "oneOf"))))


def alternative(schema, choice):
    """What is chosen, as a schema."""
    if "properties" in schema:
        return schema["properties"][choice]
    return True if "enum" in schema else schema["anyOf" if "anyOf" in schema else "oneOf"][choice]


def height(catalog, schema, above=()):
    """How many objects and arrays a value has at least, one in the other; infinitely many where there is no value."""
    schema = catalog.resolve(schema)
    if not isinstance(schema, dict) or not ("properties" in schema or choices_of(schema)):
        return 0
    if id(schema) in above:
        return math.inf
    if not above and id(schema) in catalog.heights:
        return catalog.heights[id(schema)]

    def below(form):
        return height(catalog, form, (*above, id(schema)))

    if is_enum(schema) or "properties" not in schema:
        lowest = min((below(alternative(schema, choice)) for choice in choices_of(schema)), default=math.inf)
        found = is_enum(schema) + lowest
    else:
        found = 1 + max((below(schema["properties"][name]) for name in schema.get("required", [])), default=0)
    if not above:
        catalog.heights[id(schema)] = found
    return found


def all_choices(catalog, start):
    """Every choice that there is below a schema, as the generator counts them, and its place."""
    found, waiting = {}, [(start, "")]
    seen = set()
    while waiting:
        schema, place = waiting.pop()
        schema = catalog.resolve(schema)
        if not isinstance(schema, dict) or id(schema) in seen or height(catalog, schema) == math.inf:
            continue
        seen.add(id(schema))
        for choice in choices_of(schema):
            if height(catalog, alternative(schema, choice)) < math.inf:
                found[id(schema), choice] = f"{place}/{choice}"
        waiting += [(schema["properties"][name], f"{place}/{name}") for name in schema.get("properties", {})]
        if "properties" not in schema:
            forms = [*schema.get("anyOf", []), *schema.get("oneOf", []), schema.get("items"),
                     schema.get("additionalProperties")]
            waiting += [(form, f"{place}/{number}") for number, form in enumerate(forms)]
    return found
