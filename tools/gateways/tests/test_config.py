"""The config."""

import tempfile
import unittest

from driver import Gateways


class Configs(unittest.TestCase):
    def test_names(self):
        with tempfile.TemporaryDirectory() as folder:
            gateways = Gateways({"http": {"allow": ["https://a.example"]}, "files": {"path": folder}})
            self.assertEqual(gateways.first, '!names ["http","httpStream","files"]')
            with open(f"/proc/{gateways.process.pid}/maps") as maps:  # nobody has asked for it
                self.assertNotIn("libsystemd", maps.read())
            self.assertEqual(gateways.end(), 0)
            gateways = Gateways({"secrets": {"application": "a"}, "notifications": {"application": "a"}})
            self.assertEqual(gateways.first, '!names ["secrets","notifications"]')
            self.assertEqual(gateways.end(), 0)

    def expect(self, config, text):
        with self.subTest(config):
            gateways = Gateways(config)
            self.assertEqual(gateways.first, text)
            gateways.end()

    def test_a_key_that_is_unknown(self):
        http = {"allow": ["https://a.example"]}
        for config, text in (
            ({"htpp": {}}, 'config: unknown key "htpp"; one of http keyValue files blobs secrets notifications thread'),
            ({"http": {**http, "limit": 1}}, 'http: unknown key "limit"; one of allow addresses ca limits'),
            ({"http": {**http, "limits": {"body": 1}}}, 'http.limits: unknown key "body"; one of response blob headers redirects inFlight'),
            ({"files": {"folder": "a"}}, 'files: unknown key "folder"; one of path limit'),
            ({"secrets": {"path": "a"}}, 'secrets: unknown key "path"; one of application timeout prompt'),
            ({"notifications": {"prompt": "PT1S"}}, 'notifications: unknown key "prompt"; one of application timeout'),
            ({"ä" * 100: {}}, f'config: unknown key "{"ä" * 50}"; one of http keyValue files blobs secrets notifications thread'),
        ):
            self.expect(config, f"!error -4 {text}")

    def test_what_is_found_in_place_of_what_is_expected(self):
        http, folder = {"allow": ["https://a.example"]}, tempfile.gettempdir()
        origin = "an origin, such as https://example.org:8443, or https://.example.org for all names below, is expected"
        origins = 'a list of origins, such as ["https://example.org"], is expected'
        number, addresses = "a whole number from 0 to 1125899906842624 is expected", 'a list of blocks of addresses, such as ["127.0.0.0/8"], is expected'
        block = "a block of addresses, such as 127.0.0.0/8, is expected"
        for config, text in (
            (None, "config: found null; an object is expected"),
            ([], "config: found a list; an object is expected"),
            ({"thread": 1}, "thread: found 1; true or false is expected"),
            ({"http": "a"}, 'http: found "a"; an object is expected'),
            ({"http": {}}, f"http.allow: found nothing; {origins}"),
            ({"http": {"allow": []}}, f"http.allow: found a list (without an element); {origins}"),
            ({"http": {"allow": {}}}, f"http.allow: found an object; {origins}"),
            ({"http": {"allow": ["example.org"]}}, f'http.allow[0]: found "example.org"; {origin}'),
            ({"http": {"allow": ["https://a.example", 5.5]}}, f"http.allow[1]: found 5.5; {origin}"),
            ({"http": {**http, "addresses": "10.0.0.0/8"}}, f'http.addresses: found "10.0.0.0/8"; {addresses}'),
            ({"http": {**http, "addresses": ["10.0.0.1"]}}, f'http.addresses[0]: found "10.0.0.1"; {block}'),
            ({"http": {**http, "addresses": ["10.0.0.0/33"]}}, f'http.addresses[0]: found "10.0.0.0/33"; {block}'),
            ({"http": {**http, "addresses": ["10.0.0.0/4294967296"]}}, f'http.addresses[0]: found "10.0.0.0/4294967296"; {block}'),
            ({"http": {**http, "addresses": ["10.0.0.0/ 8"]}}, f'http.addresses[0]: found "10.0.0.0/ 8"; {block}'),
            ({"http": {"allow": ["https://a.example:+443"]}}, f'http.allow[0]: found "https://a.example:+443"; {origin}'),
            ({"http": {**http, "addresses": ["10.0.0.0/8", {}]}}, f"http.addresses[1]: found an object; {block}"),
            ({"http": {**http, "ca": "/none"}}, 'http.ca: found "/none" (No such file or directory); a file of certificates is expected'),
            ({"http": {**http, "ca": True}}, "http.ca: found true; a file of certificates is expected"),
            ({"http": {**http, "limits": 7}}, "http.limits: found 7; an object is expected"),
            *(({"http": {**http, "limits": {key: -1}}}, f"http.limits.{key}: found -1; {number}") for key in ("response", "blob", "headers", "redirects", "inFlight")),
            ({"http": {**http, "limits": {"blob": 2 ** 51}}}, f"http.limits.blob: found {2 ** 51}; {number}"),
            ({"http": {**http, "limits": {"blob": "1 MB"}}}, f'http.limits.blob: found "1 MB"; {number}'),
            ({"keyValue": {}}, "keyValue.path: found nothing; a path is expected"),
            ({"keyValue": {"path": ""}}, 'keyValue.path: found ""; a path is expected'),
            ({"files": {"path": ["a"]}}, "files.path: found a list; a path is expected"),
            ({"files": {"path": "/none"}}, 'files.path: found "/none" (No such file or directory); a folder is expected'),
            ({"files": {"path": folder, "limit": -5}}, f"files.limit: found -5; {number}"),
            ({"blobs": {"path": "/none/a"}}, 'blobs.path: found "/none/a" (No such file or directory); a folder, or room for one, is expected'),
            ({"blobs": {"path": "/dev/null"}}, 'blobs.path: found "/dev/null" (Not a directory); a folder, or room for one, is expected'),
            ({"secrets": {}}, "secrets.application: found nothing; the name of the application is expected"),
            ({"secrets": {"application": ""}}, 'secrets.application: found ""; the name of the application is expected'),
            ({"notifications": {"application": "a", "timeout": 5}}, "notifications.timeout: found 5; a duration such as PT25S is expected"),
            ({"secrets": {"application": "a", "prompt": 30}}, "secrets.prompt: found 30; a duration such as PT25S is expected"),
            ({"notifications": {"application": "a", "timeout": "5s"}}, 'notifications.timeout: found "5s"; a duration such as PT25S is expected'),
        ):
            self.expect(config, f"!error -4 {text}")
        self.expect({"keyValue": {"path": "/none/a"}},
                    '!error -13 keyValue.path: found "/none/a" (unable to open database file); a file of SQLite, or room for one, is expected')

    def test_what_may_be_a_secret_is_not_shown(self):
        origin = "an origin, such as https://example.org:8443, or https://.example.org for all names below, is expected"
        for text in ("https://user:pass@a.example", "https://a.example/?key=sesame"):
            self.expect({"http": {"allow": [text]}}, f"!error -4 http.allow[0]: found a text that is not shown; {origin}")
        self.expect({"http": {"allow": ["https://a.example"], "ca": "-----BEGIN PRIVATE KEY-----\nMIIE"}},
                    "!error -4 http.ca: found a text that is not shown (No such file or directory); a file of certificates is expected")

    def test_what_is_long_is_cut(self):
        self.expect({"notifications": {"application": "a", "timeout": "é" * 1000}},
                    f'!error -4 notifications.timeout: found "{"é" * 50}…"; a duration such as PT25S is expected')
        self.expect({"files": {"path": "x" + "€" * 200}},
                    f'!error -4 files.path: found "x{"€" * 33}…" (File name too long); a folder is expected')

    def test_what_is_no_json(self):
        for text, words in (('{"http": {"allow": ]}', "line 1, column 20: unexpected token"), ('{"a": 1,\n "a": 2}', "line 2, column 4: duplicate object key"),
                            ('{"secrets": {"application": "s\\u0000"}}', r"line 1, column 37: \u0000 is not allowed without JSON_ALLOW_NUL")):
            gateways = Gateways(None, text=text)
            self.assertEqual(gateways.first, f"!error -8 config: {words}")
            gateways.end()
