"""Adit from Python: the same library, driven through the binding, from plain code and from event loops.

Run with the path of the library: ADIT_LIBRARY=build/lib/libadit_cores.so python3 Tests/Python/test_adit.py
"""

import asyncio
import selectors
import threading
import unittest

import hosting
from hosting import CallError, Core


def increment(by, **beside):
    return {"counter": {"request": {"increment": {"by": by}}}, **beside}


def was_incremented(to, **beside):
    return {"counter": {"response": {"wasIncremented": {"to": to}}}, **beside}


def add(text, **beside):
    return {"todo": {"request": {"add": {"item": {"text": text}}}}, **beside}


class WithCallback(unittest.TestCase):
    def test_given_a_core_when_processed_then_its_messages_are_heard_in_order(self):
        heard = []
        with Core("counter", hear=heard.append) as core:
            core.send(increment(2))
            core.send(increment(3, **{"@id": "second"}))
            self.assertEqual(heard, [])
            self.assertEqual(core.process(), 2)
            self.assertEqual(heard, [was_incremented(2), was_incremented(5, **{"@id": "second"})])
            self.assertEqual(core.process(), 0)
        self.assertEqual(heard[2:], [{"@closed": {}}])

    def test_given_a_client_when_its_messages_are_passed_on_then_the_answers_name_it_and_the_rest_is_denied(self):
        heard = []
        with Core("counter", {"clients": ["@get"]}, hear=heard.append) as core:
            core.submit("web-12", increment(2, **{"@id": 7}))
            core.submit("web-12", {"@get": {"path": "/value"}})
            with self.assertRaisesRegex(CallError, "^EDENIED: @close: found in a message of the client \"web-12\"") as denied:
                core.submit("web-12", {"@close": {}})
            self.assertEqual(denied.exception.name, "EDENIED")
            self.assertEqual(core.process(), 2)
            value = {"@value": {"path": "/value", "revision": 1, "value": 2}, "@client": "web-12"}
            self.assertEqual(heard, [was_incremented(2, **{"@id": 7, "@client": "web-12"}), value])

    def test_given_a_todo_core_when_items_are_added_then_the_review_rule_fires_five_seconds_after_the_third(self):
        heard = []
        with Core("todo", {"gateways": ["review"], "clock": "virtual"}, hear=heard.append) as core:
            for text in ["Buy milk", "Grüße an Zoë 😀", "\u0000\n\"\\"]:
                core.send(add(text))
            core.process()
            items = [m["todo"]["response"]["wasAdded"] for m in heard if "todo" in m]
            self.assertEqual([item["text"] for item in items], ["Buy milk", "Grüße an Zoë 😀", "\u0000\n\"\\"])
            self.assertEqual(len({item["id"] for item in items}), 3)
            heard.clear()
            for milliseconds, count in ((4999, 0), (1, 1), (60000, 0)):
                core.send({"@advance": {"by": milliseconds}})
                self.assertEqual(core.process(), count)
            effects = [message for message in heard if "@effect" in message]
            self.assertEqual(effects, [{"@effect": {"id": "e1-1", "gateway": "review", "request": {"show": {}},
                                                    "reply": False}}])

    def test_given_a_callback_that_sends_when_processed_then_the_next_call_handles_it(self):
        heard = []

        def hear(message):
            heard.append(message)
            if len(heard) == 1:
                core.send(increment(1))
                with self.assertRaises(CallError) as caught:
                    core.process()
                self.assertEqual(caught.exception.name, "EBUSY")

        with Core("counter", hear=hear) as core:
            core.send(increment(1))
            self.assertEqual(core.process(), 1)
            self.assertEqual(core.process(), 1)
            self.assertEqual(heard[-1], was_incremented(2))


class Pulling(unittest.TestCase):
    def test_given_no_callback_when_received_then_messages_come_one_at_a_time(self):
        with Core("counter", {"state": {"value": 40}}) as core:
            self.assertIsNone(core.receive())
            core.send(increment(1))
            core.send(increment(1))
            self.assertEqual(core.receive(), was_incremented(41))
            self.assertEqual(core.receive(timeout=None), was_incremented(42))
            self.assertIsNone(core.receive(timeout=0.01))

    def test_given_a_close_message_when_received_then_closed_is_the_last(self):
        with Core("counter") as core:
            core.send({"@close": {}})
            self.assertEqual(core.receive(), {"@closed": {}})
            with self.assertRaises(CallError) as caught:
                core.receive(timeout=None)
            self.assertEqual(caught.exception.name, "ECLOSED")


class Calling(unittest.TestCase):
    def test_given_a_message_when_called_then_what_it_caused_is_returned(self):
        with Core("todo") as core:
            added, review = core.call(add("Buy milk"))
            item = added["todo"]["response"]["wasAdded"]
            self.assertEqual(item["text"], "Buy milk")
            self.assertEqual(review, {"appReview": {"requestReview": {}}})
            checked, _ = core.call({"todo": {"request": {"check": {"id": item["id"]}}}})
            self.assertTrue(checked["todo"]["response"]["wasChecked"]["completed"])
            (value,) = core.call({"@get": {"path": f"/items/entities/{item['id']}/text"}})
            self.assertEqual(value["@value"]["value"], "Buy milk")

    def test_given_threads_when_they_call_then_each_gets_its_own_answer(self):
        found = []

        def call_many(number):
            for count in range(50):
                (answer,) = core.call(increment(1, **{"@id": f"{number}-{count}"}))
                found.append((answer["@id"], answer["counter"]["response"]["wasIncremented"]["to"]))

        with Core("counter") as core:
            threads = [threading.Thread(target=call_many, args=(number,)) for number in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(sorted(identity for identity, _ in found),
                         sorted(f"{number}-{count}" for number in range(4) for count in range(50)))
        self.assertEqual(sorted(to for _, to in found), list(range(1, 201)))


class Errors(unittest.TestCase):
    def expect(self, code, action):
        with self.assertRaises(CallError) as caught:
            action()
        self.assertEqual(caught.exception.name, code)
        return caught.exception

    def test_given_bad_messages_when_sent_then_code_offset_and_text_tell(self):
        with Core("todo") as core:
            self.assertEqual(self.expect("EJSON", lambda: core.send(b'{"todo":tru}')).offset in range(8, 12), True)
            error = self.expect("EMESSAGE", lambda: core.send({"todo": {"request": {"ad": {}}}}))
            self.assertIn("todo.request", str(error))
            self.assertIn('"ad"', str(error))
            self.expect("EINVAL", lambda: core.process(timeout=-1))
            self.assertEqual(len(core.call(add("still works"))), 2)

    def test_given_bad_openings_then_nothing_is_opened(self):
        self.expect("EAPP", lambda: Core("no such app"))
        error = self.expect("ECONFIG", lambda: Core("todo", {"limits": {"quue": 1}}))
        self.assertIn("quue", str(error))

    def test_given_a_closed_core_when_used_then_ecore(self):
        core = Core("counter")
        core.close()
        for action in (lambda: core.send(increment(1)), core.process, core.receive, lambda: core.call(increment(1)),
                       core.fileno, core.wakeup):
            self.expect("ECORE", action)

    def test_given_a_full_queue_when_sent_to_then_efull_until_driven(self):
        with Core("counter", {"limits": {"queue": 1}}, hear=lambda message: None) as core:
            core.send(increment(1))
            self.expect("EFULL", lambda: core.send(increment(1)))
            core.process()
            core.send(increment(1))

    def test_given_the_library_when_asked_then_it_describes_itself(self):
        self.assertRegex(hosting.library.version, r"^\d+\.\d+\.\d+")
        self.assertEqual(sorted(hosting.catalog()), ["counter", "todo"])
        self.assertIsInstance(hosting.catalog("todo"), dict)
        self.expect("EAPP", lambda: hosting.catalog("no such app"))


class EventLoops(unittest.TestCase):
    def test_given_asyncio_when_the_core_is_a_reader_then_answers_come_as_futures(self):
        """Many tasks await the answers to their own messages; the loop drives the core when its descriptor says so."""

        async def session():
            loop = asyncio.get_running_loop()
            waiting = {}

            def hear(message):
                if message.get("@id") in waiting:
                    waiting.pop(message["@id"]).set_result(message)

            def ask(message, identity):
                waiting[identity] = loop.create_future()
                core.send({**message, "@id": identity})
                return waiting[identity]

            with Core("counter", hear=hear) as core:
                loop.add_reader(core.fileno(), core.process)
                try:
                    answers = await asyncio.wait_for(asyncio.gather(*(ask(increment(1), n) for n in range(100))), 20)
                    last = await asyncio.wait_for(ask(increment(1), "last"), 20)
                finally:
                    loop.remove_reader(core.fileno())
            return answers, last

        answers, last = asyncio.run(session())
        self.assertEqual(answers, [was_incremented(n + 1, **{"@id": n}) for n in range(100)])
        self.assertEqual(last, was_incremented(101, **{"@id": "last"}))

    def test_given_asyncio_when_another_thread_sends_then_the_loop_wakes(self):
        async def session():
            loop = asyncio.get_running_loop()
            done = loop.create_future()

            def drain():
                while (message := core.receive()) is not None:
                    received.append(message)
                if len(received) == 200 and not done.done():
                    done.set_result(None)

            with Core("counter") as core:  # in pull mode, for once
                loop.add_reader(core.fileno(), drain)
                sender = threading.Thread(target=lambda: [core.send(increment(1)) for _ in range(200)])
                sender.start()
                try:
                    await asyncio.wait_for(done, 20)
                finally:
                    sender.join()
                    loop.remove_reader(core.fileno())

        received = []
        asyncio.run(session())
        self.assertEqual(received, [was_incremented(n + 1) for n in range(200)])

    def test_given_a_selectors_loop_when_threads_send_to_two_cores_then_every_message_is_heard(self):
        heard = {"counter": [], "todo": []}

        def send_all():
            for count in range(100):
                cores["counter"].send(increment(1))
                cores["todo"].send(add(str(count)))

        with Core("counter", hear=heard["counter"].append) as counter, Core("todo", hear=heard["todo"].append) as todo:
            cores = {"counter": counter, "todo": todo}
            with selectors.DefaultSelector() as selector:
                for core in cores.values():
                    selector.register(core, selectors.EVENT_READ)
                self.assertEqual(selector.select(timeout=0), [])
                threads = [threading.Thread(target=send_all) for _ in range(2)]
                for thread in threads:
                    thread.start()
                while len(heard["counter"]) < 200 or len(heard["todo"]) < 400:
                    ready = selector.select(timeout=20)
                    self.assertTrue(ready, "no core became readable")
                    for key, _ in ready:
                        key.fileobj.process()
                for thread in threads:
                    thread.join()
                self.assertEqual(selector.select(timeout=0), [])
            self.assertEqual(heard["counter"][-1], was_incremented(200))


if __name__ == "__main__":
    unittest.main(verbosity=0)
