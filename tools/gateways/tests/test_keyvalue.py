"""The gateway `keyValue`."""

import contextlib
import pathlib
import sqlite3

from driver import Case, Gateways


class KeyValues(Case):
    def test_values_are_kept(self):
        gateways = self.open()
        value = {"a": [1, 2.5, "é", None, True], "": {"b": 9223372036854775807}}
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {})
        self.assertEqual(gateways.call("keyValue", {"put": {"key": "k", "value": value}}), {})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {"value": value})
        self.assertEqual(gateways.call("keyValue", {"remove": {"key": "k"}}), {})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {})
        self.assertEqual(gateways.call("keyValue", {"put": {"key": ""}}), "invalid")
        for request in ({"set": {"key": "k"}}, {"get": {"key": "k"}, "put": {"key": "k"}}, {"list": 5}, {"list": {"after": 5}}, {"list": {"prefix": 5}}):
            self.assertEqual(gateways.call("keyValue", request), "invalid")

    def test_keys_are_listed(self):
        gateways = self.open()
        for key in ("b", "a/é", "a/1", "a/\0", "a", "a/10"):
            gateways.call("keyValue", {"put": {"key": key, "value": 1}})
        self.assertEqual(gateways.call("keyValue", {"list": {}})["keys"], ["a", "a/\0", "a/1", "a/10", "a/é", "b"])
        self.assertEqual(gateways.call("keyValue", {"list": {"prefix": "a/1"}})["keys"], ["a/1", "a/10"])
        self.assertEqual(gateways.call("keyValue", {"list": {"prefix": "a/", "after": "a/1", "limit": 1}})["keys"], ["a/10"])
        self.assertEqual(gateways.call("keyValue", {"list": {"limit": 0}}), "invalid")

    def test_they_outlive_the_process(self):
        config = self.config()
        first = Gateways(config)
        first.call("keyValue", {"put": {"key": "k", "value": 7}})
        first.process.kill()
        first.end()
        second = Gateways(config)
        self.assertEqual(second.call("keyValue", {"get": {"key": "k"}}), {"value": 7})
        self.assertEqual(second.end(), 0)


class Locked(Case):
    """Another process is writing to the file: requests wait for it, in their order, and nothing else does."""

    def setUp(self):
        super().setUp()
        self.gateways = self.open()
        self.other = sqlite3.connect(f"{self.folder}/keyValue", isolation_level=None)
        self.addCleanup(self.other.close)
        self.other.execute("BEGIN IMMEDIATE")

    def ask(self, request):
        return self.gateways.ask("keyValue", request)

    def test_requests_wait(self):
        self.assertEqual(self.gateways.call("keyValue", {"get": {"key": "k"}}), {})  # reading goes on
        asked = [self.ask(request) for request in ({"put": {"key": "k", "value": 1}}, {"get": {"key": "k"}}, {"remove": {"key": "k"}},
                                                   {"get": {"key": "k"}})]
        self.assertEqual(self.gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)
        self.other.execute("COMMIT")
        self.assertEqual([self.gateways.reply()[1] for _ in asked],
                         [{"effect": effect, "result": result} for effect, result in zip(asked, ({}, {"value": 1}, {}, {}))])

    def test_a_cancelled_request_is_not_done(self):
        asked = [self.ask({"put": {"key": key, "value": 1}}) for key in ("a", "b", "c")]
        self.gateways.say({"@cancel": {"effect": asked[1]}})
        self.assertEqual(self.gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)
        self.other.execute("COMMIT")
        self.assertEqual([self.gateways.reply()[1]["effect"] for _ in range(2)], [asked[0], asked[2]])
        self.assertEqual(self.gateways.call("keyValue", {"list": {}}), {"keys": ["a", "c"]})

    def test_they_do_not_wait_without_end(self):
        asked = [self.ask({"put": {"key": key, "value": 1}}) for key in ("a", "b")]
        for effect in asked:
            self.assertEqual(self.gateways.reply()[1], {"effect": effect, "error": {"code": "storage", "message": "the store failed: database is locked"}})
        self.ask({"put": {"key": "c", "value": 1}})  # it waits at the end


class Damaged(Case):
    """A file that is damaged: what cannot be read is an error, and never another value."""

    def setUp(self):
        super().setUp()
        self.settings = self.config()
        self.path = pathlib.Path(self.settings["keyValue"]["path"])

    def expect(self, gateways, request, *words):
        gateways.ask("keyValue", request)
        error = gateways.reply()[1].get("error", {})
        self.assertEqual(error.get("code"), "storage")
        self.assertRegex(error["message"], "^the store failed: (" + "|".join(words) + ")$")

    def refusal(self, words):
        return f'!error -13 keyValue.path: found "{self.path}" ({words}); a file of SQLite, or room for one, is expected'

    def test_what_is_no_database(self):
        for content, words in ((b"no database, but long enough to be one " * 100, "file is not a database"), (None, "unable to open database file")):
            with self.subTest(words):
                if content is None:
                    self.path.unlink()
                    self.path.mkdir()
                else:
                    self.path.write_bytes(content)
                gateways = Gateways(self.settings)
                self.assertEqual(gateways.first, self.refusal(words))
                gateways.end()

    def fill(self):
        """A file with keys in many of its pages."""
        gateways = Gateways(self.settings)
        for number in range(100):
            gateways.call("keyValue", {"put": {"key": f"{number:02}", "value": f"{number}" * 200}})
        self.assertEqual(gateways.end(), 0)  # the log is in the file now
        return bytearray(self.path.read_bytes())

    def test_a_file_that_is_cut(self):
        self.path.write_bytes(self.fill()[:-8192])
        gateways = Gateways(self.settings)
        self.assertEqual(gateways.first, self.refusal("database disk image is malformed"))
        gateways.end()

    def test_damaged_pages(self):
        file = self.fill()
        file[8192:20480] = b"\xa5" * 12288
        self.path.write_bytes(file)
        gateways = self.start(self.settings)
        outcomes = set()
        for number in range(100):
            gateways.ask("keyValue", {"get": {"key": f"{number:02}"}})
            reply = gateways.reply()[1]
            if "error" in reply:
                self.assertEqual(reply["error"], {"code": "storage", "message": "the store failed: database disk image is malformed"})
            else:
                self.assertEqual(reply["result"], {"value": f"{number}" * 200})
            outcomes.add("error" in reply)
        self.assertEqual(outcomes, {True, False})
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)

    def change(self, *statements):
        with contextlib.closing(sqlite3.connect(self.path)) as store, store:
            for statement in statements:
                store.execute(statement)

    def test_a_value_that_is_no_json(self):
        self.fill()
        self.change("UPDATE keyValue SET value = '{' WHERE key = CAST('07' AS BLOB)")
        gateways = self.start(self.settings)
        gateways.ask("keyValue", {"get": {"key": "07"}})
        self.assertEqual(gateways.reply()[1]["error"], {"code": "storage", "message": "the value of this key is damaged"})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "08"}}), {"value": "8" * 200})
        self.assertEqual(gateways.call("keyValue", {"put": {"key": "07", "value": 7}}), {})
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "07"}}), {"value": 7})

    def test_a_file_of_another_program(self):
        self.change("CREATE TABLE keyValue (name TEXT)")
        gateways = self.start(self.settings)
        self.expect(gateways, {"get": {"key": "k"}}, "no such column: value")
        self.expect(gateways, {"put": {"key": "k", "value": 1}}, "table keyValue has 1 columns? but 2 values were supplied")
        self.expect(gateways, {"remove": {"key": "k"}}, "no such column: key")
        self.expect(gateways, {"list": {}}, "no such column: key")
