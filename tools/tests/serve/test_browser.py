"""The client of a page (tools/browser/adit.js) in a browser: requests, values that are followed, gateways, and the ends of both."""

import functools
import http.server
import json
import os
import signal
import sys
import threading
import unittest

import peer
from test_http import TOKEN, Server

sys.path.insert(0, str(peer.ROOT / "examples/tests"))
from devtools import Browser  # noqa: E402

PAGE = b"<!doctype html><title>page</title><script type=module>window.adit = await import('/adit.js')</script>"


class Pages(http.server.SimpleHTTPRequestHandler):
    """A page, and the client beside it."""

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        pass


class Page(peer.Test):
    @classmethod
    def setUpClass(cls):
        handler = functools.partial(Pages, directory=peer.ROOT / "tools/browser")
        cls.pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=cls.pages.serve_forever, daemon=True).start()
        cls.origin = f"http://127.0.0.1:{cls.pages.server_address[1]}"
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.pages.shutdown()

    def serve(self, *clients, **config):
        config = self.config("config.json", {"clients": list(clients), **config})
        server = Server(self.folder, "--core", f"a=todo:{config}", "--origin", self.origin)
        self.addCleanup(server.destroy)
        return server

    def page(self, server, script="", token=TOKEN):
        """A page that is connected, with its core in `core`."""
        tab = self.browser.open(self.origin + "/")
        self.addCleanup(tab.close)
        tab.wait("typeof adit", "object")
        tab.evaluate("(async () => {"
                     f"window.connection = await adit.connect('http://127.0.0.1:{server.port}', '{token}');"
                     f"window.core = connection.core('a'); window.heard = []; core.onmessage = (message) => heard.push(message); {script}"
                     "})()")
        return tab

    def ask(self, tab, message):
        """The answer to a message, or the code of the refusal."""
        return tab.evaluate(f"core.ask({json.dumps(message)}).catch(error => error.code)")

    def test_given_a_followed_value_when_others_change_it_then_the_page_has_it(self):
        server = self.serve("@get", "@subscribe", "@unsubscribe")
        tab = self.page(server, "window.stop = core.follow('/items', (items) => { window.items = items });")
        other = server.trusted()
        tab.wait("typeof items", "object")
        empty = tab.evaluate("items")
        # WHEN items are added by the page and by another, and one is changed
        answer = self.ask(tab, peer.add("Milk"))
        milk = answer["todo"]["response"]["wasAdded"]["id"]
        for text in ("Bread", "Salt / ~tilde"):
            other.ask(peer.add(text, **{"@core": "a"}))
        self.ask(tab, {"todo": {"request": {"check": {"id": milk}}}})
        whole = self.ask(tab, {"@get": {"path": "/items"}})["@value"]["value"]
        self.assertNotEqual(whole, empty)
        # THEN what was patched is what a reader gets.
        tab.wait("JSON.stringify(items)", json.dumps(whole, separators=(",", ":"), ensure_ascii=False))
        # WHEN it stops following THEN it hears no more.
        tab.evaluate("stop()")
        self.ask(tab, peer.add("Pepper"))
        self.assertEqual(tab.evaluate("items"), whole)

    def test_given_a_followed_value_when_the_app_uses_the_word_then_its_message_is_no_update(self):
        tab = self.page(self.serve("@subscribe"), "core.follow('/items', (items) => { window.items = items });")
        tab.wait("typeof items", "object")
        tab.evaluate("core.receive({ news: { subscription: 's1' } })")
        self.assertEqual(tab.evaluate("heard.at(-1)"), {"news": {"subscription": "s1"}})

    def test_given_the_operations_of_a_core_when_they_are_applied_then_the_value_is_that_of_rfc_6902(self):
        tab = self.page(self.serve("@get"))
        cases = [case for case in json.loads((peer.ROOT / "bindings/go/testdata/spec_tests.json").read_text())
                 if "expected" in case and all(each["op"] in ("add", "remove", "replace", "move") for each in case["patch"])]
        self.assertIn("move", [each["op"] for case in cases for each in case["patch"]])
        found = tab.evaluate(f"{json.dumps(cases)}.map(({{ doc, patch }}) => patch.reduce(adit.patched, doc))")
        self.assertEqual(found, [case["expected"] for case in cases])

    def test_given_messages_of_no_use_when_asked_then_the_promise_is_rejected(self):
        tab = self.page(self.serve("@get"))
        self.assertEqual(self.ask(tab, {"@stats": {}}), "edenied")
        self.assertEqual(self.ask(tab, {"todo": {"request": {"ad": {}}}}), "emessage")
        self.assertEqual(self.ask(tab, {"@get": {"path": "/nothing"}}), "emessage")

    def test_given_a_process_that_crashes_when_it_is_reopened_then_the_value_is_followed_again(self):
        server = self.serve("@get", "@subscribe", store={"path": os.path.join(self.folder, "store")})
        tab = self.page(server, "core.follow('/items', (items) => { window.items = items; window.count = (window.count ?? 0) + 1 });")
        self.ask(tab, peer.add("Milk"))
        tab.wait("count", 2)
        os.kill(server.child(), signal.SIGKILL)
        tab.wait("heard.some(message => '@reopened' in message)")
        tab.wait("count", 3)
        self.ask(tab, peer.add("Bread"))
        tab.wait("count", 4)
        self.assertEqual(tab.evaluate("items"), self.ask(tab, {"@get": {"path": "/items"}})["@value"]["value"])

    def test_given_a_page_that_serves_a_gateway_when_its_message_needs_it_then_the_page_answers(self):
        tab = self.page(self.serve("@reply", gateways=["lists"]),
                        "core.serve('lists', async ({ fetch }) => { if (fetch.list === 'x') return { texts: ['Milk'] }; "
                        "throw new Error('no such list'); });")
        for source, part in (("x", '"Milk"'), ("y", "no such list")):
            self.assertIn(part, json.dumps(self.ask(tab, {"todo": {"request": {"import": {"from": source}}}})))

    def test_given_a_wrong_token_when_connected_then_the_page_is_told(self):
        tab = self.page(self.serve("@get"))
        error = tab.evaluate(f"adit.connect(connection.socket.url.split('/socket')[0].replace('ws', 'http'), '{TOKEN}x').catch(error => error.message)")
        self.assertIn("no connection; is the server there", error)

    def test_given_requests_when_the_server_ends_then_they_are_rejected(self):
        server = self.serve("@get", gateways=["lists"])
        tab = self.page(server, "connection.onclose = () => { window.isClosed = true };"
                                "core.ask({ todo: { request: { import: { from: 'x' } } } }).catch(error => { window.error = error.message });")
        server.destroy()
        tab.wait("window.isClosed")
        tab.wait("window.error", "the connection has ended")


if __name__ == "__main__":
    unittest.main()
