"""The page of adit inspect, of a store: messages, state, time, forks."""

import json
import os
import pathlib
import time
import urllib.request

import peer
from inspecting import HTML, VIEWS, WIDTHS, Inspector, InspectTest, adit, press


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

    def test_given_a_store_when_failed_or_slow_messages_are_asked_for_then_as_far_as_it_says_so(self):
        path = os.path.join(self.folder, "list.store")
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path}}, on_text=lambda _: None) as core:
            for number in range(50):
                core.send(peer.add(f"item {number}"))
            core.process()
            # Batches without changes are written with the next one; the time between them is nobody's.
            for message in ({"todo": {"request": {"check": {"id": self.item(7)}}}}, {"todo": {"request": {"check": {"id": self.item(8)}}}}, peer.add("last")):
                core.send(message)
                core.process()
        tab = self.inspect(peer.CORES, path)
        tab.wait_text(".count", "53 messages")
        self.only(tab, "slow")
        # The last one of a batch has no duration.
        tab.wait_text(".count", "49 messages")
        self.assertIn("until the next event of the same batch", tab.text(".note"))
        times = tab.evaluate("app.wire.ask({ events: { only: 'slow', from: 0, limit: 49 } }).then(({ events }) => events.map(({ nanoseconds }) => nanoseconds))")
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertGreater(times[-1], 0)
        self.only(tab, "failed")
        tab.wait_text(".count", "0 messages")
        self.assertIn("does not say which messages failed", tab.text(".note"))

    def test_given_a_recording_when_failed_messages_are_asked_for_then_those_with_an_error(self):
        path = os.path.join(self.folder, "session.recording")
        with adit.Library(peer.CORES).open("todo", {"record": path, "limits": {"effects": 1}, "gateways": ["lists", "review"]}, on_text=lambda _: None) as core:
            # The second effect is one too many.
            for message in ({"appReview": {"requestReview": {}}}, peer.add("a"), peer.add("b"), peer.add("c"), {"@cancel": {"effect": "9"}}):
                core.send(message)
                core.process()
        failed = sum("@error" in line for line in pathlib.Path(path).read_text().splitlines() if '"heard":[' in line)
        tab = self.inspect(peer.CORES, path)
        tab.wait("document.querySelector('.count')?.innerText.endsWith('messages')")
        self.only(tab, "failed")
        tab.wait("document.querySelector('.count').innerText.split(' ')[0]", str(failed))

    def only(self, tab, outcome):
        tab.evaluate(f"(() => {{ const select = document.querySelector('[aria-label=\"Which messages\"]'); select.value = '{outcome}'; select.onchange(); }})()")

    def test_given_no_catalog_when_values_are_asked_for_then_they_do_not_leave_the_program(self):
        path = self.store(1)
        ask = """new Promise((resolve) => {
            const socket = new WebSocket(`ws://${location.host}/socket?token=${location.hash.slice(1).split('&')[0]}`), heard = [];
            socket.onopen = () => { for (const line of lines) socket.send(JSON.stringify(line)); };
            socket.onmessage = ({ data }) => { const message = JSON.parse(data); if (message['@id']) heard.push(message); if (heard.length === lines.length) resolve(heard); };
        })"""
        questions = [{"@inspect": {"children": {"path": "/items"}}, "@id": 1}, {"@inspect": {"value": {"path": ""}}, "@id": 2},
                     {"@inspect": {"search": {"text": "item"}}, "@id": 3}, {"@open": {"core": "x", "app": "todo"}, "@id": 4}, {"@get": {"path": ""}, "@core": "x", "@id": 5}]
        for flags, isShown in (((), False), (("--show-secrets",), True)):
            with self.subTest(flags=flags):
                inspector = Inspector(*flags, peer.CORES, path)
                self.addCleanup(inspector.destroy)
                # A page that does not ask for the catalog.
                tab = self.browser.open(inspector.origin + "/style.css")
                self.addCleanup(tab.close)
                tab.wait("location.pathname", "/style.css")
                tab.evaluate(f"location.hash = {json.dumps(inspector.address.split('#')[1])}")
                heard = tab.evaluate(f"(() => {{ const lines = {json.dumps(questions)}; return {ask}; }})()")
                answers = {message["@id"]: json.dumps(message) for message in heard}
                for number in (1, 2, 3, 5):
                    self.assertEqual("cannot be masked" not in answers[number], isShown, answers[number])
                # By the other ways of the server, nobody has authority.
                token = inspector.address.split("#")[1]
                with urllib.request.urlopen(f"{inspector.origin}/events?token={token}", timeout=peer.PATIENCE) as events:
                    client = next(json.loads(line[6:]) for line in events if b'"@ready"' in line)["@ready"]["client"]
                    request = urllib.request.Request(f"{inspector.origin}/messages?client={client}&token={token}", data=b'{"@get":{"path":""},"@core":"x","@id":6}\n',
                                                     headers={"Content-Type": "application/json"}, method="POST")
                    urllib.request.urlopen(request, timeout=peer.PATIENCE).close()
                    answer = next(line for line in events if b'"@id":6' in line).decode()
                    self.assertIn('"code":"edenied"', answer)

    def test_given_a_long_list_when_scrolled_then_its_rows_are_in_order_and_the_chosen_one_stays(self):
        tab = self.inspect(peer.CORES, self.store(300))
        tab.wait_text(".count", "400 messages")
        tab.click(".row")
        chosen = "document.getElementById(document.querySelector('.list').getAttribute('aria-activedescendant'))?.getAttribute('aria-posinset')"
        tab.wait(chosen, "1")
        for top in (2000, 1900, 9000, 100, 5000):
            tab.evaluate(f"document.querySelector('.list').scrollTop = {top}")
            tab.wait(f"[...document.querySelectorAll('.row')].some((row) => Number(row.dataset.index) === Math.floor({top} / 28))")
            places = tab.evaluate("[...document.querySelectorAll('.row')].map((row) => Number(row.dataset.index))")
            self.assertEqual(places, sorted(places))
            self.assertLess(len(places), 60)
            # Also for whoever listens to the page, who is still at it.
            self.assertEqual(tab.evaluate(chosen), "1")
        press(tab, "ArrowDown")
        tab.wait(chosen, "2")

    def test_given_pages_that_were_cleared_when_an_older_answer_comes_then_it_is_not_taken_for_a_newer_one(self):
        tab = self.inspect(peer.CORES, self.store(1))
        found = tab.evaluate("""import('/list.js').then(async ({ Pages }) => {
            const answers = [], wait = () => new Promise((resolve) => setTimeout(resolve, 60));
            const pages = new Pages(() => new Promise((resolve) => answers.push(resolve)), () => {});
            pages.at(0);
            await wait();
            pages.clear();
            pages.at(0);
            await wait();
            answers[0](['old']);
            await wait();
            const between = pages.at(0) ?? null;
            answers[1](['new']);
            await wait();
            return [answers.length, between, pages.at(0)];
        })""")
        self.assertEqual(found, [2, None, "new"])

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


if __name__ == "__main__":
    peer.main()
