"""The flat form of a catalog accepts what the catalog accepts, and nothing else; datamodel-code-generator reads it.

    test_flat.py APP CATALOG FLAT [MOST-LINES]

With MOST-LINES, what datamodel-code-generator makes of it has fewer, has no class that is numbered for its name was in use, and
accepts all messages.
"""

import copy
import datetime
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import typing

from cases import Cases, VALIDATOR, objects
from mutations import Mutator
from generator import Generator

GENERATED, MUTATED = 200, 1500
OPTIONS = ["--input-file-type", "jsonschema", "--formatters", "builtin", "--disable-timestamp"]
DICTIONARIES = ["--output-model-type", "typing.TypedDict", "--no-use-closed-typed-dict", "--special-field-name-prefix="]
MODELS = ["--output-model-type", "pydantic_v2.BaseModel"]


def main(app, catalog, flat, most=None):
    cases = Cases(app, json.loads(pathlib.Path(catalog).read_text()), written=False)
    document = json.loads(pathlib.Path(flat).read_text())
    problems = list(names(document)) + list(verdicts(cases, document))
    if most is not None:
        problems += generated(cases, flat, DICTIONARIES, int(most)) + generated(cases, flat, MODELS)
    for problem in problems[:5]:
        print(problem[:1000])
    print(f"{app}: {len(problems)} failures")
    sys.exit(bool(problems))


def names(document):
    """What is wrong with the names."""
    for name, schema in document["$defs"].items():
        if not re.fullmatch("[A-Z][A-Za-z0-9]*", name) or schema.get("title") != name:
            yield f"{name!r} with the title {schema.get('title')!r}"
    for value in objects(document):
        if "(?" in str(value.get("pattern", "")):
            yield f"a look-ahead: {value['pattern']}"
        if "properties" in value and "title" not in value:
            yield f"an object without a name: {list(value['properties'])}"


def verdicts(cases, document):
    """Messages of which the two forms differ."""
    flat = {direction: validator(document, direction) for direction in cases.validators}
    generator = Generator(cases.catalog, cases.random)
    mutator = Mutator(generator, cases.random)
    messages = list(cases.of_scenarios()) + list(cases.generated(GENERATED))
    wrong = [(direction, message) for direction, message, *_ in cases.misspelt(messages)]
    mutated = [(direction, mutator.mutated(message)) for direction, message in cases.random.choices(messages, k=MUTATED)]
    counts = {True: 0, False: 0}
    for direction, message in messages + wrong + mutated:
        if beyond_64_bits(message):
            continue
        expected = cases.validators[direction].is_valid(message)
        counts[expected] += 1
        if flat[direction].is_valid(message) != expected:
            yield f"{direction} {json.dumps(message)} is {'valid' if expected else 'invalid'} and the flat form says otherwise"
    if min(counts.values()) < 300:
        yield f"too few messages: {counts}"


def validator(document, direction):
    """A validator of the messages of a direction. In ECMA 262, `$` is the end of the text, which Python writes as \\Z."""
    document = copy.deepcopy(document)
    for value in objects(document):
        if isinstance(value.get("pattern"), str):
            value["pattern"] = re.sub(r"\$$", r"\\Z", value["pattern"])
    definition = "MessageToCore" if direction == "toCore" else "MessageToHost"
    return VALIDATOR({**document, "anyOf": [{"$ref": f"#/$defs/{definition}"}]})


def beyond_64_bits(value):
    """Whether a value has a number that Adit's parser refuses, whatever a schema says."""
    if isinstance(value, (dict, list)):
        return any(map(beyond_64_bits, value.values() if isinstance(value, dict) else value))
    return isinstance(value, (int, float)) and not -(2**63) <= value < 2**63


def texts(value):
    """All texts in a value."""
    if isinstance(value, (dict, list)):
        for member in value.values() if isinstance(value, dict) else value:
            yield from texts(member)
    elif isinstance(value, str):
        yield value


def is_no_day(text):
    """Whether a text is spelt as a day that no calendar has."""
    day = re.match(r"\d{4}-\d\d-\d\d", text)
    try:
        return day is not None and datetime.date.fromisoformat(day[0]) is None
    except ValueError:
        return True


def generated(cases, flat, options, most=None):
    """What is wrong with what datamodel-code-generator makes of it."""
    import typing_extensions  # noqa: PLC0415: the other tests do not need these
    from pydantic import TypeAdapter  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "made.py"
        subprocess.run(["datamodel-codegen", "--input", flat, "--output", path, *OPTIONS, *options], check=True)
        text = path.read_text()
        # pydantic reads the dictionaries of typing since Python 3.12 only.
        typing.TypedDict = typing_extensions.TypedDict
        spec = importlib.util.spec_from_file_location("made", path)
        made = importlib.util.module_from_spec(spec)
        sys.modules["made"] = made
        spec.loader.exec_module(made)
    problems = []
    lines = len(text.splitlines())
    print(f"{cases.app}: datamodel-code-generator makes {lines} lines of {options[1]}")
    if most is not None and lines >= most:
        problems.append(f"{lines} lines; fewer than {most} are expected")
    for name in re.findall(r"^(?:class )?([A-Z]\w*\d)\b(?:\(| =|:)", text, re.MULTILINE):
        problems.append(f"a numbered name: {name}")
    adapters = {"toCore": TypeAdapter(made.MessageToCore), "toHost": TypeAdapter(made.MessageToHost)}
    for direction, message in cases.of_scenarios():
        if any(map(is_no_day, texts(message))):  # which a schema cannot say, and pydantic knows
            continue
        try:
            adapters[direction].validate_python(message)
        except ValueError as error:
            problems.append(f"{direction} {json.dumps(message)}: {error}")
    for direction, message in [("toCore", {"todo": {"request": {"ad": {}}}}), ("toHost", {"todo": {"response": {"wasAdded": {"text": 1}}}})]:
        try:
            adapters[direction].validate_python(message)
            problems.append(f"{direction} {json.dumps(message)} is accepted")
        except ValueError:
            pass
    return problems


main(*sys.argv[1:])
