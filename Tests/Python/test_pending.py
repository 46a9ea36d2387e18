"""What is under way in a core, and its cancellation by the host."""

import os
import shutil
import tempfile
import unittest

import hosting

IMPORT = {"todo": {"request": {"import": {"from": "list"}}}}
DONE = {"todo": {"request": {"add": {"item": {"text": "a", "completed": True}}}}}
NONE = {"@pending": {"effects": [], "requests": [], "timers": []}}
CONFIG = {"clock": "virtual", "with": {"date": "2026-11-21T09:30:00Z"}, "gateways": ["lists", "review"]}


class PendingTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def open(self, **config):
        core = hosting.Core("todo", {**CONFIG, **config})
        core.call(IMPORT)
        core.call(DONE)
        return core

    def take(self, core):
        messages = []
        while (message := core.receive()) is not None:
            messages.append(message)
        return messages

    def test_an_effect_a_request_and_their_timers_are_pending_until_they_are_cancelled(self):
        for config in ({}, {"store": {"path": os.path.join(self.folder, "todo.store")}}, {"record": os.path.join(self.folder, "a.recording")}):
            with self.subTest(config=config), self.open(**config) as core:
                self.assertEqual(core.call({"@pending": {}}), [{"@pending": {
                    "effects": [{"effect": "1", "id": "review"}],
                    "requests": [{"effect": "e1-1", "gateway": "lists", "request": {"fetch": {"list": "list"}}, "durable": True, "id": "list", "attempt": 1}],
                    "timers": [{"due": "2026-11-21T09:30:05Z"}, {"due": "2026-11-21T09:30:30Z", "effect": "e1-1"}]}}])
                # WHEN they are cancelled THEN the host hears of what it was asked, and nothing goes on
                core.call({"@cancel": {"effect": "1"}})
                self.take(core)
                core.send({"@cancel": {"effect": "e1-1"}})
                self.assertEqual(self.take(core), [{"@cancel": {"effect": "e1-1"}}])
                self.assertEqual(core.call({"@pending": {}}), [NONE])
                core.call({"@advance": {"by": 60_000}})
                self.assertEqual(self.take(core), [])
                # WHEN there is nothing of an id THEN that is an error
                for effect in ("1", "e1-1", "t1-1", "", "9999999999999999999999", "é"):
                    self.assertEqual(core.call({"@cancel": {"effect": effect}}), [{"@error": {"code": "emessage", "message":
                        f'@cancel: found "{effect}"; an id of what is under way is expected, as @pending has it'}}])

    def test_a_cancelled_request_is_not_asked_again_after_the_core_was_reopened(self):
        config = {"store": {"path": os.path.join(self.folder, "todo.store")}}
        with self.open(**config):
            pass
        with hosting.Core("todo", {**CONFIG, **config}) as core:
            self.assertEqual([message["@effect"]["id"] for message in self.take(core)], ["e1-1"])
            core.call({"@cancel": {"effect": "e1-1"}})
        with hosting.Core("todo", {**CONFIG, **config}) as core:
            self.assertEqual(self.take(core), [])
            self.assertEqual(core.call({"@pending": {}}), [NONE])

    def test_a_recording_with_cancellations_replays(self):
        path = os.path.join(self.folder, "a.recording")
        with self.open(record=path) as core:
            core.call({"@cancel": {"effect": "e1-1"}})
            core.call({"@advance": {"by": 1000}})
            core.call({"@cancel": {"effect": "1"}})
            self.take(core)
            core.call({"@cancel": {"effect": "1"}})
        with hosting.Core("todo", {"replay": path}) as core:
            replayed = next(message for message in iter(lambda: core.receive(), None) if "@replayed" in message)["@replayed"]
            self.assertEqual((replayed["equal"], replayed["complete"]), (True, True), replayed)

    def test_a_client_may_not_cancel_unless_it_is_listed(self):
        with self.open() as core:
            with self.assertRaises(hosting.CallError):
                core.submit("web", {"@cancel": {"effect": "1"}})
        with self.open(clients=["@cancel", "@pending"]) as core:
            core.submit("web", {"@cancel": {"effect": "e1-1"}})
            core.submit("web", {"@pending": {}})
            self.assertEqual([message["@pending"]["requests"] for message in self.take(core) if "@pending" in message], [[]])


if __name__ == "__main__":
    unittest.main()
