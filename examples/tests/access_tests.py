"""What a page may send to the server, and what it leaves behind."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from devtools import TIMEOUT, DevToolsError
from screen_tests import ScreenTests, items
from served import Listener, Served


class AccessTests(ScreenTests):
    """Who may send, and what."""

    def setUp(self):
        self.served = self.serve(items(["Milk"]))
        self.page = Listener(self.served)
        self.addCleanup(self.page.close)
        self.add = {"todo": {"request": {"add": {"item": {"text": "Bread"}}}}}

    def test_given_a_page_when_it_sends_then_it_hears_the_answer(self):
        self.assertEqual(self.page.send(self.add | {"@id": 7}), (204, ""))
        answer = self.page.next()
        self.assertEqual(answer["todo"]["response"]["wasAdded"]["text"], "Bread")
        self.assertEqual((answer["@id"], answer["@client"]), (7, self.page.client))

    def test_given_a_request_that_is_not_of_the_page_when_sent_then_it_is_refused(self):
        address = self.served.address
        for status, headers in (
            (403, {"Origin": "http://example.com"}),
            (403, {"Origin": "null"}),
            (403, {"Origin": "http://127.0.0.1:1"}),
            (403, {"X_Token": "another"}),
            (403, {"X_Token": ""}),
            (409, {"X_Client": "another"}),
            (415, {"Content_Type": "text/plain"}),
            (421, {"Host": "example.com", "Origin": "http://example.com"}),
            (421, {"Host": f"example.com:{address.partition(':')[2]}"}),
        ):
            with self.subTest(headers=headers):
                self.assertEqual(self.page.send(self.add, **headers)[0], status)
        self.assertEqual(self.served.request("POST", "/send", b"{}")[0], 403)
        self.assertEqual(self.served.request("GET", "/events?token=another")[0], 403)
        self.assertEqual(self.served.request("GET", "/events")[0], 403)

    def test_given_a_page_when_it_sends_what_the_config_does_not_allow_then_it_is_refused(self):
        for status, message, text in (
            (403, {"@export": {"path": "x"}}, "@export: found in a message of the client"),
            (403, {"@close": {}}, "@close: found"),
            (403, {"@get": {"path": ""}}, "@get: found"),
            (400, {"nothing": {}}, 'no case \\"nothing\\"'),
            (413, {"todo": "x" * 70_000}, "a message has 65536 bytes at most"),
        ):
            with self.subTest(text=text):
                found = self.page.send(message)
                self.assertEqual(found[0], status)
                self.assertIn(text, found[1])

    def test_given_a_path_when_it_is_no_page_then_nothing_is_there(self):
        for path in ("/serve.py", "/../serve.py", "/%2e%2e/serve.py", "//etc/passwd", "/pages/todo.html", "/send"):
            with self.subTest(path=path):
                self.assertEqual(self.served.request("GET", path)[0], 404)

    def test_given_a_page_of_another_origin_when_it_sends_then_nothing_changes(self):
        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        tab = self.open_url(f"http://127.0.0.1:{server.server_port}/")
        tab.wait("document.readyState", "complete")
        headers = f'{{"X-Token": "{self.served.token}", "X-Client": "{self.page.key}"}}'
        for options in ('mode: "no-cors"', f"headers: {headers}"):
            with self.assertRaisesRegex(DevToolsError, "Failed to fetch"):
                tab.evaluate(
                    f'fetch("http://{self.served.address}/send", {{method: "POST", body: "{{}}", {options}}})')
        closed = tab.evaluate(
            f'new Promise((done) => {{'
            f'const events = new EventSource("http://{self.served.address}/events?token={self.served.token}");'
            f'events.onerror = () => done(events.readyState === EventSource.CLOSED); }})')
        self.assertTrue(closed)
        # THEN the first answer is that of the page itself.
        self.assertEqual(self.page.send(self.add), (204, ""))
        self.assertIn("wasAdded", self.page.next()["todo"]["response"])


class GoneTests(ScreenTests):
    """What a page has left when it goes."""

    def listen(self, served: Served) -> Listener:
        page = Listener(served)
        self.addCleanup(page.close)
        return page

    def test_given_a_review_when_its_page_has_gone_then_another_shows_it(self):
        served = self.serve(items(["Milk", "Bread", "Eggs"]))
        one, other = self.listen(served), self.listen(served)
        one.send({"appReview": {"requestReview": {}}})
        one.close()
        effect = other.next()["@effect"]
        self.assertEqual((effect["gateway"], effect["reply"]), ("review", False))

    def test_given_a_picker_when_its_page_has_gone_then_the_core_waits_for_it_no_longer(self):
        self.library, self.app = "showcase", "travelPlanner"
        served = self.serve({"clients": ["@stats"]})
        one, other = self.listen(served), self.listen(served)

        def effects() -> int:
            other.send({"@stats": {}})
            return other.next()["@stats"]["effects"]

        before = effects()
        one.send({"perform": {"fromLocationRowPressed": {}}})
        self.assertEqual(one.next()["@effect"]["gateway"], "locationPicker")
        self.assertEqual(effects(), before + 1)
        one.close()
        end = time.monotonic() + TIMEOUT
        while (found := effects()) != before and time.monotonic() < end:
            pass
        self.assertEqual(found, before)
