"""Servers that hang, end the connection, speak no HTTP, or send too much."""

from driver import Case, FaultCase

TEXTS = [("http", "text"), ("httpStream", "text")]
UPLOADS = {"forms": TEXTS, "method": "PUT"}


class Hanging(FaultCase):
    def test_a_server_that_hangs(self):
        gateways = self.open()
        for path in ("hang", "hang-in-headers", "hang-in-body", "hang-in-chunk"):
            self.expect(gateways, "timedOut", "timed out", f"{self.bad}/{path}", hangs=True, forms=self.ALL_FORMS)

    def test_an_upload_that_is_not_read(self):
        gateways = self.open()
        blob = gateways.call("http", {"url": f"{self.plain}/large", "form": "blob"})["body"]
        for body in ({"text": "x" * 10_000_000}, blob):
            self.expect(gateways, "timedOut", "timed out", f"{self.bad}/deaf-hang", hangs=True, body=body, **UPLOADS)


class Ending(FaultCase):
    def test_a_connection_that_is_reset(self):
        gateways = self.open()
        for path in ("reset", "reset-in-headers", "reset-in-body", "reset-in-chunk"):
            self.expect(gateways, "interrupted", "Connection reset by peer", f"{self.bad}/{path}", forms=self.ALL_FORMS)

    def test_an_upload_that_is_reset(self):
        gateways = self.open()
        blob = gateways.call("http", {"url": f"{self.plain}/large", "form": "blob"})["body"]
        for body in ({"text": "x" * 10_000_000}, blob):
            self.expect(gateways, "interrupted", "Connection reset by peer|Broken pipe", f"{self.bad}/deaf-reset", body=body, **UPLOADS)

    def test_an_upload_that_is_refused_on_the_way(self):
        response = self.open().call("http", {"method": "PUT", "url": f"{self.bad}/deaf-refusal", "body": {"text": "x" * 10_000_000}})
        self.assertEqual((response["status"], response["body"]), (413, {"text": "too large"}))

    def test_a_connection_that_ends(self):
        gateways = self.open()
        for path, words in (("close", "Empty reply"), ("short", "90 bytes remaining"), ("close-in-chunks", "outstanding read data")):
            self.expect(gateways, "interrupted", words, f"{self.bad}/{path}", forms=self.ALL_FORMS)

    def test_a_connection_that_ends_within_the_headers(self):
        """libcurl calls this a success, and keeps the connection until it needs another: so each form has gateways of its own."""
        for form in self.ALL_FORMS:
            gateways = self.open()
            self.expect(gateways, "interrupted", "ended within the headers", f"{self.bad}/close-in-headers", forms=[form], leaves=["socket:"])

    def test_nobody_listens(self):
        self.expect(self.open(), "unreachable", "Connection refused|Couldn't connect", "http://127.0.0.1:1/")

    def test_a_name_that_does_not_exist(self):
        self.expect(self.open(allow=["http://none.invalid"]), "unreachable", "none.invalid", "http://none.invalid/", forms=[("http", "text")])


class NoHTTP(FaultCase):
    def test_what_is_no_http(self):
        gateways = self.open()
        for path, words in (("garbage", "HTTP/0.9"), ("nul", "(?i)nul"), ("switches", "101")):
            self.expect(gateways, "interrupted", words, f"{self.bad}/{path}")

    def test_lengths_that_are_none(self):
        gateways = self.open()
        for path, words in (("two-lengths", 'content-length: found "10, 5"'), ("list-of-lengths", 'found "10, 5"'), ("no-length", "Content-Length|ten"),
                            ("negative-length", "Content-Length|-1"), ("half-a-length", 'found "5x"')):
            self.expect(gateways, "interrupted", words, f"{self.bad}/{path}")
        for path, text in (("same-lengths", "ten bytes."), ("length-and-chunks", "hello")):
            response = gateways.call("http", {"url": f"{self.bad}/{path}"})
            self.assertEqual(response["body"], {"text": text})

    def test_chunks_that_are_none(self):
        gateways = self.open()
        for path in ("bad-chunk", "negative-chunk", "huge-chunk", "long-chunk"):
            self.expect(gateways, "interrupted", "(?i)chunk", f"{self.bad}/{path}")

    def test_what_is_compressed_is_damaged(self):
        gateways = self.open()
        for path, words in (("corrupt-gzip", "data|invalid"), ("coded/no-gzip", "incorrect header check"), ("coded/wrong-checksum", "incorrect data check"),
                            ("coded/more", "incorrect header check"), ("coded/more-deflate", "more behind the end of the compressed body"),
                            ("coded/unknown", '^content-encoding: found "none-such"; gzip or deflate is expected$'), ("coded/twice", 'found "gzip, gzip"')):
            self.expect(gateways, "interrupted", words, f"{self.bad}/{path}", forms=TEXTS)

    def test_what_is_compressed_is_cut(self):
        """In a response that is complete by its length or its chunks."""
        gateways = self.open()
        for case in ("cut-in-head", "cut-after-head", "cut", "cut-in-checksum", "cut-deflate", "cut-raw-deflate", "cut-in-adler", "cut-in-member"):
            for way in ("", "/chunks"):
                self.expect(gateways, "interrupted", "^the compressed body has not ended: it was cut$", f"{self.bad}/coded/{case}{way}", forms=TEXTS)

    def test_a_coding_of_the_transfer(self):
        """libcurl would undo it, and not check its end; it was not asked for (RFC 9112, 7.4)."""
        gateways = self.open()
        for case in ("gzip", "cut"):
            self.expect(gateways, "interrupted", '^transfer-encoding: found "gzip, chunked"; chunked is expected$', f"{self.bad}/coded/{case}/transfer")

    def test_what_was_cut_is_asked_for_again(self):
        gateways = self.open()
        self.assertEqual(gateways.call("http", {"url": f"{self.bad}/coded/cut?again", "attempts": 2}), "interrupted")
        self.assertEqual(self.faulty.count("/coded/cut?again"), 2)


class TooMuch(FaultCase):
    def test_too_much(self):
        gateways = self.open(http={"limits": {"response": 1_000_000, "blob": 3_000_000}})
        for path, words in (("endless", "the body has over [13]000000 bytes"), ("headers", "the headers have over 65536 bytes"),
                            ("announced", "announces 99999999999999 bytes; at most [13]000000"), ("endless-interim", "the headers have over 65536 bytes"),
                            ("endless-line", "a line of the headers is too long"), ("endless-trailers", "the headers have over 65536 bytes")):
            self.expect(gateways, "tooLarge", words, f"{self.bad}/{path}")

    def test_what_it_is_decompressed_to_counts(self):
        gateways = self.open(http={"limits": {"response": 1_000_000, "blob": 3_000_000}})
        for url in (f"{self.plain}/bomb", f"{self.bad}/bomb/20000000"):
            self.expect(gateways, "tooLarge", "the body has over [13]000000 bytes", url, forms=TEXTS)

    def test_more_than_was_asked_for(self):
        self.expect(self.open(), "tooLarge", "announces 6 bytes; at most 5", f"{self.plain}/hello.txt", limit=5)
