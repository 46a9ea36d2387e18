"""What the schema cannot say: each entry of that list in docs/wire.md is refused, just so and no more."""

import pathlib
import tempfile
import unittest

import hosting
from catalog import Catalog
from judge import LIST, MOST_BYTES, Judge

WIRE = pathlib.Path(__file__).parents[2] / "docs" / "wire.md"


def increment(by):
    return f'{{"counter":{{"request":{{"increment":{{"by":{by}}}}}}}}}'


def identified(identity):
    return f'{{"@close":{{}},"@id":{identity}}}'


def grouped(group):
    return f'{{"todo":{{"request":{{"add":{{"item":{{"text":"a"}}}}}}}},"@group":{group}}}'


def added(item):
    return f'{{"todo":{{"request":{{"add":{{"item":{item}}}}}}}}}'


def due(time):
    return added(f'{{"text":"","due":"{time}"}}')


def listed(day):
    return f'{{"journal":{{"request":{{"list":{{"day":"{day}"}}}}}}}}'


def asked(value):
    return f'{{"request":{value}}}'


def nested(levels):
    return asked('{"json":' + "[" * (levels - 2) + "]" * (levels - 2) + "}")


def table(ids, *elements):
    members = ",".join(f'"{element}":{{"id":"{element}"}}' for element in elements)
    return asked(f'{{"table":{{"ids":[{ids}],"entities":{{{members}}}}}}}')


A, B = "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b811-9dad-11d1-80b4-00c04fd430c8"

# For each entry: the app, what is refused by it, and what is nearly that.
EXAMPLES = {
    "a duplicate key": ("counter", [increment('1,"by":1'), increment(1)[:-1] + "," + increment(1)[1:]], []),
    "a lone surrogate": ("todo", [added('{"text":"\\ud800"}'), identified('"\\udc00\\ud800"')],
                         [added('{"text":"\\ud83d\\ude00"}')]),
    "too many bytes": ("todo", [identified('"x"') + " " * MOST_BYTES], [identified('"x"') + " " * (MOST_BYTES - 100)]),
    "too many values": ("kinds", [asked('{"json":[' + "0," * 1_000_000 + "0]}")],
                        [asked('{"json":[' + "0," * 900_000 + "0]}")]),
    "an @id of over 255 bytes": ("todo", [identified('"%s"' % ("é" * 128))], [identified('"%sx"' % ("é" * 127))]),
    "a @group of over 255 bytes": ("todo", [grouped('"%s"' % ("é" * 128))], [grouped('"%sx"' % ("é" * 127))]),
    "an @id with a fraction or an exponent": ("todo", [identified("7.0"), identified("7e0")], [identified("7")]),
    "an @advance with a real clock": (
        "counter", ['{"@advance":{"by":0}}', '{"@id":7,"@advance":{"by":5000}}'], []),
    "an @export or @import whose path cannot name a file": (
        "counter", ['{"@export":{"path":""}}', '{"@import":{"path":"a\\u0000b"}}'],
        ['{"@export":{"path":"nowhere/a"}}', '{"@import":{"path":"nowhere/a"}}']),
    "an @export or @import outside of the config's folder": (
        "counter", ['{"@export":{"path":"/etc/a"}}', '{"@import":{"path":"a/../../b"}}', '{"@import":{"path":"a//b"}}'],
        ['{"@export":{"path":"nowhere/..a"}}', '{"@import":{"path":"nowhere/.a/b"}}']),
    "a whole number from 2^53 on with a fraction or an exponent": (
        "counter", [increment("9007199254740992.0"), increment("-9007199254740992e0"), increment("1e17")],
        [increment("9007199254740991.0"), increment("-9007199254740991e0"), increment(2**53 + 1), increment("1e15")]),
    "a day that does not exist": (
        "todo", [listed("2026-02-30"), listed("2026-02-29"), listed("1900-02-29"), due("2026-04-31T09:30:00Z")],
        [listed("2024-02-29"), listed("2000-02-29"), listed("0000-02-29"), due("2026-04-30T23:59:59Z")]),
    "a time outside of the years 0 to 9999": (
        "todo", [due("9999-12-31T23:30:00-01:00"), due("0000-01-01T00:30:00.999999999+01:00")],
        [due("9999-12-31T22:59:59.999999999-01:00"), due("0000-01-01T01:00:00+01:00")]),
    "a NUL in a key": ("kinds", [asked('{"json":{"a\\u0000":1}}')], [asked('{"json":{"a":"\\u0000"}}')]),
    "a whole number beyond 64 bits": (
        "kinds", [asked('{"double":9223372036854775808}'), asked('{"json":-1%s}' % ("0" * 5000))],
        [asked('{"double":-9223372036854775808}'), asked('{"json":9223372036854775808.0}')]),
    "a number beyond the largest double": ("kinds", [asked('{"double":1e999}'), asked('{"json":[-1e309]}')],
                                      [asked('{"double":1.7976931348623157e308}'), asked('{"double":1e-999}')]),
    "too many levels": ("kinds", [nested(65), nested(300)], [nested(64)]),
    "two keys that are the same text": (
        "kinds", [asked('{"dictionary":{"é":1,"e\u0301":2}}'), asked('{"dictionaries":{"é":{},"e\u0301":{}}}')],
        [asked('{"dictionary":{"é":1,"e":2}}')]),
    "a key that takes too long to compare": (
        "kinds", [asked('{"dictionary":{"e%s":1}}' % ("\u0301" * 129))],
        [asked('{"dictionary":{"e%s":1}}' % ("\u0301" * 128)), asked('{"json":{"e%s":1}}' % ("\u0301" * 129))]),
    "a table whose ids do not match its elements": (
        "kinds", [table("", A), table(f'"{A}"'), table(f'"{A}","{A}"', A), table(f'"{A}","{B}"', A)],
        [table(""), table(f'"{B}","{A}"', A, B), table(f'"{A.upper()}"', A)]),
}


def answer(app, text, clock="real"):
    """The code with which a text is refused; None where it is accepted."""
    with hosting.Core(app, {"clock": clock, "files": {"folder": tempfile.gettempdir()}}) as core:
        try:
            core.send(text.encode())
        except hosting.CallError as error:
            return error.name


class Unsaid(unittest.TestCase):
    def test_given_the_list_in_the_documents_then_it_is_that_of_the_tests(self):
        section = WIRE.read_text().split("## What the schema cannot say\n")[1].split("\n## ")[0]
        rows = [[cell.strip(" `") for cell in line.split("|")] for line in section.splitlines() if "ADIT_E" in line]
        self.assertEqual({row[1]: row[3].removeprefix("ADIT_") for row in rows}, LIST)

    def test_given_an_entry_then_there_are_examples(self):
        self.assertEqual(LIST.keys(), EXAMPLES.keys())

    def test_given_an_entry_when_sent_then_the_schema_allows_it_and_the_core_does_not(self):
        for entry, (app, refused, accepted) in EXAMPLES.items():
            if app not in hosting.catalog():
                continue  # this runs with each library
            judge = Judge(Catalog.of(app))
            for text in refused:
                with self.subTest(text[:100]):
                    self.assertEqual(judge.judge(text.encode()), ({LIST[entry]}, entry))
                    self.assertEqual(answer(app, text), LIST[entry])
            for text in accepted:
                with self.subTest(text[:100]):
                    self.assertEqual(judge.judge(text.encode()), (set(), "nothing"))
                    self.assertIsNone(answer(app, text))

    def test_given_a_virtual_clock_then_it_can_be_moved_on_and_not_back(self):
        app = next(iter(hosting.catalog()))
        judge = Judge(Catalog.of(app), clock="virtual")
        longest = 3_155_760_000_000
        for by, code in [(0, None), (longest, None), (longest + 1, "EMESSAGE"), (-1, "EMESSAGE"), (0.5, "EMESSAGE")]:
            with self.subTest(by):
                text = f'{{"@advance":{{"by":{by}}}}}'
                self.assertEqual(judge.judge(text.encode())[0], {code} - {None})
                self.assertEqual(answer(app, text, clock="virtual"), code)

    def test_given_the_deepest_limit_when_the_largest_enum_nests_that_deep_then_the_stack_stands_it(self):
        if "kinds" not in hosting.catalog():
            return

        def text(levels):
            inner = levels - 3
            return '{"request":' + '{"nested":' * inner + '{"nothing":{}}' + "}" * (inner + 1)

        heard = []
        with hosting.Core("kinds", {"limits": {"depth": 512}}, hear=heard.append) as core:
            core.send(text(512).encode())
            self.assertEqual(core.process(), 1)
            with self.assertRaises(hosting.CallError) as refused:
                core.send(text(513).encode())
            self.assertEqual(refused.exception.name, "ESIZE")
        with self.assertRaises(hosting.CallError) as refused:
            hosting.Core("kinds", {"limits": {"depth": 513}})
        self.assertIn("limits.depth: found 513; one from 1 to 512 is expected", str(refused.exception))


if __name__ == "__main__":
    unittest.main()
