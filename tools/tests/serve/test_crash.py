"""Crashes of the child: what clients hear, and what is there afterwards."""

import json
import os
import select
import signal
import unittest

import peer
from peer import add, increment, incremented

A = {"@core": "a"}


class Trap(peer.Test):
    def test_given_an_app_that_traps_when_it_does_then_the_host_goes_on(self):
        server = self.stdio(peer.TRAPS, peer.CORES)
        server.open("t", "traps")
        server.open("a", "counter")
        server.ask(increment(1, **A))
        server.send({"count": {}, "@id": 1, "@core": "t"})
        self.assertEqual(server.next(), {"wasCounted": {"to": 1}, "@id": 1, "@core": "t"})
        server.send({"trap": "overflow", "@id": 2, "@core": "t"})
        crashed = server.next()
        self.assertEqual(crashed, {"@crashed": {"core": "t", "signal": crashed["@crashed"]["signal"], "again": True}, "@core": "t"})
        self.assertIn(crashed["@crashed"]["signal"], ("SIGILL", "SIGTRAP"))
        self.refused(server.next(), "ecrashed", "ended before", **{"@id": 2, "@core": "t"})
        self.assertEqual(server.next(), {"@reopened": {"core": "t", "kept": False}, "@core": "t"})
        # It has begun anew, and the core of the other library has not.
        self.assertEqual(server.ask({"count": {}, "@core": "t"}), {"wasCounted": {"to": 1}, "@core": "t"})
        self.assertEqual(server.ask(increment(1, **A)), incremented(2, **A))
        messages, code = server.end()
        self.assertEqual((len(messages), code), (2, 0))
        self.assertIn('adit: it was in the app "traps", which handled trap with "@id" 2', server.errors)

    def test_given_crashes_in_a_row_when_there_are_too_many_then_it_is_given_up(self):
        server = self.stdio(peer.TRAPS, peer.CORES, options=["--restarts", 2])
        server.open("t", "traps")
        for again in (True, True, False):
            server.send({"trap": "index", "@core": "t"})
            self.assertEqual(server.next()["@crashed"]["again"], again)
            if again:
                self.assertIn("@reopened", server.next())
        gone = server.next()
        self.assertEqual((gone["@gone"]["core"], gone["@gone"]["code"]), ("t", "ecrashed"))
        self.refused(server.ask({"count": {}, "@core": "t"}), "ecore", "", **{"@core": "t"})
        self.refused(server.ask({"@open": {"core": "t", "app": "traps"}}), "ecrashed", "too often", **{"@core": "t"})
        self.refused(server.ask({"@catalog": {"app": "traps"}}), "ecrashed")
        server.open("a", "counter")
        self.assertEqual(server.end(), ([{"@closed": {}, **A}], 0))


class Hang(peer.Test):
    def test_given_a_child_that_hangs_when_it_is_to_answer_then_it_is_ended_and_one_without_work_is_not(self):
        server = self.stdio(peer.CORES, peer.TRAPS, options=["--hang", 1])
        server.open("a", "counter")
        hanging, idle = peer.children_of(server.process.pid)
        os.kill(hanging, signal.SIGSTOP)
        os.kill(idle, signal.SIGSTOP)
        server.send(increment(1, **{"@id": 1}, **A))
        self.assertEqual(server.next(), {"@crashed": {"core": "a", "signal": "SIGKILL", "again": True}, **A})
        self.refused(server.next(), "ecrashed", "ended before", **{"@id": 1}, **A)
        self.assertEqual(server.next(), {"@reopened": {"core": "a", "kept": False}, **A})
        self.assertEqual(server.ask(increment(1, **A)), incremented(1, **A))
        self.assertIn(idle, peer.children_of(server.process.pid))
        # At the end, all have something to do.
        self.assertEqual(server.end(), ([{"@closed": {}, **A}], 0))
        self.assertEqual(server.errors.count("the process has not answered for 1 s, and is ended"), 2)


class Kill(peer.Test):
    def test_given_messages_on_their_way_when_killed_then_each_with_an_id_is_refused_once(self):
        server = self.stdio()
        server.open("a", "counter")
        server.ask(increment(1, **{"@id": 0}, **A))
        child = server.child()
        os.kill(child, signal.SIGSTOP)
        server.send(*(increment(1, **{"@id": number}, **A) for number in range(1, 6)), increment(1, **A),
                    {"@sync": {"core": "a"}, "@id": "s"}, {"@host": {"call": "catalog", "app": "todo"}, "@id": "c"})
        self.refused(server.ask({"@core": "x"}), "ecore", "", **{"@core": "x"})  # all has been read
        os.kill(child, signal.SIGKILL)
        self.assertEqual(server.next(), {"@crashed": {"core": "a", "signal": "SIGKILL", "again": True}, **A})
        for identity in (1, 2, 3, 4, 5, "s"):
            self.refused(server.next(), "ecrashed", "", **{"@id": identity}, **A)
        self.refused(server.next(), "ecrashed", "", **{"@id": "c"})
        self.assertEqual(server.next(), {"@reopened": {"core": "a", "kept": False}, **A})
        self.assertEqual(server.ask(increment(1, **A)), incremented(1, **A))
        self.assertNotEqual(server.child(), child)

    def test_given_a_store_when_killed_then_what_was_heard_is_there(self):
        server = self.stdio()
        server.open("a", "todo", {"store": {"path": self.folder + "/a.store", "once": {}}})
        for number in range(20):
            server.send(add(f"item {number}", **{"@id": number}, **A))
            server.until("todo")
        os.kill(server.child(), signal.SIGKILL)
        server.waiting.clear()
        self.assertEqual(server.until("@reopened")["@reopened"], {"core": "a", "kept": True})
        server.waiting.clear()
        entities = server.ask({"@get": {"path": "/items/entities"}, **A})["@value"]["value"]
        self.assertEqual(sorted(item["text"] for item in entities.values()), sorted(f"item {number}" for number in range(20)))
        # Sent again, it is not done again.
        again = server.ask(add("item 19", **{"@id": 19}, **A))
        self.assertEqual((again["@again"], again["todo"]["response"]["wasAdded"]["text"]), (True, "item 19"))

    def test_given_a_durable_request_when_killed_then_it_is_asked_again(self):
        server = self.stdio()
        server.open("a", "todo", {"store": {"path": self.folder + "/a.store"}, "gateways": ["lists"]})
        effect = server.ask({"todo": {"request": {"import": {"from": "x"}}}, "@id": 1, **A})
        os.kill(server.child(), signal.SIGKILL)
        self.assertIn("@crashed", server.next())
        self.assertIn("@reopened", server.next())
        self.assertEqual(server.next(), effect)
        server.send({"@reply": {"effect": effect["@effect"]["id"], "result": {"texts": ["Milk"]}}, **A})
        self.assertEqual(server.next()["todo"]["response"]["wereImported"][0]["text"], "Milk")

    def test_given_no_store_when_an_answer_to_a_request_of_before_the_crash_comes_then_it_is_not_taken_for_the_new_one(self):
        server = self.stdio()
        server.open("a", "todo", {"gateways": ["lists"]})

        def fetch(list_name):
            effect = server.ask({"todo": {"request": {"import": {"from": list_name}}}, **A})["@effect"]
            self.assertEqual(effect["request"], {"fetch": {"list": list_name}})
            return effect["id"]

        def reply(effect, text):
            server.send({"@reply": {"effect": effect, "result": {"texts": [text]}}, **A})

        ids = [fetch("a")]
        for again in range(2):
            os.kill(server.child(), signal.SIGKILL)
            self.assertEqual([list(server.next())[0] for _ in range(2)], ["@crashed", "@reopened"])
            ids.append(fetch("b"))
            # WHEN the late answers come first
            for late in ids[:-1]:
                reply(late, "late")
            self.assertEqual(server.sync("a"), [])
            reply(ids[-1], "right")
            (added,) = server.next()["todo"]["response"]["wereImported"]
            self.assertEqual(added["text"], "right")
            # THEN a cancellation has the id that was asked for.
            ids.append(fetch("c"))
            server.send({"todo": {"request": {"cancelImport": {"from": "c"}}}, **A})
            self.assertEqual(server.until("@cancel"), {"@cancel": {"effect": ids[-1]}, **A})
            self.assertIn("importWasCancelled", server.until("todo")["todo"]["response"])
        self.assertEqual(ids, ["e1-1", "e2-1", "e2-2", "e3-1", "e3-2"])

    def test_given_no_store_when_killed_then_requests_have_the_same_id_in_all_that_is_said_of_them(self):
        server = self.stdio()
        server.open("a", "todo", {"gateways": ["lists"], "trace": 100, "undo": True})
        os.kill(server.child(), signal.SIGKILL)
        server.until("@reopened")
        server.waiting.clear()
        # What an app says is not changed, whatever it looks like.
        name = "e1-1\n 2 @effect e1-1 to"
        imports = {"todo": {"request": {"import": {"from": name}}}, **A}
        self.assertEqual(server.ask(imports)["@effect"], {"id": "e2-1", "gateway": "lists", "request": {"fetch": {"list": name}}})
        pending = server.ask({"@pending": {}, **A})["@pending"]
        self.assertEqual([(request["effect"], request["id"]) for request in pending["requests"]], [("e2-1", name)])
        self.assertEqual([timer["effect"] for timer in pending["timers"]], ["e2-1"])
        trace = server.ask({"@trace": {}, **A})["@trace"]
        self.assertEqual(trace["entries"][1]["request"], "e2-1")
        fetch = json.dumps({"fetch": {"list": name}}, separators=(",", ":"))
        self.assertEqual(trace["text"].splitlines()[1], f"  2 @effect e2-1 to lists {fetch}")
        # WHEN it is cancelled by another id THEN that is named, and by its own THEN it ends.
        for other in ("e1-1", "e2-7"):
            error = server.ask({"@cancel": {"effect": other}, **A})["@error"]
            self.assertIn(f'found "{other}"', error["message"])
        self.assertEqual(server.ask({"@cancel": {"effect": "e2-1"}, **A}), {"@cancel": {"effect": "e2-1"}, **A})
        self.assertEqual(server.ask({"@pending": {}, **A})["@pending"], {"effects": [], "requests": [], "timers": []})
        server.send(imports)
        server.send({"@reply": {"effect": server.next()["@effect"]["id"], "result": {"texts": ["Milk"]}}, **A})
        self.assertIn("wereImported", server.until("todo")["todo"]["response"])
        self.assertEqual(server.ask({"@undo": {}, **A})["@undone"]["effects"], [{"id": "e2-2", "gateway": "lists"}])

    def test_given_a_fork_when_killed_then_it_is_one_of_the_same_core_or_it_is_gone(self):
        server = self.stdio()
        server.open("other", "counter")
        server.open("closed", "counter")
        server.open("origin", "counter", {"store": {"path": self.folder + "/a.store"}})
        server.open("fork of closed", "counter", {"fork": {"core": "closed"}})
        server.ask({"@close": {}, "@core": "closed"})
        # It has the place of the closed one, before its origin.
        server.open("fork of origin", "counter", {"fork": {"core": "origin"}})
        server.ask(increment(70, **{"@core": "origin"}))
        os.kill(server.child(), signal.SIGKILL)
        gone = server.until("@gone")
        self.assertEqual((gone["@gone"]["core"], gone["@gone"]["code"]), ("fork of closed", "ecore"))
        server.waiting.clear()
        core = {"@core": "fork of origin"}
        self.assertEqual(server.ask(increment(1, **core)), incremented(71, **core))

    def test_given_a_child_when_it_runs_then_a_program_that_an_app_starts_has_nothing_of_it(self):
        folder = f"/proc/{self.stdio().child()}/fdinfo"
        for descriptor in sorted(os.listdir(folder), key=int):
            with open(f"{folder}/{descriptor}") as file:
                flags = next(int(line.split()[1], 8) for line in file if line.startswith("flags:"))
            if int(descriptor) > 2:
                self.assertTrue(flags & os.O_CLOEXEC, descriptor)

    def test_given_a_store_that_is_gone_when_killed_then_the_core_is(self):
        path = self.folder + "/a.store"
        server = self.stdio()
        server.open("a", "todo", {"store": {"path": path}})
        server.open("b", "counter")
        child = server.child()
        os.kill(child, signal.SIGSTOP)
        for name in os.listdir(self.folder):
            os.remove(os.path.join(self.folder, name))
        os.mkdir(path)
        os.kill(child, signal.SIGKILL)
        self.assertIn("@crashed", server.next())
        self.assertIn("@crashed", server.next())
        answers = [server.next(), server.next()]
        gone = next(answer for answer in answers if "@gone" in answer)
        self.assertEqual((gone["@gone"]["core"], gone["@gone"]["code"]), ("a", "eschema"), gone)
        self.assertIn({"@reopened": {"core": "b", "kept": False}, "@core": "b"}, answers)

    def test_given_clients_of_a_socket_when_killed_then_those_that_use_the_core_hear(self):
        server = self.unix("--core", "a=todo:" + self.config("c", {"clients": ["@subscribe"], "store": {"path": self.folder + "/s"}}))
        one, idle = server.client(), server.client()
        one.send({"@subscribe": {"path": "/items/ids"}, **A})
        self.assertEqual(one.next()["@value"]["value"], [])
        os.kill(server.child(), signal.SIGKILL)
        self.assertEqual(one.next()["@crashed"]["signal"], "SIGKILL")
        self.assertEqual(one.next(), {"@reopened": {"core": "a", "kept": True}, **A})
        one.send({"@subscribe": {"path": "/items/ids"}, **A})
        self.assertEqual(one.next()["@value"]["value"], [])
        self.assertEqual(idle.sync("a"), [])

    def test_given_a_core_that_is_not_there_when_sent_to_then_the_message_is_refused(self):
        server = self.stdio()
        server.open("a", "counter")
        # The server finds the end of the child and the message at the same time, and the end comes first.
        child = os.pidfd_open(server.child())
        server.process.send_signal(signal.SIGSTOP)
        os.kill(server.child(), signal.SIGKILL)
        select.select([child], [], [])
        os.close(child)
        server.send(increment(1, **{"@id": 1}, **A))
        server.process.send_signal(signal.SIGCONT)
        self.assertIn("@crashed", server.next())
        self.refused(server.next(), "ecrashed", "started again", **{"@id": 1}, **A)
        server.until("@reopened")
        self.assertEqual(server.ask(increment(1, **A)), incremented(1, **A))


if __name__ == "__main__":
    unittest.main()
