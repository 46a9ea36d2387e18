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

    def test_what_is_wrong_is_told(self):
        for config, text in (
            ({"htpp": {}}, '!error -4 config: unknown key "htpp"; one of http keyValue files blobs secrets notifications thread'),
            ({"http": {}}, '!error -4 http.allow: a list of origins is expected, such as ["https://example.org"]'),
            ({"http": {"allow": ["example.org"]}}, "!error -4 http.allow[0]: found example.org; an origin is expected, such as "
             "https://example.org:8443, or https://.example.org for all names below"),
            ({"http": {"allow": ["https://a.example"], "addresses": ["10.0.0.1"]}},
             "!error -4 http.addresses[0]: found 10.0.0.1; a block of addresses is expected, such as 127.0.0.0/8"),
            ({"http": {"allow": ["https://a.example"], "limits": {"redirects": -1}}},
             "!error -4 http.limits.redirects: a whole number from 0 on is expected"),
            ({"http": {"allow": ["https://a.example"], "ca": "/none"}},
             "!error -4 http.ca: No such file or directory; a file of certificates is expected"),
            ({"files": {"path": "/none"}}, "!error -4 files.path: /none: No such file or directory"),
            ({"keyValue": {}}, "!error -4 keyValue.path: a path is expected"),
            ({"keyValue": {"path": "/none/a"}}, "!error -13 keyValue.path: /none/a: unable to open database file"),
            ({"secrets": {}}, "!error -4 secrets.application: the name of the application is expected"),
            ({"notifications": {"application": "a", "timeout": 5}}, "!error -4 notifications.timeout: a duration such as PT25S is expected"),
            ({"secrets": {"path": "a"}}, '!error -4 secrets: unknown key "path"; one of application timeout'),
            (None, "!error -4 config: an object is expected"),
            ({"thread": 1}, "!error -4 thread: true or false is expected"),
        ):
            with self.subTest(config):
                gateways = Gateways(config)
                self.assertEqual(gateways.first, text)
                gateways.end()
