"""A bit of everything."""

from certificates import certificates
from driver import Case


class Tour(Case):
    """A bit of everything by one process: this is what runs under valgrind."""

    def test_everything(self):
        stranger = f"https://localhost:{self.listen(lambda connection: None, certificates().context('stranger'))}"
        gateways = self.open(allow=[stranger], http={"limits": {"response": 100_000, "inFlight": 2}})
        call = gateways.call
        hanging = gateways.ask("http", {"url": f"{self.bad}/hang"})
        for path, outcome in (("hello.txt", 200), ("moved", 200), ("to-tls", 200), ("loop", "redirects"), ("to-forbidden", "denied"),
                              ("bomb", "tooLarge"), ("zipped", 200), ("none", 404)):
            with self.subTest(path):
                answer = call("http", {"url": f"{self.plain}/{path}", "headers": {"x-a": "b", "cookie": "c=d"}, "authorization": "e"})
                self.assertEqual(answer["status"] if isinstance(answer, dict) else answer, outcome)
        for path, outcome in (("reset", "interrupted"), ("short", "interrupted"), ("garbage", "interrupted"), ("switches", "interrupted"),
                              ("close-in-headers", "interrupted"), ("two-lengths", "interrupted"), ("endless", "tooLarge"),
                              ("flaky/tour", 200), ("endless-redirect", 200), ("many-interim", 200)):
            with self.subTest(path):
                answer = call("http", {"url": f"{self.bad}/{path}", "attempts": 1 if path == "reset" else 3})
                self.assertEqual(answer["status"] if isinstance(answer, dict) else answer, outcome)
        self.assertEqual(call("http", {"url": stranger}), "tls")
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
        self.assertEqual(call("files", {"list": {"path": "a"}})["entries"], [{"name": "b", "bytes": 8_000_000}])
        self.assertEqual(call("files", {"read": {"path": "../a"}}), "denied")
        self.assertEqual(call("blobs", {"read": {"id": blob["id"], "limit": 2}}), {"content": {"text": "\0\0"}})
        self.assertEqual(call("blobs", {"remove": {"id": blob["id"]}}), {})
        self.assertEqual(call("keyValue", {"put": {"key": "k", "value": {"a": 1}}}), {})
        self.assertEqual(call("keyValue", {"get": {"key": "k"}}), {"value": {"a": 1}})
        self.assertEqual(call("keyValue", {"list": {}}), {"keys": ["k"]})
        gateways.ask("http", {"url": f"{self.bad}/hang"})  # it is under way at the end
        gateways.ask("httpStream", {"url": f"{self.bad}/endless", "form": "blob"})
