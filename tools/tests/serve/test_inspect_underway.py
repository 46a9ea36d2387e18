"""The page of adit inspect: what is under way in forks, in cores of a server, in stores and in recordings."""

import json
import os
import sqlite3

import peer
from inspecting import HTML, InspectTest, adit

IMPORT = {"todo": {"request": {"import": {"from": "groceries"}}}}
STATUS = "#view [role=status]"


class UnderWayTests(InspectTest):
    def cancel(self, tab, name):
        """Presses the button that cancels something."""
        selector = f"button[aria-label^='Cancel '][aria-label*='{name}']"
        tab.wait_visible(selector)
        tab.click(selector)

    def test_given_forks_when_they_ask_a_gateway_then_the_page_answers_and_cancels(self):
        tab = self.inspect(peer.CORES, self.store(1))
        tab.wait("app.hasCatalog ?? false")
        # WHEN effects are held back THEN a request is under way, and asks no host
        for runs, expected in ((False, "0 effects · 1 request · 0 timers"), (True, "0 effects · 1 request · 1 timer")):
            tab.evaluate(f"app.look(app.subjects[0]); app.fork({{ runsEffects: {json.dumps(runs)} }}).then(() => true)")
            tab.evaluate(f"app.subject.call({json.dumps(IMPORT)})")
            self.show(tab, "underway")
            tab.wait_text(STATUS, expected)
        self.assertIn("durable, attempt 1 · id “groceries”", tab.text("#view fieldset"))
        # WHEN an answer is typed THEN it stays while the page is renewed, and the request goes on with it
        tab.wait_visible("#view textarea")
        tab.replace("#view textarea", json.dumps({"texts": [HTML]}))
        tab.evaluate("app.subject.call({ todo: { request: { add: { item: { text: 'x', completed: true } } } } })")
        tab.wait_text(STATUS, "1 effect · 1 request · 2 timers")
        self.assertEqual(tab.evaluate("document.activeElement.tagName"), "TEXTAREA")
        self.press(tab, "Answer")
        tab.wait_text(STATUS, "1 effect · 0 requests · 1 timer")
        tab.wait("document.querySelector('#view').innerText.includes('wereImported')")
        # WHEN an effect is cancelled THEN its timer is gone with it, and the focus is still in the view
        self.cancel(tab, "“review”")
        tab.wait_text(STATUS, "0 effects · 0 requests · 0 timers")
        self.assertTrue(tab.evaluate("document.querySelector('#view').contains(document.activeElement)"))
        # WHEN what is asked for fails THEN the page says why
        tab.evaluate(f"app.subject.call({json.dumps(IMPORT)})")
        tab.wait_visible("#view textarea")
        tab.replace("#view textarea", "{")
        self.press(tab, "Answer")
        tab.wait("document.querySelector('#view fieldset [role=alert]').innerText.length > 0")
        self.cancel(tab, "lists ")
        tab.wait_text(STATUS, "0 effects · 0 requests · 0 timers")

    def test_given_a_core_of_a_server_when_an_effect_is_cancelled_then_it_ends(self):
        config = self.config("a.json", {"gateways": ["lists", "review"]})
        server = self.unix("--trust", "--core", f"a=todo:{config}")
        client = server.client()
        client.send({**IMPORT, "@core": "a"})
        client.until("@effect")
        client.ask(peer.add("Milk", **{"@core": "a"}))
        tab = self.inspect(server.path)
        self.show(tab, "underway")
        tab.wait_text(STATUS, "0 effects · 1 request · 1 timer")
        self.cancel(tab, "lists e1-1")
        tab.wait_text(STATUS, "0 effects · 0 requests · 0 timers")
        self.assertEqual(client.until("@cancel")["@cancel"], {"effect": "e1-1"})

    def test_given_a_closed_store_when_inspected_then_its_durable_requests_are_there_with_their_attempts(self):
        path = os.path.join(self.folder, "list.store")
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path}, "gateways": ["lists"]}, on_text=lambda _: None) as core:
            core.send(IMPORT)
            core.process()
        with sqlite3.connect(path) as database:
            record = json.loads(database.execute("SELECT value FROM member WHERE path = '@effect/e1-1'").fetchone()[0])
            record |= {"failures": 2, "due": "2030-01-01T00:00:00Z"}
            database.execute("UPDATE member SET value = ? WHERE path = '@effect/e1-1'", (json.dumps(record),))
        database.close()
        tab = self.inspect(peer.CORES, path)
        self.show(tab, "underway")
        tab.wait_text(STATUS, "1 request · 0 timers")
        self.assertIn("durable, attempt 3 · id “groceries” · asked again at 2030-01-01T00:00:00Z", tab.text("#view fieldset"))
        self.assertEqual(tab.evaluate("document.querySelectorAll('#view fieldset button').length"), 0)

    def test_given_a_recording_when_inspected_then_its_unanswered_requests_are_there(self):
        path = os.path.join(self.folder, "session.recording")
        with adit.Library(peer.CORES).open("todo", {"record": path, "gateways": ["lists"]}, on_text=lambda _: None) as core:
            for name in ("groceries", "wishes", "books"):
                core.send({"todo": {"request": {"import": {"from": name}}}})
            core.process()
            core.send({"@reply": {"effect": "e1-1", "result": {"texts": ["Milk"]}}})
            core.send({"@cancel": {"effect": "e1-2"}})
            core.process()
        tab = self.inspect(peer.CORES, path)
        self.show(tab, "underway")
        tab.wait_text(STATUS, "1 request · 0 timers")
        self.assertIn("lists e1-3", tab.text("#view fieldset"))


if __name__ == "__main__":
    peer.main()
