"""Output that the host has not acknowledged, and messages that are sent again (docs/store.md)."""

import os
import shutil
import tempfile
import unittest

import hosting


def add(text, identity=None):
    message = {"todo": {"request": {"add": {"item": {"text": text}}}}}
    return message if identity is None else {**message, "@id": identity}


def texts(messages):
    """What was added, with the keys beside it."""
    return [
        (message["todo"]["response"]["wasAdded"]["text"], message.get("@cursor"), message.get("@again", False))
        for message in messages if "wasAdded" in message.get("todo", {}).get("response", {})
    ]


class StoreTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "todo.store")

    def open(self, **store):
        """A core in pull mode."""
        return hosting.Core("todo", {"store": {"path": self.path, "durability": "normal", **store}})

    def kill(self, *messages, receives=0, **store):
        """Handles messages in a process that ends at once after it has received some."""
        pid = os.fork()
        if pid == 0:
            try:
                core = self.open(**store)
                for message in messages:
                    core.send(message)
                for _ in range(receives):
                    core.receive()
                os._exit(0)
            finally:
                os._exit(1)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)

    def take(self, core):
        """What waits."""
        messages = []
        while (message := core.receive()) is not None:
            messages.append(message)
        return messages

    def count(self):
        with self.open() as core:
            return len(core.call({"@get": {"path": "/items/ids"}})[0]["@value"]["value"])


class RedeliveryTests(StoreTest):
    redelivery = {"redelivery": {}}

    def test_what_is_not_acknowledged_is_delivered_again(self):
        # GIVEN four messages, of which the host has received two and acknowledged one; each has caused a request for
        # a review as well
        self.kill(add("a"), add("b", 7), {"@heard": 1}, receives=3, **self.redelivery)
        # WHEN the core is opened again, twice
        for _ in range(2):
            with self.open(**self.redelivery) as core:
                core.send(add("c"))
                heard = self.take(core)
                # THEN what was not acknowledged comes first
                self.assertEqual([message.get("@cursor") for message in heard[:3]], [2, 3, 4])
                self.assertTrue(all(message["@again"] is True for message in heard[:3]))
                self.assertEqual(texts(heard)[0], ("b", 3, True))
                self.assertEqual(heard[1]["@id"], 7)
                self.assertEqual(texts(heard)[-1][0], "c")
                self.assertFalse(texts(heard)[-1][2])

    def test_an_acknowledgement_survives(self):
        with self.open(**self.redelivery) as core:
            core.send(add("a"))
            cursors = [message["@cursor"] for message in self.take(core)]
            self.assertEqual(cursors, [1, 2])
            core.send({"@heard": 2})
            self.assertEqual(self.take(core), [])
        with self.open(**self.redelivery) as core:
            core.send(add("b"))
            self.assertEqual(texts(self.take(core)), [("b", 3, False)])

    def test_a_part_of_a_batch_is_acknowledged(self):
        with self.open(**self.redelivery) as core:
            for text in "abc":
                core.send(add(text))
            self.take(core)
            core.send({"@heard": 3})
            core.send(add("d"))
            self.take(core)
        with self.open(**self.redelivery) as core:
            core.send({"@stats": {}})
            self.assertEqual([m.get("@cursor") for m in self.take(core)], [4, 5, 6, 7, 8, None])

    def test_a_response_without_a_change_is_kept(self):
        # GIVEN a response to a message that changes nothing
        with self.open(**self.redelivery) as core:
            core.send(add("  "))
            self.assertIn("wasNotAdded", self.take(core)[0]["todo"]["response"])
        with self.open(**self.redelivery) as core:
            core.send({"@stats": {}})
            first = self.take(core)[0]
        self.assertIn("wasNotAdded", first["todo"]["response"])
        self.assertEqual((first["@cursor"], first["@again"]), (1, True))

    def test_what_exceeds_the_limit_is_a_gap(self):
        redelivery = {"redelivery": {"bytes": 2000}}
        with self.open(**redelivery) as core:
            for number in range(40):
                core.send(add(f"item {number}"))
                self.take(core)
        for _ in range(2):
            with self.open(**redelivery) as core:
                core.send({"@stats": {}})
                heard = self.take(core)
                gap = heard[0]["@gap"]
                self.assertEqual(gap["from"], 1)
                self.assertEqual([m["@cursor"] for m in heard[1:-1]], list(range(gap["through"] + 1, 81)))
                self.assertLess(len(heard), 30)
        with self.open(**redelivery) as core:
            core.send({"@heard": 80})
            core.send(add("last"))
            self.take(core)
        with self.open(**redelivery) as core:
            core.send({"@stats": {}})
            self.assertEqual([m.get("@cursor") for m in self.take(core)], [81, 82, None])

    def test_delivery_acknowledges_if_the_config_says_so(self):
        automatic = {"redelivery": {"acknowledged": "automatic"}}
        # GIVEN two messages; the host has taken three of four, and asked for the fourth
        self.kill(add("a"), add("b"), receives=3, **automatic)
        with self.open(**automatic) as core:
            core.send(add("c"))
            # THEN what it was given last may be lost, and the first two are not
            heard = self.take(core)
            cursors = [message["@cursor"] for message in heard if "@again" in message]
            self.assertIn(cursors, ([3, 4], [1, 2, 3, 4]))
            core.call(add("d"))
        with self.open(**automatic) as core:
            core.send({"@stats": {}})
            self.assertEqual([m.get("@cursor") for m in self.take(core)], [None])

    def test_messages_of_a_callback_are_acknowledged_by_the_next_call(self):
        automatic = {"store": {"path": self.path, "redelivery": {"acknowledged": "automatic"}}}
        heard = []
        with hosting.Core("todo", automatic, hear=heard.append) as core:
            core.send(add("a"))
            core.process()
            core.send(add("b"))
            core.process()
        heard.clear()
        with hosting.Core("todo", automatic, hear=heard.append) as core:
            core.send({"@stats": {}})
            core.process()
            self.assertEqual([m.get("@cursor") for m in heard], [None])

    def test_a_call_acknowledges_nothing_that_it_delivers_itself(self):
        # GIVEN a process that ends in the callback of the third batch of one call, before the call has returned
        automatic = {"store": {"path": self.path, "durability": "normal", "redelivery": {"acknowledged": "automatic"}},
                     "limits": {"batch": 1}}
        pid = os.fork()
        if pid == 0:
            try:
                heard = []

                def hear(message):
                    heard.append(message)
                    if message.get("@id") == 4:
                        os._exit(0)

                core = hosting.Core("todo", automatic, hear=hear)
                core.send(add("a", 1))
                core.process()
                for number in range(2, 6):
                    core.send(add("a", number))
                core.process()
            finally:
                os._exit(1)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        # WHEN the core is opened again
        heard = []
        with hosting.Core("todo", automatic, hear=heard.append) as core:
            core.send({"@stats": {}})
            core.process()
        # THEN all that the call has delivered is, and what the one before has
        again = [message["@id"] for message in heard if "wasAdded" in message.get("todo", {}).get("response", {})]
        self.assertEqual(again, [2, 3, 4])
        self.assertTrue(all(message["@again"] for message in heard if "@cursor" in message))

    def test_an_unknown_cursor_is_an_error(self):
        with self.open(**self.redelivery) as core:
            self.assertEqual(
                core.call({"@heard": 3})[0]["@error"]["message"], "@heard: found 3; a @cursor up to 0 is expected")
            with self.assertRaises(hosting.CallError) as raised:
                core.send({"@heard": -1})
            self.assertIn("@heard: found -1; a number from 0 on is expected", str(raised.exception))
        with self.open() as core:
            self.assertEqual(
                core.call({"@heard": 1})[0]["@error"]["message"],
                '@heard: the core keeps no output; a store with "redelivery" in its config is expected')


class OnceTests(StoreTest):
    once = {"once": {}}

    def test_a_message_that_is_sent_again_is_answered_again(self):
        with self.open(**self.once) as core:
            first = core.call(add("a", 7))
            again = core.call(add("a", 7))
            self.assertEqual(again, [{**message, "@again": True} for message in first])
            self.assertNotIn("@again", first[0])
        # WHEN the core is opened again, and the same is sent with another spelling of white space
        with self.open(**self.once) as core:
            text = b'{ "todo" : {"request": {"add":{"item":{"text":"a"}}}} , "@id":7}'
            self.assertEqual(core.call(text), again)
            self.assertEqual(core.call(add("a", "7"))[0].get("@again"), None)
            self.assertEqual(core.call(add("a"))[0].get("@again"), None)
        self.assertEqual(self.count(), 3)

    def test_another_message_with_an_id_is_an_error(self):
        with self.open(**self.once) as core:
            core.call(add("a", 7))
            error = core.call(add("b", 7))[0]
        self.assertEqual(
            error["@error"]["message"],
            "@id: another message with this id was handled; an id of its own is expected for each message")
        self.assertEqual(error["@id"], 7)
        self.assertEqual(self.count(), 1)

    def test_both_of_a_batch_are_answered(self):
        with self.open(**self.once) as core:
            for _ in range(3):
                core.send(add("a", 7))
            self.assertEqual([again for _, _, again in texts(self.take(core))], [False, True, True])
        self.assertEqual(self.count(), 1)

    def test_clients_have_their_own_ids(self):
        with self.open(**self.once) as core:
            core.submit("ann", add("a", 7))
            core.submit("bob", add("a", 7))
            core.submit("ann", add("a", 7))
            heard = [m for m in self.take(core) if "todo" in m]
        self.assertEqual([(m["@client"], m.get("@again")) for m in heard],
                         [("ann", None), ("bob", None), ("ann", True)])
        self.assertEqual(self.count(), 2)

    def test_the_oldest_are_forgotten(self):
        with self.open(once={"count": 2}) as core:
            for number in range(3):
                core.call(add("a", number))
            self.assertTrue(core.call(add("a", 2))[0]["@again"])
            self.assertTrue(core.call(add("a", 1))[0]["@again"])
            self.assertNotIn("@again", core.call(add("a", 0))[0])
        self.assertEqual(self.count(), 4)

    def test_old_ones_are_forgotten(self):
        config = {"store": {"path": self.path, "once": {"seconds": 60}}, "clock": "virtual"}
        with hosting.Core("todo", config) as core:
            core.call(add("a", 1))
            core.call({"@advance": {"by": 60_000}})
            self.assertTrue(core.call(add("a", 1))[0]["@again"])
            core.call({"@advance": {"by": 1_000}})
            self.assertNotIn("@again", core.call(add("a", 1))[0])

    def test_without_the_config_each_is_handled(self):
        with self.open() as core:
            core.call(add("a", 7))
            core.call(add("a", 7))
        self.assertEqual(self.count(), 2)

    def test_an_answer_again_has_no_cursor(self):
        with self.open(once={}, redelivery={}) as core:
            first, _ = core.call(add("a", 7))
            again, _ = core.call(add("a", 7))
            self.assertEqual(first["@cursor"], 1)
            self.assertNotIn("@cursor", again)


if __name__ == "__main__":
    unittest.main()
