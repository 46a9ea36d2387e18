"""Whether `adit_send` has to accept a text: it does where the text is JSON and valid against `@toCore`, but for the
list of docs/wire.md, "What the schema cannot say". Each entry of the list is a function or a line here."""

import datetime
import json
import re
import unicodedata

import jsonschema

from catalog import VALIDATOR, is_table

MOST_BYTES, MOST_LEVELS, MOST_VALUES = 16 << 20, 64, 1_000_000

# The entries of the list, and the code with which each is refused.
LIST = {
    "a duplicate key": "EJSON",
    "a NUL in a key": "EJSON",
    "a lone surrogate": "EJSON",
    "a whole number beyond 64 bits": "EJSON",
    "a number beyond the largest double": "EJSON",
    "too many levels": "ESIZE",
    "too many bytes": "ESIZE",
    "too many values": "ESIZE",
    "an @id of over 255 bytes": "EMESSAGE",
    "a @group of over 255 bytes": "EMESSAGE",
    "an @id with a fraction or an exponent": "EMESSAGE",
    "an @advance with a real clock": "EMESSAGE",
    "an @export or @import whose path cannot name a file": "EMESSAGE",
    "an @export or @import outside of the config's folder": "EDENIED",
    "a whole number from 2^53 on with a fraction or an exponent": "EMESSAGE",
    "a day that does not exist": "EMESSAGE",
    "a time outside of the years 0 to 9999": "EMESSAGE",
    "two keys that are the same text": "EMESSAGE",
    "a key that takes too long to compare": "EMESSAGE",
    "a table whose ids do not match its elements": "EMESSAGE",
}


PARTS = re.compile(r"-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?")


class Real(float):
    """A number that is written with a fraction or an exponent: the nearest double, which may be whole though the number is not."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        whole, fraction, exponent = PARTS.fullmatch(text).groups(default="")
        digits = whole + fraction
        zeros = len(digits) - len(digits.rstrip("0"))
        # Python refuses to read thousands of digits; of these, the sign says all.
        power = int(exponent[:20] or "0")
        number.is_whole = zeros == len(digits) or power - len(fraction) + zeros >= 0
        return number

    def is_integer(self):
        return self.is_whole


class NotJSON(Exception):
    pass


def parse(text):
    """Reads JSON as RFC 8259 has it.

    Returns the value, and the entries of the list that already the text is refused by.
    """
    reasons = set()

    def whole(digits):
        # Python refuses to read thousands of digits.
        number = int(digits) if len(digits) < 1000 else (-1 if digits[0] == "-" else 1) * 10**1000
        if not -(2**63) <= number < 2**63:
            reasons.add("a whole number beyond 64 bits")
        return number

    def real(digits):
        number = Real(digits)
        if number in (float("inf"), float("-inf")):
            reasons.add("a number beyond the largest double")
        return number

    def members(pairs):
        value = dict(pairs)
        if len(value) < len(pairs):
            reasons.add("a duplicate key")
        if any("\0" in key for key in value):
            reasons.add("a NUL in a key")
        return value

    def no_number(name):
        raise NotJSON(name)

    if len(text) > MOST_BYTES:
        reasons.add("too many bytes")
    try:
        value = json.loads(text.decode(), parse_int=whole, parse_float=real, parse_constant=no_number,
                           object_pairs_hook=members)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise NotJSON(str(error)) from error
    except RecursionError:
        return None, {"too many levels"}
    if levels(value) > MOST_LEVELS:
        reasons.add("too many levels")
    if text.count(b",") >= MOST_VALUES - 1 and values(value) > MOST_VALUES:
        reasons.add("too many values")
    if any(re.search("[\ud800-\udfff]", string) for string in strings(value)):
        reasons.add("a lone surrogate")
    return value, reasons


def levels(value):
    """How deep objects and arrays nest."""
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max(map(levels, value.values() if isinstance(value, dict) else value), default=0)


def values(value):
    """How many values there are, with those that are in them."""
    if not isinstance(value, (dict, list)):
        return 1
    return 1 + sum(map(values, value.values() if isinstance(value, dict) else value))


def strings(value):
    """Every string and every key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for element in value:
            yield from strings(element)
        for element in value.values() if isinstance(value, dict) else ():
            yield from strings(element)


class Judge:
    """Judges the texts that are sent to an app. `clock` is that of the core, `has_folder` whether its config names one."""

    def __init__(self, catalog, clock="real", has_folder=True):
        self.catalog = catalog
        self.clock = clock
        self.has_folder = has_folder
        self.exact = exact_validator(catalog, *EXACT.values())
        self.exact_in = {entry: exact_validator(catalog, check) for entry, check in EXACT.items()}

    def judge(self, text):
        """Whether a text has to be accepted.

        Returns the codes with which it may be refused, none where it has to be accepted; and why.
        """
        try:
            value, reasons = parse(text)
        except NotJSON as error:
            return {"EJSON", "ESIZE"}, f"not JSON: {error}"
        # Of a text with several faults, any may be named.
        codes = {LIST[reason] for reason in reasons}
        if not self.catalog.to_core.is_valid(value):
            return codes | {"EMESSAGE"}, "the schema"
        reasons |= set(self.unsaid(value))
        return {LIST[reason] for reason in reasons}, ", ".join(sorted(reasons)) or "nothing"

    def unsaid(self, value):
        """The entries of the list by which a value that is valid against the schema is refused all the same."""
        identity = value.get("@id")
        if isinstance(identity, str) and len(identity.encode(errors="surrogatepass")) > 255:
            yield "an @id of over 255 bytes"
        group = value.get("@group")
        if isinstance(group, str) and len(group.encode(errors="surrogatepass")) > 255:
            yield "a @group of over 255 bytes"
        if isinstance(identity, Real):
            yield "an @id with a fraction or an exponent"
        if "@advance" in value and self.clock == "real":
            yield "an @advance with a real clock"
        for key in ("@export", "@import"):
            if key in value and (value[key]["path"] == "" or "\0" in value[key]["path"]):
                yield "an @export or @import whose path cannot name a file"
            elif key in value and not (self.has_folder and leads_below(value[key]["path"])):
                yield "an @export or @import outside of the config's folder"
        if not self.exact.is_valid(value):
            yield from (entry for entry, validator in self.exact_in.items() if not validator.is_valid(value))


def leads_below(path):
    return all(step not in ("", ".", "..") for step in path.split("/"))


def exact_validator(catalog, *checks):
    """A validator of `@toCore` that knows more than the schema says. A check is of a format, a type or a keyword."""
    checker = jsonschema.FormatChecker(formats=())
    formats = [check for kind, check in checks if kind == "format"]
    for name in ("date", "date-time"):
        checker.checks(name)(lambda text: not isinstance(text, str) or all(check(text) for check in formats))
    types = VALIDATOR.TYPE_CHECKER.redefine_many({kind: check for kind, check in checks if kind == "integer"})
    keywords = {kind: all_of([check for other, check in checks if other == kind])
                for kind, _ in checks if kind not in ("format", "integer")}
    kind = jsonschema.validators.extend(VALIDATOR, keywords, type_checker=types)
    return catalog.validator("@toCore", kind, format_checker=checker)


def all_of(checks):
    return lambda *arguments: (error for check in checks for error in check(*arguments))


def has_day(text):
    # Every fourth century has the same calendar; Python has no year 0.
    year, month, day = int(text[:4]) % 400 + 2000, int(text[5:7]), int(text[8:10])
    try:
        return bool(datetime.date(year, month, day))
    except ValueError:
        return False


def has_year(text):
    match = re.match("(\\d{4})-(\\d\\d-\\d\\d).(\\d\\d):(\\d\\d).*([+-])(\\d\\d):(\\d\\d)", text)
    if match is None or (match[1], match[2]) not in (("0000", "01-01"), ("9999", "12-31")):
        return True
    minutes = int(match[3]) * 60 + int(match[4]) - int(match[5] + "1") * (int(match[6]) * 60 + int(match[7]))
    return minutes >= 0 if match[1] == "0000" else minutes < 24 * 60


def is_exact_integer(_checker, value):
    if isinstance(value, Real):
        return value.is_integer() and abs(value) < 2**53
    return isinstance(value, int) and not isinstance(value, bool)


def have_texts_of_their_own(validator, names, value, schema):
    yield from VALIDATOR.VALIDATORS["propertyNames"](validator, names, value, schema)
    if len({unicodedata.normalize("NFC", key) for key in value}) < len(value):
        yield jsonschema.ValidationError("two keys are the same text")


def are_compared_at_once(validator, names, value, schema):
    yield from VALIDATOR.VALIDATORS["propertyNames"](validator, names, value, schema)
    if any(marks_in_a_row(key) > 128 for key in value):
        yield jsonschema.ValidationError("a key takes long to compare")


def marks_in_a_row(text):
    """How many combining marks come one after the other at most."""
    most = count = 0
    for character in text:
        count = count + 1 if unicodedata.combining(character) else 0
        most = max(most, count)
    return most


def belong_together(validator, properties, value, schema):
    yield from VALIDATOR.VALIDATORS["properties"](validator, properties, value, schema)
    if not is_table(schema) or not isinstance(value, dict):
        return
    # UUIDs are the same in either case.
    plain = str.lower if properties["ids"]["items"].get("format") == "uuid" else str
    ids, elements = value["ids"], value["entities"]
    named = [plain(str(name)) for name in ids]
    if (sorted(named) != sorted(map(plain, elements)) or len(set(named)) < len(named)
            or any(plain(str(element.get("id", name))) != plain(name) for name, element in elements.items())):
        yield jsonschema.ValidationError("the ids are not those of the elements")


# What depends on what is expected at a place.
EXACT = {
    "a day that does not exist": ("format", has_day),
    "a time outside of the years 0 to 9999": ("format", has_year),
    "a whole number from 2^53 on with a fraction or an exponent": ("integer", is_exact_integer),
    "two keys that are the same text": ("propertyNames", have_texts_of_their_own),
    "a key that takes too long to compare": ("propertyNames", are_compared_at_once),
    "a table whose ids do not match its elements": ("properties", belong_together),
}
