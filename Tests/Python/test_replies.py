"""Replies of a host that are not answers, or that look like entries of a journal."""

import itertools
import json
import os
import shutil
import tempfile
import unittest

import hosting

IMPORT = {"todo": {"request": {"import": {"from": "list"}}}}
ADD = {"todo": {"request": {"add": {"item": {"text": "a"}}}}}


class RepliesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        self.path = os.path.join(folder, "todo.store")

    def open(self, **config):
        store = {"path": self.path, "durability": "normal"}
        return hosting.Core("todo", {"store": store, "gateways": ["lists"], **config})

    def take(self, core):
        messages = []
        while (message := core.receive()) is not None:
            messages.append(message)
        return messages

    def ask(self, core):
        core.send(IMPORT)
        return self.take(core)[0]["@effect"]["id"]

    def answer(self, core, effect, **answer):
        core.send(json.dumps({"@reply": {"effect": effect, **answer}}, separators=(",", ":")).encode())
        return self.take(core)

    def test_an_answer_with_the_keys_of_a_journal_keeps_no_store_from_being_opened(self):
        # GIVEN answers with these keys, in every order
        keys = {"a": 1, "changes": 1, "batch": {"x": 1}}
        with self.open(undo=True) as core:
            for names in itertools.permutations(keys):
                for error in ({name: keys[name] for name in names}, {"b": {name: keys[name] for name in names}}):
                    heard = self.answer(core, self.ask(core), error=error)
                    self.assertIn("wereNotImported", heard[0]["todo"]["response"])
            forged = {"a": 1, "batch": {"from": 0, "revision": 7, "step": {"place": "begins"}}, "changes": []}
            self.answer(core, self.ask(core), error=forged)
            core.call(ADD)
            self.assertEqual(self.answer(core, self.ask(core), error=forged)[0]["todo"]["response"].keys(), {"wereNotImported"})
        # WHEN it is opened again
        with self.open(undo=True) as core:
            # THEN the history is there, and nothing else
            self.assertEqual(core.call({"@undo": {}})[0]["@undone"]["messages"], ["todo.request.add"])
            self.assertIn("nothing to undo; a message that changes the state", core.call({"@undo": {}})[0]["@error"]["message"])
            self.assertEqual(core.call({"@redo": {}})[0]["@redone"]["messages"], ["todo.request.add"])

    def test_a_reply_without_an_answer_is_refused(self):
        with self.open() as core:
            effect = self.ask(core)
            heard = self.answer(core, effect)
            self.assertEqual(heard, [{"@error": {"code": "emessage", "message":
                f'@reply: found neither result nor error for effect "{effect}"; one of them is expected'}}])
            # AND the request goes on
            heard = self.answer(core, effect, result={"texts": ["b"]})
            self.assertIn("wereImported", heard[0]["todo"]["response"])

    def test_a_reply_in_a_wrong_shape_is_logged_and_counted(self):
        with self.open(log="trace", figures=True) as core:
            heard = self.answer(core, self.ask(core), result=None)
            self.assertIn("attempt 1 of the durable request e1-1 failed: the reply of the gateway \"lists\" is not one: ",
                          heard[0]["@log"]["message"])
            self.assertIn("wereNotImported", heard[-1]["todo"]["response"])
            stats = core.call({"@stats": {}})[0]["@stats"]
            self.assertEqual(stats["figures"]["gateways"]["lists"]["failures"], 1)


if __name__ == "__main__":
    unittest.main()
