"""The gateway `http`: what is sent, what is answered, redirects, and further attempts."""

import base64
import hashlib
import json

from driver import Case
from faulty import CODED, TEXT


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
        headers = self.open().call("http", {"url": f"{self.bad}/folded"})["headers"]
        self.assertEqual(headers, {"content-length": "0", "connection": "close", "x-folded": "a, b: cé d", "x-other": "e"})

    def test_a_body_is_decompressed(self):
        response = self.open().call("http", {"url": f"{self.plain}/zipped"})
        self.assertEqual(response["body"], {"text": "hello\n"})
        self.assertNotIn("content-encoding", response["headers"])
        self.assertNotIn("content-length", response["headers"])

    def test_what_a_body_may_be_compressed_by(self):
        gateways = self.open()
        for case in ("gzip", "x-gzip", "deflate", "raw-deflate", "identity", "members"):
            for way in ("", "/chunks"):
                with self.subTest(case + way):
                    url = f"{self.bad}/coded/{case}{way}"
                    self.assertEqual(gateways.call("http", {"url": url})["body"], {"text": TEXT.decode()})
                    items, error = gateways.follow({"url": url})
                    self.assertIsNone(error)
                    self.assertEqual("".join(each["content"]["text"] for each in items if "content" in each), TEXT.decode())

    def test_an_empty_body_is_whole_whatever_its_coding(self):
        """As for curl and browsers; HEAD, 204 and 304 have none (RFC 9110, 6.4.1). 200 without a length ends with the connection."""
        gateways = self.open()
        requests = [{"url": f"{self.bad}/{path}"} for path in ("coded/empty", "coded/empty/chunks", "contentless/200", "contentless/204", "contentless/304")]
        for request in (*requests, {"url": f"{self.bad}/coded/gzip", "method": "HEAD"}):
            with self.subTest(request):
                self.assertEqual(gateways.call("http", request)["body"], {"text": ""})
                items, error = gateways.follow(request)
                self.assertIsNone(error)
                self.assertEqual([each for each in items if "content" in each], [])

    def test_a_blob_is_what_was_sent(self):
        gateways = self.open()
        response = gateways.call("http", {"url": f"{self.bad}/coded/cut", "form": "blob"})
        self.assertEqual(response["headers"]["content-encoding"], "gzip")
        self.assertEqual(response["body"]["blob"], {"id": hashlib.sha256(CODED["cut"][1]).hexdigest(), "bytes": len(CODED["cut"][1])})
        for form, accepted in (("text", "gzip, deflate"), ("blob", None)):
            gateways.call("http", {"url": f"{self.bad}/echo?accepts-{form}", "form": form})
            self.assertEqual(next(each for each in self.faulty.requests if each["path"] == f"/echo?accepts-{form}")["headers"].get("accept-encoding"), accepted)

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
        items, error = gateways.follow({"url": f"{self.plain}/zeros", "form": "base64", "limit": 50_000_000})
        self.assertIsNone(error)
        self.assertEqual(sum(len(base64.b64decode(each["content"]["base64"])) for each in items if "content" in each), 8_000_000)

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
            {"url": f"http://a:b@127.0.0.1:{self.nginx.plain}/"}, {"url": self.plain, "limit": -1}, {"url": f"http://:b@127.0.0.1:{self.nginx.plain}/"},
            {"url": self.plain, "method": "get"}, {"url": self.plain, "method": "head"}, {"url": self.plain, "method": "HEAD", "body": {"text": "a"}},
        ):
            with self.subTest(request):
                self.assertEqual(gateways.call("http", request), "invalid")


    def test_a_member_of_another_kind_is_not_taken_as_absent(self):
        gateways = self.open()
        for member in ("url", "method", "authorization", "idempotencyKey", "form"):
            for value in (5, ["a"], "a\0b"):
                with self.subTest(member, value=value):
                    gateways.ask("http", {"url": self.plain, member: value})
                    error = gateways.reply()[1]["error"]
                    self.assertEqual((error["code"], error["message"]), ("invalid", f"{member}: a text is expected"))
        gateways.ask("http", {"url": self.plain, "headers": ["a: b"]})
        self.assertEqual(gateways.reply()[1]["error"]["message"], "headers: an object is expected")
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/hello.txt", "authorization": None, "method": None, "headers": None})["status"], 200)

    def test_an_error_that_is_cut_within_a_character(self):
        gateways = self.open()
        for url in ("http://" + "é" * 120, "http://a" + "é" * 120):
            gateways.ask("http", {"url": url})
            self.assertRegex(gateways.reply()[1]["error"]["message"], "^http://.*:80 is not among the origins that the config allows$")

    def test_what_waits_for_others_ends_in_time(self):
        gateways = self.open(http={"limits": {"inFlight": 1}})
        hanging = gateways.ask("http", {"url": f"{self.bad}/hang"})
        waiting = [gateways.ask("http", {"url": f"{self.plain}/hello.txt", "timeout": "PT0.2S"}) for _ in range(2)]
        replies = [gateways.reply()[1] for _ in waiting]
        self.assertEqual({(each["effect"], each["error"]["code"]) for each in replies}, {(each, "timedOut") for each in waiting})
        gateways.say({"@cancel": {"effect": hanging}})
        self.assertEqual(gateways.call("http", {"url": f"{self.plain}/hello.txt"})["status"], 200)

    def test_a_core_whose_queue_is_full_keeps_no_other_waiting(self):
        gateways = self.open()
        gateways.full(1_000_000, core=2)
        stuck = [gateways.ask("keyValue", {"put": {"key": "k", "value": number}}, core=2) for number in range(3)]
        self.assertEqual(gateways.call("keyValue", {"get": {"key": "k"}}), {"value": 2})
        gateways.full(0, core=2)
        self.assertEqual([gateways.reply() for _ in stuck], [(2, {"result": {}, "effect": effect}) for effect in stuck])  # in their order


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
            gateways.ask("http", {"method": method, "url": f"{self.bad}/{path}/a", "attempts": 3})
        gateways.ask("http", {"method": "POST", "url": f"{self.bad}/flaky/b", "attempts": 3, "idempotencyKey": "k", "body": {"text": "x"}})
        for _ in range(4):
            self.assertEqual(gateways.reply()[1]["result"]["body"], {"text": "good"})
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
