"""What the page of adit inspect keeps of messages."""

import os
import pathlib
import subprocess

import peer
from inspecting import InspectTest, adit, press


class KeepTests(InspectTest):
    def saved(self, tab):
        """Takes what the page saves: a function that waits for the so many-th text."""
        tab.evaluate("window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return '#'; }")

        def text(number):
            tab.wait("saved.length >= %d || document.querySelector('#remark').innerText" % number)
            return tab.evaluate(f"saved[{number - 1}]")

        tab.wait("app.hasCatalog ?? false")
        return text

    def test_given_a_message_when_it_is_kept_then_the_scenario_holds(self):
        tab = self.inspect(peer.CORES, self.store())
        tab.wait("app.hasCatalog ?? false")
        saved = self.saved(tab)
        tab.wait_text(".count", "27 messages")
        tab.click(".row")
        self.press(tab, "Scenario")
        path = os.path.join(self.folder, "kept.json")
        pathlib.Path(path).write_text(saved(1))
        run = subprocess.run([peer.SERVE, "scenario", peer.CORES, path], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, "1 scenario, 1 step: all is well\n"), run.stderr)
        self.press(tab, "Bug report")
        self.assertIn(f'"id":"{self.item(19)}"', saved(2))

    def test_given_messages_when_they_are_kept_as_a_story_then_it_is_the_one_that_is_compiled_and_run(self):
        # GIVEN messages of many forms, under a clock that stands still
        path = os.path.join(self.folder, "told.store")
        config = {"store": {"path": path}, "limits": {"batch": 1}, "clock": "virtual", "with": {"date": "2026-11-21T09:30:00Z", "uuid": {"counting": {}}}}
        milk, bread, tag = (f"{number:08x}-0000-4000-8000-000000000000" for number in (1, 2, 9))
        with adit.Library(peer.CORES).open("todo", config, on_text=lambda _: None) as core:
            for message in (
                {"todo": {"request": {"add": {"item": {"id": milk, "text": "Milk"}}}}},
                {"todo": {"request": {"add": {"item": {"id": bread, "text": "Bread, \"dark\"\\ \n", "due": "2026-12-01T08:00:00+01:00"}}}}},
                {"tagging": {"request": {"create": {"tag": {"id": tag, "name": "Shop"}}}}},
                {"tagging": {"request": {"tag": {"item": bread, "with": tag}}}},
                {"todo": {"request": {"check": {"id": milk}}}},
                {"todo": {"request": {"check": {"id": "00000007-0000-4000-8000-000000000000"}}}},
                {"todo": {"request": {"schedule": {"id": bread}}}},
                {"todo": {"request": {"import": {"from": "groceries"}}}},
                {"todo": {"request": {"cancelImport": {"from": "groceries"}}}},
                # One that fails, and one with dependencies of its own.
                {"tagging": {"request": {"tag": {"item": tag, "with": tag}}}},
                {"todo": {"request": {"check": {"id": bread}}}, "@with": {"date": "2026-11-22T08:00:00Z", "uuid": {"counting": {"from": 5}}, "random": 3}},
            ):
                core.send(message)
                core.process()
        tab = self.inspect(peer.CORES, path)
        saved = self.saved(tab)
        tab.wait_text(".count", "11 messages")
        # WHEN all but the first are chosen, the newest first
        tab.click(".row")
        tab.evaluate("document.querySelector('.list').focus()")
        for _ in range(9):
            press(tab, "ArrowDown", shift=True)
        tab.wait("document.querySelectorAll('.row.within, .row.chosen').length", 10)
        self.press(tab, "Swift story")
        text = saved(1)
        # THEN it is the one that the tests of the app run
        kept = peer.ROOT / "examples/tests/TodoTests/Kept/addFromRevision1.swift"
        if os.environ.get("ADIT_KEEP"):
            kept.write_text(text)
        self.assertEqual(text, kept.read_text(), "after a change on purpose, ADIT_KEEP=1 writes the file anew")

    def test_given_a_message_that_fails_and_decimals_when_they_are_told_then_they_are_in_the_form_of_the_documents(self):
        tab = self.inspect(peer.CORES, self.store())
        tab.wait("app.hasCatalog ?? false")
        text = tab.evaluate("""Promise.all([import('./story.js'), import('./schema.js')]).then(([{ storyText }, { Catalog }]) => {
            const amount = { type: 'string', format: 'decimal', pattern: '^-?(0|[1-9][0-9]{0,19})([.][0-9]{1,18})?(?![\\\\s\\\\S])' };
            const side = { type: 'object', minProperties: 1, maxProperties: 1, properties: { pay: amount } };
            const catalog = new Catalog({ $defs: { '@toCore': side, '@toHost': side } });
            return storyText(catalog, { module: 'ShopCore', title: 'pay', app: 'shopApp', state: {}, opening: [], effects: 0,
                steps: [{ when: { pay: '1.50' }, heard: [{ '@error': { code: 'ehandler', message: 'the till is "shut"' } }] }],
                conditions: { date: '2026-01-01T00:00:00Z', random: 7 } })
                + JSON.stringify(['1.50', '1,5', 'x'].map((each) => catalog.faults(each, amount)));
        })""")
        self.assertIn("    .WHEN(.pay(Decimal(\"1.50\")))\n    .THEN(throws: \"the till is \\\"shut\\\"\")\n    .runTests()", text)
        self.assertIn('[[],[{"path":"","reason":"found \\"1,5\\"; an exact number as 12.50 is expected"}],[{"path":"",', text)


if __name__ == "__main__":
    peer.main()
