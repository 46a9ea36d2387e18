"""The page of adit inspect in a browser: each view, at three widths, of stores, recordings and servers, whole and damaged.

ADIT_AXE names axe.min.js (https://github.com/dequelabs/axe-core), by which each view is checked for accessibility; without it,
that one test is skipped.
"""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request

import peer

sys.path.insert(0, str(peer.ROOT / "examples/tests"))
sys.path.insert(0, str(peer.ROOT / "bindings/python/src"))
from devtools import Browser  # noqa: E402
import adit  # noqa: E402

WIDTHS = ((390, 844), (1024, 768), (1920, 1080))
VIEWS = ("messages", "state", "underway", "send", "figures")
HTML = "<img src=x onerror=\"document.title='run'\"><b>bold</b>"
# Notes what goes wrong in the page, before anything of it runs.
WATCH = """
    window.faults = [];
    addEventListener('error', (event) => faults.push(`${event.message} ${event.filename}:${event.lineno}`));
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason?.stack ?? reason)));
    addEventListener('securitypolicyviolation', (event) => faults.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    for (const kind of ['error', 'warn']) { const own = console[kind]; console[kind] = (...all) => { faults.push(all.join(' ')); own(...all); }; }
"""


class Inspector:
    """adit inspect, as a child."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([peer.SERVE, "inspect", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.address = self.process.stdout.readline().decode().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.process.stderr.read()
        self.origin = self.address.split("/#")[0]

    def destroy(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class InspectTest(peer.Test):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def inspect(self, *arguments, size=WIDTHS[1]):
        """A tab with the page, once it is there."""
        self.inspector = Inspector(*arguments)
        self.addCleanup(self.inspector.destroy)
        return self.open(self.inspector.address, size)

    def open(self, address, size=WIDTHS[1]):
        tab = self.browser.open("about:blank")
        self.addCleanup(tab.close)
        tab.command("Page.enable")
        tab.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.resize(tab, size)
        tab.command("Page.navigate", url=address)
        tab.wait("window.app?.subject !== undefined")
        self.addCleanup(lambda: self.assertEqual(tab.evaluate("faults"), []))
        return tab

    def resize(self, tab, size):
        tab.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)

    def store(self, count=20, name="list.store", **store):
        """A closed store with items, each of a batch of its own; every third is checked."""
        path = os.path.join(self.folder, name)
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path, **store}, "limits": {"batch": 1}}, on_text=lambda _: None) as core:
            for number in range(count):
                core.send({"todo": {"request": {"add": {"item": {"id": self.item(number), "text": f"item {number}"}}}}, "@id": number})
                if number % 3 == 0:
                    core.send({"todo": {"request": {"check": {"id": self.item(number)}}}})
            core.process()
        return path

    @staticmethod
    def item(number):
        return f"{number:08x}-0000-4000-8000-000000000000"

    def show(self, tab, view):
        tab.click(f"#tab-{view}")
        tab.wait(f"document.querySelector('#tab-{view}').getAttribute('aria-selected')", "true")

    def rows(self, tab):
        return tab.evaluate("[...document.querySelectorAll('.row:not([hidden])')].map((row) => row.innerText.replaceAll('\\n', ' '))")

    def press(self, tab, text):
        """Presses a button by its text."""
        tab.wait(f"[...document.querySelectorAll('#view button, footer button')].some((each) => each.checkVisibility() && !each.disabled && each.textContent === {json.dumps(text)})")
        tab.evaluate(f"[...document.querySelectorAll('#view button, footer button')].find((each) => each.checkVisibility() && each.textContent === {json.dumps(text)}).click()")

    def wait_rows(self, tab, text, message=None):
        tab.wait(f"[...document.querySelectorAll('.row:not([hidden])')].some((row) => row.innerText.includes({json.dumps(text)}))")

    def part(self, tab, pointer):
        """Shows a part of the state in the details."""
        self.show(tab, "state")
        tab.replace("input[type=search]", pointer)
        tab.evaluate("document.querySelector('input[type=search]').onchange()")
        tab.wait_text(".details h2", pointer)


class StoreTests(InspectTest):
    def test_given_a_closed_store_when_it_is_inspected_then_all_of_it_is_shown_and_nothing_is_changed(self):
        path = self.store()
        before = pathlib.Path(path).read_bytes()
        tab = self.inspect(peer.CORES, path)
        # WHEN messages are filtered and one is chosen
        tab.wait_text(".count", "27 messages")
        tab.click("input[type=search]")
        tab.type("check")
        tab.wait_text(".count", "7 messages")
        tab.click(".row")
        # THEN its JSON, and what it changed
        tab.wait_text(".details h2", "todo.request.check")
        self.assertIn(self.item(18), tab.text(".details pre"))
        cells = tab.evaluate("[...document.querySelectorAll('.details tbody td')].map((cell) => cell.innerText)")
        self.assertEqual(cells[:2], ["replace", f"/items/entities/{self.item(18)}"])
        self.assertIn('"completed":false', cells[2])
        self.assertIn('"completed":true', cells[3])
        # WHEN it is run again THEN what it causes is a tree
        self.press(tab, "Run it again in a fork")
        tab.wait("document.querySelector('.graph')?.innerText.includes('todo.response.wasChecked')")
        # WHEN the id of a message is looked for
        tab.replace("input[type=search]", "")
        tab.click("[placeholder='@id']")
        tab.type("7")
        tab.wait_text(".count", "1 message")
        self.assertEqual(pathlib.Path(path).read_bytes(), before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["list.store"])

    def test_given_widths_when_time_is_moved_then_the_state_is_that_of_the_revision(self):
        path = self.store()
        for size in WIDTHS:
            with self.subTest(size=size):
                tab = self.inspect(peer.CORES, path, size=size)
                self.show(tab, "state")
                self.wait_rows(tab, "20 elements")
                tab.evaluate("app.goTo(8)")
                self.wait_rows(tab, "6 elements")
                # WHEN a part is chosen THEN it is as it was, with who changed it last
                self.part(tab, f"/items/entities/{self.item(3)}")
                tab.wait("document.querySelector('.details pre')?.innerText.includes('\"completed\": true')")
                tab.evaluate("app.goTo(5)")
                tab.wait("document.querySelector('.details pre')?.innerText.includes('\"completed\": false')")
                self.assertIn("Something to do.", tab.text(".details"))
                self.assertIn("todo.request.add", tab.text(".details .actions"))
                # WHEN the revision is reached by the keyboard THEN the slider says so
                tab.evaluate("document.activeElement.blur()")
                tab.press("]")
                tab.wait("document.querySelector('footer input[type=range]').value", "6")
                # Nothing is wider than the window.
                self.assertLessEqual(tab.evaluate("document.documentElement.scrollWidth"), size[0])

    def test_given_a_revision_when_it_is_forked_then_both_can_be_compared_and_the_file_is_as_before(self):
        path = self.store()
        before = pathlib.Path(path).read_bytes()
        tab = self.inspect(peer.CORES, path)
        tab.wait("app.hasCatalog ?? false")
        tab.evaluate("app.goTo(4)")
        self.press(tab, "Fork")
        tab.wait("app.subject.isFork")
        self.assertEqual(tab.evaluate("app.subject.revision"), 4)
        # WHEN a message is not valid THEN it cannot be sent, and the page says why
        self.show(tab, "send")
        tab.wait_visible("#send-message")
        tab.replace("#send-json", '{"todo":{"request":{"check":{"id":"7"}}}}')
        tab.wait("document.querySelector('[role=alert]').innerText.includes('a UUID')")
        self.assertTrue(tab.evaluate("[...document.querySelectorAll('#view button')].find((each) => each.textContent === 'Send').disabled"))
        # WHEN it is, by the form
        tab.evaluate("document.querySelector('#send-message').value = 'todo.request.add'; document.querySelector('#send-message').onchange()")
        tab.click("#view input[type=text]")
        tab.type("Buy milk")
        self.press(tab, "Send")
        tab.wait("document.querySelector('#view').innerText.includes('todo.response.wasAdded')")
        # THEN the fork has it, and what it is compared with has not
        self.show(tab, "state")
        tab.evaluate("(() => { const select = document.querySelector('[aria-label=\"Compare with\"]'); select.value = '0'; select.onchange(); })()")
        self.wait_rows(tab, "4 elements")
        tab.wait("document.querySelector('.row .twist')?.textContent", "▸")
        tab.click(".row .twist")
        tab.wait("document.querySelector('.row.differs')?.innerText.includes('other: absent') ?? false")
        self.assertIn("Buy milk", tab.text(".row.differs"))
        self.press(tab, "Close fork")
        tab.wait("app.subject.isFork", False)
        self.assertEqual(pathlib.Path(path).read_bytes(), before)

    def test_given_a_fork_with_effects_when_it_asks_a_gateway_then_the_page_answers(self):
        tab = self.inspect(peer.CORES, self.store(1))
        tab.wait("app.hasCatalog ?? false")
        # WHEN effects are held back THEN a request is under way, and asks no host
        for runs, expected in ((False, "1 effect · 0 timers · 0 requests · 0 queued"), (True, "1 effect · 1 timer · 1 request · 0 queued")):
            tab.evaluate(f"app.look(app.subjects[0]); app.fork({{ runsEffects: {json.dumps(runs)} }}).then(() => true)")
            tab.evaluate("app.subject.call({ todo: { request: { import: { from: 'groceries' } } } })")
            self.show(tab, "underway")
            tab.wait_text("#view [role=status]", expected)
        # WHEN it is answered THEN the effect goes on
        tab.wait_visible("#view textarea")
        tab.replace("#view textarea", json.dumps({"texts": [HTML]}))
        self.press(tab, "Answer")
        tab.wait_text("#view [role=status]", "0 effects · 0 timers · 0 requests · 0 queued")
        tab.wait("document.querySelector('#view').innerText.includes('wereImported')")

    def test_given_a_message_when_it_is_kept_then_the_scenario_holds(self):
        tab = self.inspect(peer.CORES, self.store())
        tab.wait("app.hasCatalog ?? false")
        tab.evaluate("window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return '#'; }")
        tab.wait_text(".count", "27 messages")
        tab.click(".row")
        self.press(tab, "Scenario")
        tab.wait("saved.length", 1)
        path = os.path.join(self.folder, "kept.json")
        pathlib.Path(path).write_text(tab.evaluate("saved[0]"))
        run = subprocess.run([peer.SERVE, "scenario", peer.CORES, path], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, "1 scenario, 1 step: all is well\n"), run.stderr)
        self.press(tab, "Bug report")
        tab.wait("saved.length", 2)
        self.assertIn(f'"id":"{self.item(19)}"', tab.evaluate("saved[1]"))

    def test_given_an_open_store_when_its_core_goes_on_then_the_page_follows(self):
        path = os.path.join(self.folder, "open.store")
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path}}, on_text=lambda _: None) as core:
            core.send(peer.add("first"))
            core.process()
            tab = self.inspect(peer.CORES, path)
            tab.wait_text(".count", "1 message")
            for number in range(300):
                core.send(peer.add(f"item {number}"))
                core.process(0)
            tab.wait_text(".count", "301 messages")
            # What lies within a batch is shown as of its beginning, and the page says so.
            revision = tab.evaluate("app.goTo(150).then(() => app.revision)")
            ends = tab.evaluate("app.wire.ask({ batch: { revision: 150 } })")
            self.assertIn(revision, (ends["from"], ends["revision"]))
            tab.evaluate("app.goTo(null)")
            self.show(tab, "state")
            self.wait_rows(tab, "301 elements")
            # WHEN it is forked while it is open THEN it goes on
            tab.evaluate("app.fork().then(() => true)")
            self.assertEqual(tab.evaluate("app.subject.revision"), 301)
            core.send(peer.add("last"))
            core.process(0)
            tab.evaluate("app.look(app.subjects[0])")
            self.wait_rows(tab, "302 elements")

    def test_given_texts_that_are_html_when_shown_then_they_are_texts(self):
        path = os.path.join(self.folder, "html.store")
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path}}, on_text=lambda _: None) as core:
            core.submit(HTML[:40], peer.add(HTML))
            core.send({"tagging": {"request": {"create": {"tag": {"name": HTML}}}}})
            core.process()
        tab = self.inspect(peer.CORES, path)
        tab.wait_text(".count", "2 messages")
        for view in VIEWS:
            self.show(tab, view)
            tab.evaluate("document.querySelector('.row')?.click()")
            time.sleep(0.2)
        self.part(tab, "/items")
        tab.replace("input[type=search]", "onerror")
        tab.evaluate("document.querySelector('input[type=search]').onchange()")
        tab.wait("document.querySelector('#view').innerText.includes('onerror')")
        self.assertEqual(tab.evaluate("[document.querySelectorAll('img, b').length, document.title]"), [0, "todo – Adit"])

    def test_given_a_secret_in_the_catalog_when_a_value_is_shown_then_it_is_masked(self):
        tab = self.inspect(peer.CORES, self.store(1))
        found = tab.evaluate("""(async () => {
            const { Catalog } = await import('/schema.js');
            const secret = { type: 'string', 'x-secret': true };
            const person = { type: 'object', properties: { name: { type: 'string' }, password: secret, pin: { anyOf: [{ type: 'integer', 'x-secret': true }, { type: 'null' }] } } };
            const catalog = new Catalog({ $defs: {
                Person: person, '@state': { type: 'object', properties: { people: { type: 'object', properties: { ids: { type: 'array', items: { type: 'string' } }, entities: { type: 'object', additionalProperties: { $ref: '#/$defs/Person' } } } } } },
                '@toCore': { type: 'object', properties: { signIn: { $ref: '#/$defs/Person' } } },
            } });
            const value = { name: 'a', password: 'shown', pin: 7 };
            return JSON.stringify([catalog.maskAt('/people/entities/x', value), catalog.maskAt('', { people: { ids: ['x'], entities: { x: value } } }),
                catalog.maskMessage({ signIn: value, '@id': 1 }), catalog.maskAt('/people/entities/x/password', 'shown')]);
        })()""")
        self.assertNotIn("shown", found)
        self.assertNotIn("7", found)
        self.assertEqual(found.count('"a"'), 3)


class DamageTests(InspectTest):
    def test_given_a_damaged_journal_when_inspected_then_the_page_says_how_far_it_goes(self):
        path = self.store()
        with sqlite3.connect(path) as database:
            text = database.execute("SELECT entries FROM journal WHERE number = 10").fetchone()[0]
            database.execute("UPDATE journal SET entries = ? WHERE number = 10", (text.replace("item", "tem!"),))
        tab = self.inspect(peer.CORES, path)
        tab.wait("document.querySelector('#remark').innerText.includes('row 10: an entry is not as it was written')")
        self.show(tab, "state")
        self.wait_rows(tab, "20 elements")

    def test_given_no_store_when_inspected_then_the_page_says_so(self):
        path = os.path.join(self.folder, "text")
        pathlib.Path(path).write_text("nothing")
        tab = self.inspect(peer.CORES, path)
        tab.wait("document.querySelector('#remark').innerText.includes('is neither a store nor a recording')")

    def test_given_a_recording_that_ends_in_a_trap_when_inspected_then_its_last_message_is_there(self):
        path = os.path.join(self.folder, "trap.recording")
        server = self.stdio(peer.TRAPS, options=("--restarts", 0))
        server.open("a", "traps", {"record": path})
        server.send({"trap": "index", "@core": "a"})
        self.assertIn("@crashed", str(server.until("@crashed")))
        tab = self.inspect(peer.TRAPS, path)
        tab.wait_text(".count", "1 message")
        tab.click(".row")
        tab.wait("document.querySelector('.details h2')?.innerText.startsWith('trap') ?? false")
        # WHEN it is run again THEN the process of the app ends, and the page goes on
        self.press(tab, "Run it again in a fork")
        tab.wait("document.querySelector('.details .bad')?.innerText.length > 0")
        self.show(tab, "state")

    def test_given_a_torn_recording_when_inspected_then_it_is_shown_up_to_there(self):
        path = os.path.join(self.folder, "session.recording")
        with adit.Library(peer.CORES).open("todo", {"record": path}, on_text=lambda _: None) as core:
            for number in range(3):
                core.send(peer.add(f"item {number}"))
                core.process()
        lines = pathlib.Path(path).read_text().splitlines(keepends=True)
        pathlib.Path(path).write_text("".join(lines[:-1]) + lines[-1][:20])
        tab = self.inspect(peer.CORES, path)
        tab.wait_text(".count", "3 messages")
        self.assertIn("torn", tab.text("#remark"))
        tab.click(".row")
        tab.wait("document.querySelector('.details')?.innerText.includes('wasAdded')")
        tab.wait("app.hasCatalog ?? false")
        tab.evaluate("app.fork({ revision: 2 }).then(() => true)")
        self.assertEqual(tab.evaluate("app.subject.revision"), 2)


class ServerTests(InspectTest):
    def test_given_a_server_when_inspected_then_its_core_is_seen_and_told(self):
        config = self.config("a.json", {"trace": 100, "figures": True})
        server = self.unix("--trust", "--core", f"a=todo:{config}")
        client = server.client()
        client.ask(peer.add("Milk", **{"@core": "a"}))
        tab = self.inspect(server.path)
        tab.wait_text(".count", "1 message")
        tab.click(".row")
        tab.wait("document.querySelector('.graph')?.innerText.includes('todo.response.wasAdded')")
        self.show(tab, "state")
        self.wait_rows(tab, "1 element")
        client.ask(peer.add("Bread", **{"@core": "a"}))
        self.wait_rows(tab, "2 elements")
        self.show(tab, "figures")
        tab.wait("document.querySelectorAll('.plot').length > 1")
        # WHEN it is forked THEN by its name, and its own state stays
        tab.evaluate("app.fork().then(() => true)")
        tab.evaluate(f"app.subject.call({json.dumps(peer.add('a fork’s own'))})")
        self.assertEqual(tab.evaluate("app.subject.children('/items', null, 0, 0).then(({ count }) => count)"), 3)
        self.assertEqual(tab.evaluate("app.subjects[0].children('/items', null, 0, 0).then(({ count }) => count)"), 2)

    def test_given_a_server_that_is_killed_when_inspected_then_the_journal_can_still_be_seen(self):
        path = os.path.join(self.folder, "served.store")
        config = self.config("a.json", {"store": {"path": path}, "limits": {"batch": 1}})
        server = self.unix("--trust", "--core", f"a=todo:{config}")
        client = server.client()
        for number in range(5):
            client.ask(peer.add(f"item {number}", **{"@core": "a"}))
        tab = self.inspect(server.path, path)
        tab.wait_text(".count", "5 messages")
        server.process.send_signal(signal.SIGKILL)
        tab.wait("document.querySelector('#remark').innerText.includes('The server is gone')")
        self.show(tab, "state")
        self.wait_rows(tab, "5 elements")
        tab.evaluate("app.goTo(2)")
        self.wait_rows(tab, "2 elements")


class AccessTests(InspectTest):
    def test_given_others_when_they_ask_then_they_are_refused(self):
        self.inspect(peer.CORES, self.store(1))
        origin, token = self.inspector.address.split("/#")
        for status, path, headers in (
            (401, "/metrics", {}), (401, "/../../etc/passwd", {}), (401, "/README.md", {}),
            (403, f"/metrics?token={token}", {"Origin": "https://example.com"}),
            (403, f"/metrics?token={token}", {"Origin": "http://example.com", "Host": "example.com"}),
        ):
            with self.subTest(path=path, headers=headers), self.assertRaises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(urllib.request.Request(origin + path, headers=headers))
            self.assertEqual(caught.exception.code, status)
            caught.exception.close()
        # A page with another token hears nothing.
        tab = self.browser.open(f"{origin}/#{token[:-1]}x")
        self.addCleanup(tab.close)
        tab.wait("document.querySelector('#remark').innerText.startsWith('There is no connection')")
        self.assertEqual(tab.evaluate("app.target ?? null"), None)
        page = urllib.request.urlopen(origin + "/")
        self.assertIn("default-src 'none'", page.headers["content-security-policy"])
        page.close()

    def test_given_the_keyboard_alone_when_walking_then_each_part_is_reached(self):
        tab = self.inspect(peer.CORES, self.store())
        tab.wait_text(".count", "27 messages")
        tab.wait("app.hasCatalog ?? false")
        focus = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"

        def walk(key, expected, count=1):
            for _ in range(count):
                press(tab, key)
            tab.wait(focus, expected)

        # The walk: the core, the tabs, the filters, the list, the details, the time.
        tab.evaluate("document.activeElement.blur()")
        press(tab, "Tab")  # the choice of a core
        self.assertEqual(tab.evaluate("document.activeElement.id"), "subject")
        walk("Tab", "Messages")
        walk("ArrowRight", "State")
        tab.wait("document.querySelector('[role=tree]') !== null")
        walk("ArrowLeft", "Messages")
        walk("Tab", "Case of the message")
        walk("Tab", "@id of the message")
        walk("Tab", "Client")
        walk("Tab", "Kind of event")
        walk("Tab", "Messages, the newest first")
        press(tab, "ArrowDown")
        tab.wait_text(".details h2", "todo.request.add")
        press(tab, "End")
        tab.wait("document.querySelector('.details p')?.innerText.includes('revision 1') ?? false")
        self.assertEqual(tab.evaluate("document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).getAttribute('aria-posinset')"), "27")
        walk("Tab", "The chosen message")
        # The state: opened, gone into, and closed by arrows.
        self.show(tab, "state")
        self.wait_rows(tab, "20 elements")
        tab.evaluate("document.querySelector('[role=tree]').focus()")
        press(tab, "ArrowDown")
        press(tab, "ArrowRight")
        tab.wait("document.querySelectorAll('.row[aria-level=\"2\"]').length > 5")
        press(tab, "ArrowRight")
        tab.wait_text(".details h2", f"/items/entities/{self.item(0)}")
        press(tab, "ArrowLeft")
        press(tab, "ArrowLeft")
        tab.wait("document.querySelectorAll('.row[aria-level=\"2\"]:not([hidden])').length", 0)
        # Keys of the page: time, and a fork, from which the focus comes back.
        press(tab, "[")
        tab.wait("app.revision !== null")
        press(tab, "l")
        tab.wait("app.revision", None)
        press(tab, "f")
        tab.wait("app.subject.isFork")
        press(tab, "/")
        tab.wait(focus, "Search the state")

    @unittest.skipUnless(os.environ.get("ADIT_AXE"), "ADIT_AXE does not name axe.min.js")
    def test_given_each_view_when_axe_looks_then_it_finds_nothing(self):
        axe = pathlib.Path(os.environ["ADIT_AXE"]).read_text()
        tab = self.inspect(peer.CORES, self.store())
        tab.wait("app.hasCatalog ?? false")
        tab.command("Runtime.evaluate", expression=axe)
        for scheme in ("light", "dark"):
            tab.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for subject in ("store", "fork"):
                if subject == "fork":
                    tab.evaluate("app.fork().then(() => true)")
                else:
                    tab.evaluate("app.look(app.subjects[0])")
                for size in WIDTHS if scheme == "light" else WIDTHS[:1]:
                    self.resize(tab, size)
                    for view in VIEWS:
                        self.show(tab, view)
                        time.sleep(0.15)
                        tab.evaluate("document.querySelector('.row')?.click()")
                        time.sleep(0.15)
                        with self.subTest(scheme=scheme, subject=subject, size=size, view=view):
                            found = tab.evaluate("axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`)])))")
                            self.assertEqual(json.loads(found), [])


def press(tab, key):
    code = {"Tab": 9, "End": 35, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}.get(key)
    if code is None:
        return tab.press(key)
    for kind in ("rawKeyDown", "keyUp"):
        tab.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)


if __name__ == "__main__":
    peer.main()
