"""Values that are equal and yet differ on the wire, and numbers on threads that round in another way: a host's copies,
the state and a reopened store are the same JSON.

    ADIT_LIBRARY=.build/packages/debug/libAditKinds.so python3 Tests/Python/test_values.py
"""

import ctypes
import json
import math
import os
import platform
import tempfile
import unittest

import hosting
from hosting import CallError, Core

COMPOSED, DECOMPOSED = "\u00e9", "e\u0301"
ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
MODES = {"x86_64": {"down": 0x400, "up": 0x800, "to zero": 0xC00},
         "aarch64": {"down": 0x800000, "up": 0x400000, "to zero": 0xC00000}}


def rows(*texts):
    return [{"id": text, "number": number} for text, number in texts]


def text_of(value):
    """JSON in which the order of keys says nothing, and -0.0 is another number than 0.0."""
    return json.dumps(value, sort_keys=True)


def applied(document, operations):
    """A document after operations of RFC 6902, with a path of at most two keys."""
    for operation in operations:
        *way, key = [part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:]] or [None]
        if key is None:
            document = operation["value"]
            continue
        place = document
        for part in way:
            place = place[int(part) if isinstance(place, list) else part]
        if operation["op"] == "move":
            start = int(operation["from"].rsplit("/", 1)[1])
            place.insert(int(key), place.pop(start))
        elif isinstance(place, list):
            if operation["op"] != "add":
                place.pop(int(key))
            if operation["op"] != "remove":
                place.insert(int(key), operation["value"])
        elif operation["op"] == "remove":
            del place[key]
        else:
            if operation["op"] == "replace" and key not in place:
                raise AssertionError(f"{operation} replaces what is not there: {document}")
            place[key] = operation["value"]
    return document


class Values(unittest.TestCase):
    def open(self, config=None):
        self.heard = []
        core = Core("kinds", config, hear=self.heard.append)
        self.addCleanup(core.close)
        return core

    def ask(self, core, message):
        self.heard.clear()
        core.send(message)
        core.process()
        return list(self.heard)

    def get(self, core, path, **window):
        return self.ask(core, {"@get": {"path": path, **window}})[0]["@value"].get("value")

    def mirror(self, core, path, values, **window):
        """Follows a path while values are set, and compares each copy with what `@get` says."""
        copy = self.ask(core, {"@subscribe": {"subscription": "s", "path": path, **window}})[0]["@value"].get("value")
        for value in values:
            for message in self.ask(core, {"request": value}):
                if "@patch" in message:
                    copy = applied(copy, message["@patch"]["ops"])
                elif "@value" in message:
                    copy = message["@value"].get("value")
            self.assertEqual(text_of(copy), text_of(self.get(core, path, **window)), f"{path} after {value}")

    def test_given_a_window_of_entities_when_an_element_moves_then_the_host_is_told(self):
        orders = [[("a", 1.0), ("b", 2.0), ("c", 3.0)], [("b", 2.0), ("c", 3.0), ("a", 1.0)]]
        for path in ("/texts", "/texts/entities", "/texts/ids"):
            with self.subTest(path):
                values = [{"texts": rows(*order)} for order in orders * 2]
                self.mirror(self.open(), path, values, **{"from": 0, "limit": 1})

    def test_given_a_table_when_an_id_is_spelled_differently_then_its_key_changes(self):
        values = [{"texts": rows((text, number))} for text, number in
                  [(COMPOSED, 1.0), (DECOMPOSED, 1.0), (DECOMPOSED, 2.0), (COMPOSED, 3.0)]]
        for path in ("", "/texts", "/texts/ids", "/texts/ids/0", "/texts/entities", f"/texts/entities/{COMPOSED}",
                     f"/texts/entities/{DECOMPOSED}"):
            with self.subTest(path):
                self.mirror(self.open(), path, values)

    def test_given_a_dictionary_when_a_key_is_spelled_differently_then_it_is_another_one(self):
        values = [{"dictionary": {text: 1}} for text in (COMPOSED, DECOMPOSED, COMPOSED)]
        for path in ("/numbers", f"/numbers/{COMPOSED}", f"/numbers/{DECOMPOSED}"):
            with self.subTest(path):
                self.mirror(self.open(), path, values)

    def test_given_a_zero_when_its_sign_changes_then_followers_and_the_store_have_it(self):
        values = [{"double": zero} for zero in (1.5, 0.0, -0.0, 0.0, -0.0)]
        for path in ("/number", "/last", ""):
            with self.subTest(path):
                self.mirror(self.open(), path, values)
        values = [{"texts": rows(("a", zero))} for zero in (0.0, -0.0, 0.0)]
        for path in ("/texts", "/texts/entities/a/number"):
            with self.subTest(path):
                self.mirror(self.open(), path, values)
        with tempfile.TemporaryDirectory() as folder:
            config = {"store": {"path": os.path.join(folder, "store")}}
            for zero in (0.0, -0.0, 0.0):
                core = self.open(config)
                self.ask(core, {"request": {"double": zero}})
                self.ask(core, {"request": {"texts": rows(("a", zero))}})
                core.close()
                core = self.open(config)
                self.assertEqual(math.copysign(1, self.get(core, "/number")), math.copysign(1, zero))
                self.assertEqual(math.copysign(1, self.get(core, "/texts/entities/a/number")), math.copysign(1, zero))
                core.close()

    @unittest.skipUnless(platform.machine() in MODES, "the numbers of the modes are not known here")
    def test_given_a_thread_that_rounds_differently_when_numbers_are_sent_then_they_are_the_nearest(self):
        library = ctypes.CDLL("libm.so.6")
        numbers = [2.5e-5, 0.1, 1e22, 123456789.125, 1 / 3, 5e-324, 1.7976931348623157e308, 2.0**53 + 2]
        texts = ["2.5e-5", "9007199254740993", "9223372036854775807", "0.30000000000000004440892098500626",
                 "1.00000000000000011102230246251565404236316680908203125"]
        for name, mode in MODES[platform.machine()].items():
            heard = []  # as text, as Python reads numbers in this thread
            core = Core("kinds", None, hear=heard.append, parse=bytes)
            self.addCleanup(core.close)
            for text in [repr(number) for number in numbers] + texts:
                with self.subTest(f"{text}, rounding {name}"):
                    message = b'{"request":{"double":%s}}' % text.encode()
                    library.fesetround(mode)
                    try:
                        core.send(message)
                        core.process()
                        self.assertEqual(library.fegetround(), mode)
                    finally:
                        library.fesetround(0)
                    self.assertEqual(json.loads(heard.pop())["response"]["double"], float(text))

    def test_given_decimals_when_sent_then_they_are_said_again_digit_for_digit(self):
        core = self.open()
        for text in ["0", "1.50", "-0.01", "0.100000000000000000", "99999999999999999999", "-99999999999999999999.999999999999999999"]:
            self.assertEqual(self.ask(core, {"request": {"decimal": text}}), [{"response": {"decimal": text}}])
        value = {"prices": {"sum": "12.30", "tax": "0.19", "rows": {"milk": "1.10", "bread": "-2"}}}
        self.assertEqual(self.ask(core, {"request": value}), [{"response": value}])
        # What is absent has its default, and is written with it.
        heard = self.ask(core, {"request": {"prices": {"rows": {}}}})
        self.assertEqual(heard[0]["response"]["prices"]["tax"], "0.19")
        for wrong in ["", "1.", ".5", "01", "+1", "1e3", "1,5", " 1", "100000000000000000000", "0.0000000000000000001", 1, 1.5, None]:
            with self.subTest(wrong), self.assertRaises(CallError) as caught:
                core.send({"request": {"decimal": wrong}})
            self.assertRegex(caught.exception.text, "request.decimal: found .*; a decimal .*12.50.* is expected")

    def test_given_durations_and_keys_when_sent_then_they_are_said_again(self):
        core = self.open()
        for given, heard in [("PT90S", "PT90S"), ("PT1H30M", "PT5400S"), ("-P1DT0.5S", "-PT86400.5S"), ("PT0S", "PT0S")]:
            self.assertEqual(self.ask(core, {"request": {"duration": given}}), [{"response": {"duration": heard}}])
        value = {"keyed": {"ids": {ID: "PT1S"}, "themes": {"light": 2, 'DARK ü"\\': 3},
                           "levels": {"-1": True, "300": False}}}
        self.assertEqual(self.ask(core, {"request": value}), [{"response": value}])
        for path, wrong in [("ids", "x"), ("themes", "pink"), ("levels", "1")]:
            refused = json.loads(json.dumps(value))
            refused["keyed"][path] = {wrong: 1}
            with self.assertRaises(CallError) as caught:
                core.send({"request": refused})
            self.assertIn(f'found the key "{wrong}"; a key of ', caught.exception.text)
        with self.assertRaises(CallError) as caught:
            core.send({"request": {"duration": "90"}})
        self.assertEqual(
            caught.exception.text,
            'request.duration: found "90"; a duration such as PT90S, PT1H30M or PT0.25S is expected')


if __name__ == "__main__":
    unittest.main()
