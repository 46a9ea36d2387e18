"""Lines of the parent process: what is passed on, what is answered, and what is refused."""

import json
import os
import signal
import subprocess
import unittest

import peer
from peer import increment, incremented


class Passing(peer.Test):
    def test_given_a_server_when_it_begins_then_it_says_what_there_is(self):
        server = self.stdio()
        self.assertEqual(server.ready["protocol"], 1)
        self.assertEqual(server.ready["trusted"], True)
        self.assertEqual(sorted(server.ready["apps"]), ["counter", "todo"])
        self.assertEqual(server.ready["cores"], {})
        self.assertNotIn("client", server.ready)

    def test_given_a_core_when_it_is_sent_a_message_then_the_answer_names_it(self):
        server = self.stdio()
        server.open("a", "counter")
        server.send({"@core": "a", **increment(2), "@id": 7})
        self.assertEqual(server.next(), incremented(2, **{"@id": 7, "@core": "a"}))

    def test_given_the_core_at_any_place_when_sent_then_it_is_cut(self):
        server = self.stdio()
        server.open("a", "counter")
        inner = '"counter":{"request":{"increment":{"by":1}}}'
        for total, line in enumerate([
                f'{{"@core":"a",{inner},"@id":1}}', f'{{{inner},"@core":"a","@id":1}}', f'{{{inner},"@id":1,"@core":"a"}}',
                f' {{ "@core" : "a" , {inner} , "@id":1 }} ', f'{{{inner} ,\t"@id":1 , "@core" : "a" }}\r'], 1):
            server.write(line.encode() + b"\n")
            self.assertEqual(server.next(), incremented(total, **{"@id": 1, "@core": "a"}), line)

    def test_given_many_cores_when_sent_to_then_each_is_its_own(self):
        server = self.stdio()
        names = [f"core {number} é/{{}}" for number in range(300)]
        for name in names:
            server.open(name, "counter")
        server.send(*(increment(number, **{"@core": name}) for number, name in enumerate(names)))
        answers = {(message := server.next())["@core"]: message for _ in names}
        for number, name in enumerate(names):
            self.assertEqual(answers[name], incremented(number, **{"@core": name}))

    def test_given_two_libraries_when_cores_are_opened_then_each_has_its_apps(self):
        server = self.stdio(peer.CORES, peer.SHOWCASE)
        self.assertEqual(len(server.ready["apps"]), 6)
        server.open("a", "counter")
        server.open("b", "profile")
        server.send({"@get": {"path": "/email"}, "@core": "b"}, {"@get": {"path": "/value"}, "@core": "a"})
        values = {(message := server.next())["@core"]: message["@value"]["value"] for _ in range(2)}
        self.assertEqual(values, {"a": 0, "b": ""})

    def test_given_a_message_in_pieces_when_the_line_ends_then_it_is_handled(self):
        server = self.stdio()
        server.open("a", "counter")
        for byte in json.dumps(increment(1, **{"@core": "a"})).encode() + b"\n":
            server.write(bytes([byte]))
        self.assertEqual(server.next(), incremented(1, **{"@core": "a"}))

    def test_given_empty_lines_when_sent_then_they_are_ignored(self):
        server = self.stdio()
        server.open("a", "counter")
        server.write(b"\n\r\n  \t\n")
        self.assertEqual(server.ask(increment(1, **{"@core": "a"})), incremented(1, **{"@core": "a"}))

    def test_given_a_last_line_without_an_end_when_the_input_ends_then_it_is_handled(self):
        server = self.stdio()
        server.open("a", "counter")
        server.write(json.dumps(increment(5, **{"@core": "a"})).encode())
        self.assertEqual(server.end(), ([incremented(5, **{"@core": "a"}), {"@closed": {}, "@core": "a"}], 0))

    def test_given_a_megabyte_when_sent_then_it_comes_back(self):
        server = self.stdio()
        server.open("a", "todo")
        text = 'ä"\\\n\0{"@core":"b"}' * 60_000
        answer = server.ask({**peer.add(text), "@core": "a"})
        self.assertEqual(answer["todo"]["response"]["wasAdded"]["text"], text)

    def test_given_a_subscription_when_the_state_changes_then_the_patch_names_the_core(self):
        server = self.stdio()
        server.open("a", "counter")
        self.assertEqual(server.ask({"@subscribe": {"path": "/value"}, "@core": "a"})["@value"]["value"], 0)
        server.send(increment(3, **{"@core": "a"}))
        server.next()
        patch = server.next()
        self.assertEqual(patch["@patch"]["ops"], [{"op": "replace", "path": "", "value": 3}])
        self.assertEqual(patch["@core"], "a")

    def test_given_an_effect_when_answered_then_the_core_goes_on(self):
        server = self.stdio()
        server.open("a", "todo", {"gateways": ["lists"]})
        server.send({"todo": {"request": {"import": {"from": "x"}}}, "@id": 1, "@core": "a"})
        effect = server.next()
        self.assertEqual(effect["@effect"]["request"], {"fetch": {"list": "x"}})
        server.send({"@reply": {"effect": effect["@effect"]["id"], "result": {"texts": ["Milk"]}}, "@core": "a"})
        self.assertEqual(server.next()["todo"]["response"]["wereImported"][0]["text"], "Milk")

    def test_given_a_core_when_closed_then_its_name_is_free(self):
        server = self.stdio()
        server.open("a", "counter")
        self.assertEqual(server.ask({"@close": {}, "@core": "a"}), {"@closed": {}, "@core": "a"})
        server.open("a", "counter")
        self.assertEqual(server.ask(increment(1, **{"@core": "a"})), incremented(1, **{"@core": "a"}))

    def test_given_messages_when_synced_then_their_output_comes_before(self):
        server = self.stdio()
        server.open("a", "counter")
        server.send(*(increment(1, **{"@core": "a"}) for _ in range(1000)))
        self.assertEqual(server.sync("a"), [incremented(to, **{"@core": "a"}) for to in range(1, 1001)])

    def test_given_a_bounded_call_when_synced_then_its_output_comes_before(self):
        server = self.stdio()
        server.open("a", "counter", {"limits": {"processSteps": 1}})
        server.send(*(increment(1, **{"@core": "a"}) for _ in range(100)))
        self.assertEqual(len(server.sync("a")), 100)

    def test_given_a_child_that_is_busy_when_a_catalog_is_requested_then_it_does_not_wait_for_it(self):
        server = self.stdio()
        os.kill(server.child(), signal.SIGSTOP)
        self.addCleanup(os.kill, server.child(), signal.SIGCONT)
        answer = server.ask({"@catalog": {"app": "todo"}, "@id": "x"})
        self.assertEqual((answer["@catalog"]["app"], answer["@id"]), ("todo", "x"))

    def test_given_an_app_when_its_catalog_is_requested_then_it_comes(self):
        server = self.stdio(peer.CORES, peer.SHOWCASE)
        answer = server.ask({"@catalog": {"app": "chat"}, "@id": "x"})
        self.assertEqual((answer["@catalog"]["app"], answer["@id"]), ("chat", "x"))
        self.assertEqual(answer["@catalog"]["catalog"]["hash"], server.ready["apps"]["chat"]["hash"])

    def test_given_a_check_when_opened_then_there_is_a_verdict_and_no_core(self):
        server = self.stdio()
        answer = server.ask({"@open": {"core": "a", "app": "todo", "config": {"store": {"path": self.folder + "/s", "check": True}}}})
        self.assertIn("new: ", answer["@opened"]["verdict"])
        self.refused(server.ask(increment(1, **{"@core": "a"})), "ecore", **{"@core": "a"})


class Refusing(peer.Test):
    def setUp(self):
        super().setUp()
        self.server = self.stdio(options=["--line", 2000])
        self.server.open("a", "counter")

    def check(self, line, code, words="", **beside):
        self.server.write(line if isinstance(line, bytes) else line.encode())
        self.server.write(b"\n")
        with self.subTest(line=line[:80]):
            self.refused(self.server.next(), code, words, **beside)

    def tearDown(self):
        # The server and the core go on after all that.
        answer = self.server.ask({"@get": {"path": "/value"}, "@core": "a"})
        self.assertEqual(answer["@value"]["value"], 0)
        messages, code = self.server.end()
        self.assertEqual((messages, code), ([{"@closed": {}, "@core": "a"}], 0))
        self.assertEqual(self.server.errors, "")

    def test_given_no_json_when_sent_then_it_is_refused_with_the_offset(self):
        self.check("nope", "ejson", "found 'nope'; a value is expected", offset=0)
        self.check("[1]", "ejson", "a JSON object is expected", offset=0)
        self.check("7", "ejson", "a JSON object is expected", offset=0)
        self.check('{"x":1', "ejson", "", offset=6)
        self.check('{"x":1}}', "ejson", "", offset=7)
        self.check(b'{"x":"\xff"}', "ejson", "", offset=6)
        self.check(b'{"x":"\0"}', "ejson", "", offset=6)
        self.check(b'\0', "ejson", "", offset=0)
        self.check("}" * 50, "ejson", "", offset=0)
        self.check("[" * 1900, "ejson", "nested deeper than 1024 levels", offset=1024)

    def test_given_bad_json_for_a_core_when_sent_then_the_offset_is_that_of_the_line(self):
        for line, offset in ((b'{"@core":"a","x":tru}', 17), (b'{"x":tru,"@core":"a"}', 5), (b'{"x":1,"@core":"a","y":nul}', 23)):
            self.check(line, "ejson", "", offset=offset, **{"@core": "a"})
        self.check(b'{"@core":"a","counter":"\xff","@id":4}', "ejson", "", offset=24, **{"@core": "a", "@id": 4})
        self.check(b'{"@core":"a","x":"\0"}', "ejson", "", offset=18, **{"@core": "a"})
        self.server.write(b'{"@core":"a","x":1\n')
        self.assertEqual(self.server.next()["@refused"]["code"], "ejson")
        self.server.write(b'{"@core":"a"}{}\n')
        self.assertEqual(self.server.next()["@refused"]["code"], "ejson")
        # What is left without the core's name would be JSON.
        self.check(b'{"@core":"a",}', "ejson", "", offset=13, **{"@core": "a"})
        self.check(b'{"@core":"a" "x":1}', "ejson", "", offset=13, **{"@core": "a"})

    def test_given_a_wrong_message_when_sent_then_it_has_the_path_and_its_id(self):
        self.check('{"counter":{"request":{"drop":{}}},"@core":"a","@id":"é"}', "emessage", "counter.request: no case \"drop\"",
                   **{"@core": "a", "@id": "é"})
        self.check('{"@core":"a"}', "emessage", "", **{"@core": "a"})

    def test_given_no_core_when_sent_then_it_is_refused(self):
        self.check('{"counter":{},"@id":3}', "emessage", 'there is no "@core"', **{"@id": 3})
        self.check('{"\\u0040core":"a"}', "emessage", 'there is no "@core"')
        self.check('{"x":{"@core":"a"}}', "emessage", 'there is no "@core"')
        self.check('{"@core":7,"@id":3}', "emessage", "a string is expected", **{"@id": 3})

        self.check('{"@core":"a","@core":"a"}', "emessage", "twice", **{"@core": "a"})
        self.check('{"@core":"b","@id":3}', "ecore", "no core of that name", **{"@core": "b", "@id": 3})
        self.check('{"@core":""}', "ecore", "no core of that name")

    def test_given_a_long_line_when_sent_then_it_is_refused_at_once_and_skipped(self):
        self.server.write(b'{"@core":"a","x":"' + b"x" * 100_000)
        self.refused(self.server.next(), "esize", "--line")
        self.server.write(b"y" * 100_000 + b'"}\n')
        self.check(b"z" * 2001, "esize", "--line")
        self.check(b"z" * 2000, "ejson", "", offset=0)
        # The carriage return is of its end.
        self.check(b"z" * 2000 + b"\r", "ejson", "", offset=0)
        self.check(b"z" * 2001 + b"\r", "esize", "--line")
        self.check(b"z" * 2000 + b"\r\r", "esize", "--line")

    def test_given_a_config_that_is_changed_on_its_way_when_refused_then_the_offset_is_that_of_the_line(self):
        # Its levels are too many, and the core's name in it is a number for the library.
        state = "[" * 600 + "]" * 600
        for config in (f'{{"fork":{{"core":"a"}},"with":{state}}}', f'{{"with":{state},"fork":{{"core":"a"}}}}'):
            line = f'{{"@open":{{"core":"b","app":"counter","config":{config}}}}}'
            self.check(line, "esize", "nested deeper than 512", offset=line.index("[[") + 511, **{"@core": "b"})

    def test_given_wrong_requests_when_sent_then_each_says_what_is_expected(self):
        for body in ("{}", "[]", "7", '{"core":"b"}', '{"core":"b","app":7}', '{"core":"b","app":"counter","x":1}'):
            self.check(f'{{"@open":{body},"@id":1}}', "emessage", "@open: an object", **{"@id": 1})
        for name in ("", "a\\\"b", "a\\\\b", "a\\nb", "x" * 256, "\\u0000"):
            self.server.write(f'{{"@open":{{"core":"{name}","app":"counter"}}}}\n'.encode())
            self.assertEqual(self.server.next()["@refused"]["code"], "emessage", name)
        self.check('{"@open":{"core":"a","app":"counter"}}', "ebusy", "", **{"@core": "a"})
        self.check('{"@open":{"core":"b","app":"chess"}}', "eapp", "", **{"@core": "b"})
        self.check('{"@open":{"core":"b","app":"counter","config":{"delivery":"batches"}}}', "econfig", "delivery", **{"@core": "b"})
        self.check('{"@open":{"core":"b","app":"counter","config":[]}}', "econfig", "", **{"@core": "b"})
        self.check('{"@open":{"core":"b","app":"counter","config":{"ech":true}},"@id":1}', "econfig", 'unknown key "ech"', **{"@core": "b", "@id": 1})
        for request in ("@catalog", "@sync", "@hello", "@gateways"):
            self.server.write(f'{{"{request}":7,"@id":2}}\n'.encode())
            answer = self.server.next()
            self.assertEqual((answer["@id"], "@refused" in answer), (2, True), request)
        self.check('{"@catalog":{"app":"x"}}', "eapp")
        self.check('{"@sync":{"core":"x"}}', "ecore")

    def test_given_a_wrong_id_when_refused_then_it_is_not_repeated(self):
        self.check('{"@core":"b","@id":tru}', "ecore", **{"@core": "b"})
        self.check(b'{"@core":"b","@id":"\xff"}', "ecore", **{"@core": "b"})
        self.check('{"@core":"b","@id":[1]}', "ecore", **{"@core": "b"})
        # It has at most 255 bytes, however they are written.
        for written, text in (("x" * 255, "x" * 255), ("\\u00e9" * 127, "é" * 127)):
            self.check(f'{{"@core":"b","@id":"{written}"}}', "ecore", **{"@core": "b", "@id": text})
        for written in ("x" * 256, "\\u00e9" * 128, "\\ud83c\\udf4e" * 64):
            self.check(f'{{"@core":"b","@id":"{written}"}}', "ecore", **{"@core": "b"})

    def test_given_a_file_that_is_no_config_when_begun_then_the_place_is_said(self):
        path = os.path.join(self.folder, "config")
        for text, fault in ((b'{"a":tru}', "byte 5: found 'tru'; a value is expected"),
                            (b'{"store":{"path":"x\xffy"}}', "byte 19: found the byte 255"), (b"[]", "a JSON object is expected")):
            with open(path, "wb") as file:
                file.write(text)
            found = subprocess.run([*peer.COMMAND, peer.CORES, "--stdio", "--core", f"a=counter:{path}"], stdin=subprocess.DEVNULL,
                                   capture_output=True, timeout=peer.PATIENCE)
            self.assertNotEqual(found.returncode, 0)
            self.assertIn(f"{path}: {fault}", found.stderr.decode())


if __name__ == "__main__":
    unittest.main()
