"""The gateway `httpStream`, and the end of requests that nobody waits for."""

import base64
import hashlib
import json
import os

from driver import Case


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
        digest = hashlib.sha256(bytes(20_000_000)).hexdigest()
        self.assertEqual(items[-1], {"finished": {"id": digest, "bytes": 20_000_000}})
        self.assertEqual(os.listdir(self.folder / "blobs"), [digest])
        self.assertTrue(all(each["received"]["of"] == 20_000_000 for each in items if "received" in each))

    def test_an_upload_of_a_blob(self):
        gateways = self.open()
        blob = gateways.call("http", {"url": f"{self.plain}/large", "form": "blob"})["body"]
        response = gateways.call("http", {"method": "PUT", "url": f"{self.bad}/echo", "body": blob})
        seen = json.loads(response["body"]["text"])
        self.assertEqual((seen["length"], seen["sha256"]), (20_000_000, blob["blob"]["id"]))
        self.assertEqual(gateways.call("http", {"method": "PUT", "url": f"{self.bad}/echo", "body": {"blob": {"id": "0" * 64, "bytes": 1}}}), "notFound")

    def test_a_stream_that_fails_after_a_pause(self):
        gateways = self.open(http={"limits": {"blob": 3_000_000}})
        gateways.full(2)
        items, error = gateways.follow({"url": f"{self.bad}/bomb/20000000/hang"})
        self.assertEqual(error, "tooLarge")
        self.assertGreater(len(items), 10)

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


class Memory(Case):
    """Of the library alone: sanitizers keep what is freed."""

    def test_few_bytes_that_become_many_wait_for_the_core(self):
        """20 MB in 20 KB: what it becomes is not kept while the queue of the core is full."""
        gateways = self.open()
        gateways.full(40)
        effect, items = gateways.ask("httpStream", {"url": f"{self.bad}/bomb/20000000"}), []
        while (reply := gateways.reply()[1]).get("more"):
            items.append(reply["result"])
        self.assertEqual(reply, {"effect": effect})
        pieces = [len(each["content"]["text"]) for each in items if "content" in each]
        self.assertEqual(sum(pieces), 20_000_000)
        self.assertLessEqual(max(pieces), 65536)
        with open(f"/proc/{gateways.process.pid}/status") as status:
            most = int(next(line for line in status if line.startswith("VmHWM")).split()[1])
        self.assertLess(most, 64_000)
