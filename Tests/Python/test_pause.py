"""A core that is paused has released its store, and handles nothing; resumed, it goes on where it was."""

import os
import select
import sqlite3
import tempfile
import threading
import time
import unittest
import uuid

from hosting import CallError, Core
from todo_messages import todo

IDS = [str(uuid.UUID(int=number, version=4)) for number in range(100)]


def add(number):
    return todo("add", item={"id": IDS[number], "text": f"item {number}"})


class Pausing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "todo.store")
        self.heard = []
        self.core = self.open()
        self.addCleanup(lambda: self.core.__exit__())

    def open(self, **config):
        return Core("todo", {"store": {"path": self.path}, "clock": "virtual", "gateways": ["review"], **config}, hear=self.heard.append)

    def hear(self, *messages, core=None):
        self.heard.clear()
        for message in messages:
            (core or self.core).send(message)
        (core or self.core).process()
        return self.heard[:]

    def count(self, core=None):
        return (core or self.core).call({"@get": {"path": "/items/ids"}})[-1]["@value"]["value"].__len__()

    def locks(self):
        """The locks of the process on the file."""
        inode = os.stat(self.path).st_ino
        with open("/proc/locks") as locks:
            return [line for line in locks if f":{inode} " in line]

    def test_given_a_paused_core_when_messages_come_then_they_wait_until_it_is_resumed(self):
        self.hear(add(0))
        self.assertNotEqual(self.locks(), [])
        self.assertEqual(self.hear({"@pause": {}, "@id": 7}, add(1)), [{"@paused": {"revision": 1}, "@id": 7}])
        self.assertEqual(self.locks(), [])
        self.assertEqual(sorted(os.listdir(os.path.dirname(self.path))), ["todo.store"])
        self.assertEqual(self.hear(add(2), {"@get": {}}, {"@pause": {}}), [])
        heard = self.hear({"@resume": {}, "@id": 8})
        self.assertEqual(heard[0], {"@resumed": {"revision": 1}, "@id": 8})
        self.assertEqual([next(iter(message)) for message in heard if next(iter(message))[0] == "@"], ["@resumed", "@value", "@paused"])
        self.hear({"@resume": {}})
        self.assertEqual(self.count(), 3)
        self.assertNotEqual(self.locks(), [])

    def test_given_a_pause_and_a_resume_when_sent_at_once_then_they_come_in_order(self):
        heard = self.hear(add(0), {"@pause": {}}, {"@resume": {}}, add(1))
        kinds = [next(iter(message)) for message in heard]
        self.assertEqual([kind for kind in kinds if kind[0] == "@"], ["@paused", "@resumed"])
        self.assertEqual(self.count(), 2)

    def test_given_a_paused_core_when_its_clock_is_to_advance_then_its_timers_wait(self):
        # A review is asked for five seconds after there was a third item: by an effect, or by a durable timer (Tests/OldApps).
        self.hear(add(0), add(1), add(2), {"@pause": {}})
        self.assertEqual(self.hear({"@advance": {"by": 5000}}), [])
        resumed, asked = self.hear({"@resume": {}})
        self.assertEqual(resumed, {"@resumed": {"revision": 3}})
        self.assertEqual(asked["@effect"]["gateway"], "review")

    def test_given_no_pause_when_resumed_then_there_is_an_error(self):
        (message,) = self.hear({"@resume": {}})
        self.assertEqual(message["@error"], {"code": "emessage", "message": "@resume: the core is not paused"})

    def test_given_a_paused_core_when_somebody_has_written_then_it_stays_paused(self):
        self.hear(add(0), {"@pause": {}})
        with self.open() as other:
            self.hear(add(1), core=other)
        self.core.send(add(2))
        (message,) = self.hear({"@resume": {}})
        self.assertEqual(message["@error"], {
            "code": "estore",
            "message": f"@resume: {self.path} was changed while the core was paused; close the core and open it again"})
        self.core.close()
        self.core = self.open()
        self.assertEqual(self.count(), 2)

    def test_given_a_paused_core_when_another_one_has_the_store_open_then_it_stays_paused(self):
        self.hear(add(0), {"@pause": {}})
        with self.open():
            (message,) = self.hear({"@resume": {}})
            self.assertIn(message["@error"]["code"], ("elocked", "estore"))

    def test_given_a_paused_core_when_its_file_is_gone_then_it_stays_paused(self):
        self.hear(add(0), {"@pause": {}})
        os.rename(self.path, self.path + ".moved")
        (message,) = self.hear({"@resume": {}})
        self.assertEqual(message["@error"]["code"], "estore")
        os.rename(self.path + ".moved", self.path)
        self.assertEqual(self.hear({"@resume": {}}), [{"@resumed": {"revision": 1}}])

    def test_given_a_paused_core_when_closed_then_all_is_stored_and_the_rest_is_answered(self):
        self.hear(add(0), {"@pause": {}})
        self.heard.clear()
        self.core.send({**add(1), "@id": 5})
        self.core.close()
        self.assertEqual([(message.get("@id"), next(iter(message))) for message in self.heard],
                         [(5, "@error"), (None, "@closed")])
        self.core = self.open()
        self.assertEqual(self.count(), 1)

    def test_given_a_paused_core_when_called_then_it_is_answered_after_it_was_resumed(self):
        self.hear({"@pause": {}})
        with self.assertRaises(CallError) as caught:
            self.core.call(add(0), 0.02)
        self.assertEqual(caught.exception.name, "ETIMEDOUT")

        def resume():
            time.sleep(0.05)
            self.core.call({"@resume": {}})

        thread = threading.Thread(target=resume)
        thread.start()
        answer = self.core.call(add(1))
        thread.join()
        self.assertTrue(any("todo" in message for message in answer))
        self.assertEqual(self.count(), 1)

    def test_given_a_paused_core_when_polled_then_it_has_no_work_until_it_is_resumed(self):
        descriptor = self.core.fileno()
        self.hear({"@pause": {}})
        self.hear(add(0))
        self.assertEqual(select.select([descriptor], [], [], 0)[0], [])
        self.core.send({"@resume": {}})
        self.assertEqual(select.select([descriptor], [], [], 0)[0], [descriptor])

    def test_given_a_core_in_memory_when_paused_then_it_waits_as_well(self):
        with Core("counter", hear=self.heard.append) as core:
            increment = {"counter": {"request": {"increment": {"by": 1}}}}
            self.assertEqual(self.hear({"@pause": {}}, increment, core=core), [{"@paused": {"revision": 0}}])
            self.assertEqual(len(self.hear({"@resume": {}}, core=core)), 2)


if __name__ == "__main__":
    unittest.main(verbosity=0)
