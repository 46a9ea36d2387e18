"""Random texts that a pattern matches."""

import re
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the module goes by another name from 3.11 on
    try:
        from re import _parser as parser
    except ImportError:
        import sre_parse as parser

CHARACTERS = [
    *"abz AZ019_-~/\"\\'{}[]:,.", "\0", "\n", "\x7f", "é", "e\u0301", "ß", "漢", "😀", "\u2028", "\ufeff",
    "\uffff",
]
MOST_REPEATED = 8


def matching(pattern, random):
    """A text that a pattern matches."""
    for _ in range(100):
        text = "".join(pieces(parser.parse(pattern), random))
        if re.search(pattern, text):
            return text
    raise AssertionError(f"no text found that matches {pattern}")


def pieces(parsed, random):
    for kind, what in parsed:
        kind = str(kind)
        if kind == "LITERAL":
            yield chr(what)
        elif kind == "NOT_LITERAL":
            yield random.choice([letter for letter in CHARACTERS if letter != chr(what)])
        elif kind == "IN":
            yield random.choice(letters_in(what))
        elif kind == "SUBPATTERN":
            yield from pieces(what[-1], random)
        elif kind == "BRANCH":
            yield from pieces(random.choice(what[1]), random)
        elif kind == "MAX_REPEAT":
            least, most, repeated = what
            for _ in range(random.randint(least, min(int(most), least + MOST_REPEATED))):
                yield from pieces(repeated, random)
        else:  # what is at the start and the end takes no room
            assert kind in ("AT", "ASSERT_NOT"), f"patterns with {kind} are not known here"


def letters_in(ranges):
    """The letters of a `[…]`; of one that begins with `^`, some of them."""
    listed = {chr(what) for kind, what in ranges if str(kind) == "LITERAL"}
    listed |= {chr(code) for kind, what in ranges if str(kind) == "RANGE" for code in range(what[0], what[1] + 1)}
    if str(ranges[0][0]) == "NEGATE":
        return [letter for letter in CHARACTERS if letter not in listed]
    return sorted(listed)
