#!/usr/bin/env python3
"""libadit_gateways.so under an nginx and a server with faults. ADIT_GATEWAYS_DRIVER is the program driver; RUN, a command line before it."""

import base64
import hashlib
import json
import os
import pathlib
import queue
import shlex
import subprocess
import tempfile
import threading
import time
import unittest

import servers

DRIVER = os.environ["ADIT_GATEWAYS_DRIVER"]
RUN = shlex.split(os.environ.get("RUN", ""))
PATIENCE = 60


class Gateways:
    """The driver with a config."""

    def __init__(self, config):
        self.process = subprocess.Popen([*RUN, DRIVER, json.dumps(config)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.first, self.lines, self.effects = self.process.stdout.readline().rstrip(), queue.Queue(), 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def say(self, message, core=1):
        self.process.stdin.write(f"{core} {json.dumps(message, separators=(',', ':'))}\n")
        self.process.stdin.flush()

    def full(self, count):
        self.process.stdin.write(f"!full {count}\n")
        self.process.stdin.flush()

    def ask(self, gateway, request, core=1, effect=None):
        self.effects += 1
        effect = effect or f"e1-{self.effects}"
        self.say({"@effect": {"id": effect, "gateway": gateway, "request": request}}, core)
        return effect

    def next(self, patience=PATIENCE):
        return self.lines.get(timeout=patience)

    def reply(self, patience=PATIENCE):
        core, text = self.next(patience).split(" ", 1)
        return int(core), json.loads(text)["@reply"]

    def call(self, gateway, request):
        """The result of a request; of an error, its code."""
        effect = self.ask(gateway, request)
        _, reply = self.reply()
        assert reply["effect"] == effect, reply
        return reply["result"] if "result" in reply else reply["error"]["code"]

    def follow(self, request):
        """The items of a stream, and its error's code or None."""
        self.ask("httpStream", request)
        items = []
        while True:
            _, reply = self.reply()
            if not reply.get("more"):
                return items, reply.get("error", {}).get("code")
            items.append(reply["result"])

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        return status


def setUpModule():
    Case.place = tempfile.TemporaryDirectory()
    Case.faulty, Case.forbidden = servers.Faulty(), servers.Faulty()
    Case.nginx = servers.Nginx(Case.place.name, Case.faulty.port, Case.forbidden.port)
    Case.plain, Case.bad = f"http://127.0.0.1:{Case.nginx.plain}", f"http://127.0.0.1:{Case.faulty.port}"
    for end in (Case.place.cleanup, Case.faulty.end, Case.forbidden.end, Case.nginx.end):
        unittest.addModuleCleanup(end)


class Case(unittest.TestCase):

    def config(self, **more):
        allow = [self.plain, self.bad, "http://127.0.0.1:1"] + [
            f"https://localhost:{port}" for port in (self.nginx.tls, self.nginx.stranger, self.nginx.wrong, self.nginx.expired)]
        folder = tempfile.mkdtemp(dir=self.place.name)
        http = {"allow": allow, "addresses": ["127.0.0.0/8"], "ca": f"{self.place.name}/ca.pem", "limits": {"response": 1_000_000}}
        (pathlib.Path(folder) / "files").mkdir()
        self.folder = pathlib.Path(folder)
        return {"http": {**http, **more.pop("http", {})}, "keyValue": {"path": f"{folder}/keyValue"}, "blobs": {"path": f"{folder}/blobs"},
                "files": {"path": f"{folder}/files", "limit": 1_000_000}, **more}

    def open(self, **more):
        gateways = Gateways(self.config(**more))
        self.addCleanup(lambda: self.assertEqual(gateways.end(), 0))
        return gateways


class Requests(Case):
    def test_a_page(self):
        response = self.open().call("http", {"method": "GET", "url": f"{self.plain}/hello.txt"})
        self.assertEqual((response["status"], response["body"], response["url"]), (200, {"text": "hello\n"}, f"{self.plain}/hello.txt"))
        self.assertEqual(response["headers"]["content-length"], "6")

    def test_any_status_is_a_response(self):
        gateways = self.open()
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/none"})["status"], 404)
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/status"})["body"], {"text": "teapot"})

    def test_what_is_sent(self):
        gateways = self.open()
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            with self.subTest(method):
                request = {"method": method, "url": f"{self.bad}/echo?{method}", "headers": {"x-a": "é", "X-Empty": "", "cookie": "c=1"},
                           "authorization": "Bearer t", "idempotencyKey": "k"}
                if method not in ("GET", "HEAD", "OPTIONS"):
                    request["body"] = {"text": "body"}
                response = gateways.call("http", request)
                self.assertEqual(response["status"], 200)
                seen = next(each for each in self.faulty.requests if each["path"] == f"/echo?{method}")
                headers = seen["headers"]
                self.assertEqual((seen["method"], seen["body"]), (method, "body" if "body" in request else ""))
                self.assertEqual((headers["x-empty"], headers["cookie"], headers["authorization"], headers["idempotency-key"]),
                                 ("", "c=1", "Bearer t", "k"))
                self.assertNotIn("expect", headers)
                self.assertNotIn("transfer-encoding", headers)
                self.assertEqual(headers["x-a"].encode().decode(), "é")

    def test_a_post_without_a_body_has_a_length(self):
        response = self.open().call("http", {"method": "POST", "url": f"{self.bad}/echo"})
        self.assertEqual(json.loads(response["body"]["text"])["headers"]["content-length"], "0")

    def test_bytes_are_base64(self):
        gateways, data = self.open(), bytes(range(256)) * 3
        response = gateways.call("http", {"method": "PUT", "url": f"{self.bad}/echo", "body": {"base64": base64.b64encode(data).decode()}})
        self.assertEqual(json.loads(response["body"]["text"])["sha256"], hashlib.sha256(data).hexdigest())
        response = gateways.call("http", {"url": f"{self.bad}/pieces"})  # asked as text, and is none
        self.assertEqual(base64.b64decode(response["body"]["base64"]), "aé€".encode() + b"\xffz")
        response = gateways.call("http", {"url": f"{self.plain}/hello.txt", "form": "base64"})
        self.assertEqual(response["body"], {"base64": "aGVsbG8K"})

    def test_headers_of_a_response(self):
        headers = self.open().call("http", {"url": f"{self.bad}/many-interim"})["headers"]
        self.assertEqual((headers["x-name"], headers["set-cookie"], headers["x-latin"]), ("v1, v2", "a=1\nb=2", "café"))
        self.assertNotIn("link", headers)

    def test_a_body_is_decompressed(self):
        response = self.open().call("http", {"url": f"{self.plain}/zipped"})
        self.assertEqual(response["body"], {"text": "hello\n"})
        self.assertNotIn("content-encoding", response["headers"])

    def test_many_at_once(self):
        gateways = self.open(http={"limits": {"inFlight": 8}})
        effects = {gateways.ask("http", {"url": f"{self.plain}/hello.txt"}) for _ in range(100)}
        self.assertEqual({gateways.reply()[1]["effect"] for _ in range(100)}, effects)

    def test_a_thread_of_its_own(self):
        gateways = self.open(thread=True)
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)

    def test_a_full_queue_is_waited_for(self):
        gateways = self.open()
        gateways.full(5)
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)
        gateways.full(5)
        items, error = gateways.follow({"url": f"{self.plain}/large", "form": "base64", "limit": 50_000_000})
        self.assertIsNone(error)
        self.assertEqual(sum(len(base64.b64decode(each["content"]["base64"])) for each in items if "content" in each), 50_000_000)


class Faults(Case):
    def expect(self, code, url, **request):
        gateways = self.open(**request.pop("config", {}))
        self.assertEqual(gateways.call("http", {"url": url, **request}), code)
        return gateways

    def test_a_server_that_hangs(self):
        began = time.monotonic()
        self.expect("timedOut", f"{self.bad}/hang", timeout="PT0.5S")
        self.assertLess(time.monotonic() - began, 30 if RUN else 3)

    def test_a_connection_that_ends(self):
        for path in ("reset", "close", "short", "garbage"):
            with self.subTest(path):
                self.expect("interrupted", f"{self.bad}/{path}")

    def test_nobody_listens(self):
        self.expect("unreachable", "http://127.0.0.1:1/")

    def test_a_name_that_does_not_exist(self):
        self.expect("unreachable", "http://none.invalid/", config={"http": {"allow": ["http://none.invalid"]}}, timeout="PT20S")

    def test_too_much(self):
        for path in ("endless", "announced", "headers"):
            with self.subTest(path):
                self.expect("tooLarge", f"{self.bad}/{path}")
        self.expect("tooLarge", f"{self.plain}/bomb")  # what it is decompressed to counts
        self.expect("tooLarge", f"{self.plain}/hello.txt", limit=5)
        gateways = self.expect("tooLarge", f"{self.bad}/endless", form="blob", limit=3_000_000)
        self.assertEqual(os.listdir(self.folder / "blobs"), [])
        self.assertEqual(gateways.follow({"url": f"{self.bad}/endless", "limit": 3_000_000})[1], "tooLarge")

    def test_tls_is_verified(self):
        for name in ("stranger", "wrong", "expired"):
            with self.subTest(name):
                self.expect("tls", f"https://localhost:{getattr(self.nginx, name)}/hello.txt")
        self.expect("tls", f"https://localhost:{self.nginx.tls}/hello.txt", config={"http": {"ca": f"{self.place.name}/stranger.pem"}})
        response = self.open().call("http", {"url": f"https://localhost:{self.nginx.tls}/hello.txt"})
        self.assertEqual(response["status"], 200)

    def test_a_request_that_is_none(self):
        gateways = self.open()
        for request in (
            {}, {"url": "/hello"}, {"url": "hello"}, {"url": f"{self.plain}/a\0b"}, {"url": 1}, {"url": self.plain, "method": "CONNECT"},
            {"url": self.plain, "method": "GET /x HTTP/1.1\r\nX: y"}, {"url": self.plain, "headers": {"a": "b\r\nc: d"}},
            {"url": self.plain, "headers": {"a\r\nb": "c"}}, {"url": self.plain, "headers": {"Host": "a"}},
            {"url": self.plain, "headers": {"Content-Length": "5"}}, {"url": self.plain, "headers": {"Authorization": "a"}},
            {"url": self.plain, "headers": {"a": 1}}, {"url": self.plain, "authorization": "a\r\nb: c"}, {"url": self.plain, "timeout": "5"},
            {"url": self.plain, "idempotencyKey": "a\r\nb: c"}, {"url": self.plain, "attempts": 0}, {"url": self.plain, "form": "json"},
            {"url": self.plain, "attempts": 2, "method": "POST"}, {"url": f"{self.plain}/", "body": {}},
            {"url": f"{self.plain}/", "body": {"base64": "a"}}, {"url": f"{self.plain}/", "body": {"base64": "*==="}},
            {"url": f"http://a:b@127.0.0.1:{self.nginx.plain}/"}, {"url": self.plain, "limit": -1},
        ):
            with self.subTest(request):
                self.assertEqual(gateways.call("http", request), "invalid")


class Forbidden(Case):
    """What the config does not allow reaches nobody."""

    def tearDown(self):
        self.assertEqual(self.forbidden.requests, [])

    def test_an_origin_that_is_not_listed(self):
        gateways, port = self.open(), self.nginx.plain
        for url in (f"http://127.0.0.1:{self.forbidden.port}/", f"http://localhost:{port}/", f"https://127.0.0.1:{port}/", "http://127.0.0.1/",
                    f"http://127.0.0.2:{port}/", f"http://127.0.0.1.:{port}/", "file:///etc/passwd", f"ftp://127.0.0.1:{port}/",
                    f"gopher://127.0.0.1:{port}/", "http://example.org/", f"http://[::1]:{port}/"):
            with self.subTest(url):
                self.assertEqual(gateways.call("http", {"url": url}) in ("denied", "invalid"), True)

    def test_an_address_that_is_not_public(self):
        port = self.forbidden.port
        for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "192.168.0.1", "[fe80::1]",
                     "[fd00::1]", "0.0.0.0", "[::]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "100.64.0.1"):
            with self.subTest(host):
                gateways = self.open(http={"allow": [f"http://{host}:{port}"], "addresses": []})
                self.assertEqual(gateways.call("http", {"url": f"http://{host}:{port}/", "timeout": "PT3S"}), "denied")

    def test_other_spellings_of_an_address(self):
        gateways = self.open(http={"allow": [self.plain], "addresses": []})
        for host in ("2130706433", "0x7f.1", "0177.0.0.1", "127.1"):
            with self.subTest(host):
                self.assertEqual(gateways.call("http", {"url": f"http://{host}:{self.nginx.plain}/"}), "denied")

    def test_a_redirect_to_what_is_forbidden(self):
        gateways = self.open()
        for path, outcome in (("to-forbidden", "denied"), ("to-metadata", "denied"), ("to-file", "invalid")):
            with self.subTest(path):
                self.assertEqual(gateways.call("http", {"url": f"{self.plain}/{path}"}), outcome)

    def test_a_proxy_of_the_environment_is_not_used(self):
        os.environ["http_proxy"] = os.environ["ALL_PROXY"] = f"http://127.0.0.1:{self.forbidden.port}"
        self.addCleanup(os.environ.pop, "http_proxy")
        self.addCleanup(os.environ.pop, "ALL_PROXY")
        self.assertEqual(self.open().call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)

    def test_names_below_a_name(self):
        gateways = self.open(http={"allow": [f"http://.localhost:{self.nginx.plain}"]})
        self.assertEqual(gateways.call("http", {"url": f"http://a.localhost:{self.nginx.plain}/hello.txt"})["status"], 200)
        for host in ("localhost", "alocalhost", "a.localhost.example"):
            self.assertEqual(gateways.call("http", {"url": f"http://{host}:{self.nginx.plain}/"}), "denied")


class Redirects(Case):
    def test_they_are_followed(self):
        gateways = self.open()
        response = gateways.call("http", {"url": f"{self.plain}/moved"})
        self.assertEqual((response["status"], response["url"]), (200, f"{self.plain}/hello.txt"))
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/to-tls"})["body"], {"text": "hello\n"})
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/see-other", "method": "POST", "body": {"text": "a"}})["status"], 200)
        self.assertEqual(gateways.call("http", {"url": f"{self.bad}/endless-redirect"})["status"], 200)

    def test_they_are_bounded(self):
        self.assertEqual(self.open().call("http", {"url": f"{self.plain}/loop"}), "redirects")
        self.assertEqual(self.open(http={"limits": {"redirects": 0}}).call("http", {"url": f"{self.plain}/moved"}), "redirects")

    def test_another_origin_does_not_get_secrets(self):
        response = self.open().call("http", {"method": "POST", "url": f"{self.plain}/to-other-port", "body": {"text": "again"},
                                             "authorization": "Bearer t", "headers": {"cookie": "c=1", "x-other": "1"}})
        seen = json.loads(response["body"]["text"])
        self.assertEqual((seen["method"], seen["body"], seen["headers"]["x-other"]), ("POST", "again", "1"))
        self.assertFalse({"authorization", "cookie"} & set(seen["headers"]))


class Retries(Case):
    def test_a_server_that_recovers(self):
        gateways = self.open()
        for path, method in (("flaky", "GET"), ("flaky-reset", "PUT"), ("later", "GET")):
            with self.subTest(path):
                response = gateways.call("http", {"method": method, "url": f"{self.bad}/{path}/a", "attempts": 3})
                self.assertEqual(response["body"], {"text": "good"})
        response = gateways.call("http", {"method": "POST", "url": f"{self.bad}/flaky/b", "attempts": 3, "idempotencyKey": "k", "body": {"text": "x"}})
        self.assertEqual(response["body"], {"text": "good"})
        sent = [each for each in self.faulty.requests if each["path"] == "/flaky/b"]
        self.assertEqual([(each["body"], each["headers"]["idempotency-key"]) for each in sent], [("x", "k")] * 3)

    def test_one_that_does_not(self):
        gateways = self.open()
        self.assertEqual(gateways.call("http", {"url": f"{self.bad}/flaky/c", "attempts": 2})["status"], 503)
        self.assertEqual(gateways.call("http", {"url": f"{self.bad}/reset", "attempts": 2}), "interrupted")
        self.assertEqual(gateways.call("http", {"url": f"{self.bad}/much-later", "attempts": 2})["body"], {"text": "come back"})
        self.assertEqual(self.faulty.count("/much-later"), 1)

    def test_without_attempts_nothing_is_sent_twice(self):
        self.assertEqual(self.open().call("http", {"url": f"{self.bad}/flaky/d"})["status"], 503)
        self.assertEqual(self.faulty.count("/flaky/d"), 1)


class Streams(Case):
    def test_a_text_in_pieces(self):
        items, error = self.open().follow({"url": f"{self.bad}/pieces"})
        self.assertIsNone(error)
        self.assertEqual(items[0]["response"]["status"], 200)
        self.assertEqual(items[-1], {"finished": None})
        pieces = [each["content"] for each in items if "content" in each]
        self.assertEqual(b"".join(each["text"].encode() if "text" in each else base64.b64decode(each["base64"]) for each in pieces),
                         "aé€".encode() + b"\xffz")

    def test_a_download_reports_its_progress(self):
        gateways = self.open()
        items, error = gateways.follow({"url": f"{self.plain}/large", "form": "blob"})
        self.assertIsNone(error)
        digest = hashlib.sha256(bytes(50_000_000)).hexdigest()
        self.assertEqual(items[-1], {"finished": {"id": digest, "bytes": 50_000_000}})
        self.assertEqual(os.listdir(self.folder / "blobs"), [digest])
        self.assertTrue(all(each["received"]["of"] == 50_000_000 for each in items if "received" in each))

    def test_an_upload_of_a_blob(self):
        gateways = self.open()
        blob = gateways.call("http", {"url": f"{self.plain}/large", "form": "blob"})["body"]
        response = gateways.call("http", {"method": "PUT", "url": f"{self.bad}/echo", "body": blob})
        seen = json.loads(response["body"]["text"])
        self.assertEqual((seen["length"], seen["sha256"]), (50_000_000, blob["blob"]["id"]))
        self.assertEqual(gateways.call("http", {"method": "PUT", "url": f"{self.bad}/echo", "body": {"blob": {"id": "0" * 64, "bytes": 1}}}), "notFound")

    def test_a_stream_that_is_refused(self):
        self.assertEqual(self.open().follow({"url": "http://example.org/"}), ([], "denied"))


class Cancelling(Case):
    def test_a_cancelled_request_is_not_answered(self):
        gateways = self.open()
        effect = gateways.ask("http", {"url": f"{self.bad}/hang"})
        gateways.say({"@cancel": {"effect": effect}})
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)
        gateways.say({"@cancel": {"effect": effect}})  # it is not known any more
        self.assertEqual(gateways.next(), '?0 {"@cancel":{"effect":"e1-1"}}')

    def test_a_cancelled_download_leaves_nothing(self):
        gateways = self.open()
        effect = gateways.ask("httpStream", {"url": f"{self.bad}/endless", "form": "blob"})
        gateways.reply()
        gateways.say({"@cancel": {"effect": effect}})
        gateways.ask("keyValue", {"get": {"key": "a"}}, effect="last")
        while gateways.reply()[1]["effect"] != "last":
            pass
        self.assertEqual(os.listdir(self.folder / "blobs"), [])

    def test_a_core_that_closes(self):
        gateways = self.open()
        gateways.ask("http", {"url": f"{self.bad}/hang"}, core=1, effect="e1-1")
        gateways.ask("http", {"url": f"{self.plain}/hello.txt"}, core=2, effect="e1-1")
        self.assertEqual(gateways.reply()[0], 2)
        gateways.say({"@closed": {}}, core=1)
        self.assertEqual(gateways.next(), '?0 {"@closed":{}}')  # the host hears it as well

    def test_a_request_that_is_asked_again(self):
        gateways = self.open()
        gateways.ask("http", {"url": f"{self.bad}/hang"}, effect="e1-9")
        gateways.ask("http", {"url": f"{self.plain}/hello.txt"}, effect="e1-9")
        self.assertEqual(gateways.reply()[1]["result"]["status"], 200)

    def test_what_is_for_the_host(self):
        gateways = self.open()
        for message in ({"@effect": {"id": "e1-1", "gateway": "review", "request": {"show": {}}}}, {"counter": {}}, {"@cancel": {"effect": "e1-1"}}):
            gateways.say(message)
            self.assertEqual(gateways.next(), f"?0 {json.dumps(message, separators=(',', ':'))}")


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
        self.assertEqual(gateways.call("keyValue", {"set": {"key": "k"}}), "invalid")

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


class FilesAndBlobs(Case):
    def test_files(self):
        gateways = self.open()
        call = lambda **request: gateways.call("files", request)
        self.assertEqual(call(write={"path": "a/b.txt", "content": {"text": "é"}}), {})
        self.assertEqual(call(read={"path": "a/b.txt"}), {"content": {"text": "é"}})
        self.assertEqual(call(read={"path": "a/b.txt", "form": "base64"}), {"content": {"base64": "w6k="}})
        self.assertEqual(call(write={"path": "a/b.txt", "content": {"text": "x"}, "replace": False}), "exists")
        self.assertEqual(call(list={}), {"entries": [{"name": "a"}]})
        self.assertEqual(call(list={"path": "a"}), {"entries": [{"name": "b.txt", "bytes": 2}]})
        self.assertEqual(call(read={"path": "a"}), "notFound")
        self.assertEqual(call(read={"path": "none"}), "notFound")
        self.assertEqual(call(remove={"path": "a/b.txt"}), {})
        self.assertEqual(call(remove={"path": "a"}), {})
        self.assertEqual(call(remove={"path": "a/b.txt"}), {})
        self.assertEqual(os.listdir(self.folder / "files"), [])

    def test_no_path_leads_out(self):
        gateways = self.open()
        (self.folder / "secret").write_text("s")
        os.symlink(self.folder, self.folder / "files/out")
        os.symlink(self.folder / "secret", self.folder / "files/link")
        for path in ("../secret", "/etc/passwd", "a/../../secret", "./a", "", "a//b", "link", "out/secret", "x" * 300):
            for request in ({"read": {"path": path}}, {"write": {"path": path, "content": {"text": "x"}}}):
                with self.subTest(request):
                    answer = gateways.call("files", request)
                    if "write" in request and path == "link":  # the link itself is replaced
                        self.assertEqual(answer, {})
                    else:
                        self.assertIn(answer, ("denied", "notFound"))
        self.assertEqual((self.folder / "secret").read_text(), "s")
        self.assertIn(gateways.call("files", {"list": {"path": "out"}}), ("denied", "notFound"))

    def test_files_and_blobs_are_exchanged(self):
        gateways = self.open()
        (self.folder / "files/large").write_bytes(b"x" * 2_000_000)
        self.assertEqual(gateways.call("files", {"read": {"path": "large"}}), "tooLarge")
        blob = gateways.call("files", {"read": {"path": "large", "form": "blob"}})["content"]
        self.assertEqual(blob["blob"], {"id": hashlib.sha256(b"x" * 2_000_000).hexdigest(), "bytes": 2_000_000})
        self.assertEqual(gateways.call("files", {"write": {"path": "copy", "content": blob}}), {})
        self.assertEqual((self.folder / "files/copy").read_bytes(), b"x" * 2_000_000)

    def test_blobs(self):
        gateways, text = self.open(), "aé€"
        id = hashlib.sha256(text.encode()).hexdigest()
        self.assertEqual(gateways.call("blobs", {"put": {"content": {"text": text}}}), {"blob": {"id": id, "bytes": 6}})
        self.assertEqual(gateways.call("blobs", {"put": {"content": {"text": text}}}), {"blob": {"id": id, "bytes": 6}})
        self.assertEqual(gateways.call("blobs", {"find": {"id": id}}), {"blob": {"id": id, "bytes": 6}})
        self.assertEqual(gateways.call("blobs", {"read": {"id": id, "limit": 5}}), {"content": {"text": "aé"}})
        self.assertEqual(gateways.call("blobs", {"read": {"id": id, "form": "base64", "from": 3}}), {"content": {"base64": "4oKs"}})
        self.assertEqual(gateways.call("blobs", {"remove": {"id": id}}), {})
        self.assertEqual(gateways.call("blobs", {"find": {"id": id}}), {})
        self.assertEqual(gateways.call("blobs", {"read": {"id": id}}), "notFound")
        self.assertEqual(gateways.call("blobs", {"read": {"id": "../keyValue"}}), "notFound")

    def test_what_was_begun_is_removed(self):
        config = self.config()
        (self.folder / "blobs").mkdir()
        (self.folder / "blobs/.new-0123").write_text("half")
        gateways = Gateways(config)
        self.assertEqual(os.listdir(self.folder / "blobs"), [])
        # AND two cannot use one folder
        other = Gateways({"blobs": config["blobs"]})
        self.assertRegex(other.first, "^!error -14 blobs.path: .* is in use by other gateways$")
        other.end()
        self.assertEqual(gateways.end(), 0)


class Tour(Case):
    """A bit of everything by one process: this is what runs under valgrind."""

    def test_everything(self):
        gateways = self.open(http={"limits": {"response": 100_000, "inFlight": 2}})
        call = gateways.call
        hanging = gateways.ask("http", {"url": f"{self.bad}/hang"})
        for path, outcome in (("hello.txt", 200), ("moved", 200), ("to-tls", 200), ("loop", "redirects"), ("to-forbidden", "denied"),
                              ("bomb", "tooLarge"), ("zipped", 200), ("none", 404)):
            with self.subTest(path):
                answer = call("http", {"url": f"{self.plain}/{path}", "headers": {"x-a": "b", "cookie": "c=d"}, "authorization": "e"})
                self.assertEqual(answer["status"] if isinstance(answer, dict) else answer, outcome)
        for path, outcome in (("reset", "interrupted"), ("short", "interrupted"), ("garbage", "interrupted"), ("endless", "tooLarge"),
                              ("flaky/tour", 200), ("endless-redirect", 200), ("many-interim", 200)):
            with self.subTest(path):
                answer = call("http", {"url": f"{self.bad}/{path}", "attempts": 1 if path == "reset" else 3})
                self.assertEqual(answer["status"] if isinstance(answer, dict) else answer, outcome)
        self.assertEqual(call("http", {"url": f"https://localhost:{self.nginx.stranger}/"}), "tls")
        gateways.say({"@cancel": {"effect": hanging}})
        items, error = gateways.follow({"url": f"{self.plain}/zeros", "form": "blob"})
        self.assertIsNone(error)
        blob = items[-1]["finished"]
        self.assertEqual(call("http", {"method": "PUT", "url": f"{self.bad}/echo", "body": {"blob": blob}})["status"], 200)
        gateways.full(3)
        self.assertEqual(gateways.follow({"url": f"{self.bad}/pieces"})[1], None)
        self.assertEqual(call("files", {"write": {"path": "a/b", "content": {"blob": blob}}}), {})
        self.assertEqual(call("files", {"read": {"path": "a/b"}}), "tooLarge")
        self.assertEqual(call("files", {"read": {"path": "a/b", "form": "blob"}})["content"], {"blob": blob})
        self.assertEqual(call("files", {"list": {"path": "a"}})["entries"], [{"name": "b", "bytes": 20_000_000}])
        self.assertEqual(call("files", {"read": {"path": "../a"}}), "denied")
        self.assertEqual(call("blobs", {"read": {"id": blob["id"], "limit": 2}}), {"content": {"text": "\0\0"}})
        self.assertEqual(call("blobs", {"remove": {"id": blob["id"]}}), {})
        self.assertEqual(call("keyValue", {"put": {"key": "k", "value": {"a": 1}}}), {})
        self.assertEqual(call("keyValue", {"get": {"key": "k"}}), {"value": {"a": 1}})
        self.assertEqual(call("keyValue", {"list": {}}), {"keys": ["k"]})
        gateways.ask("http", {"url": f"{self.bad}/hang"})  # it is under way at the end
        gateways.ask("httpStream", {"url": f"{self.bad}/endless", "form": "blob"})


class Configs(unittest.TestCase):
    def test_names(self):
        with tempfile.TemporaryDirectory() as folder:
            gateways = Gateways({"http": {"allow": ["https://a.example"]}, "files": {"path": folder}})
            self.assertEqual(gateways.first, '!names ["http","httpStream","files"]')
            self.assertEqual(gateways.end(), 0)

    def test_what_is_wrong_is_told(self):
        for config, text in (
            ({"htpp": {}}, '!error -4 config: unknown key "htpp"; one of http keyValue files blobs thread'),
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
            (None, "!error -4 config: an object is expected"),
            ({"thread": 1}, "!error -4 thread: true or false is expected"),
        ):
            with self.subTest(config):
                gateways = Gateways(config)
                self.assertEqual(gateways.first, text)
                gateways.end()


if __name__ == "__main__":
    unittest.main()
