"""The end: of the input, by signals, and of the server itself."""

import os
import select
import signal
import subprocess
import time
import unittest

import peer
from peer import add, increment, incremented

A = {"@core": "a"}
# From what a pipe or a socket takes to some chunks more, in steps of less than a chunk: a part of one is taken at some of them.
COUNTS = range(600, 9_000, 700)


def wait_until_handled(client, count):
    while client.ask(increment(0, **A)) != incremented(count, **A):
        pass


class End(peer.Test):
    def test_given_cores_when_the_input_ends_then_all_is_handled_and_closed(self):
        server = self.stdio()
        names = [f"c{number}" for number in range(20)]
        for name in names:
            server.open(name, "counter")
        server.send(*(increment(1, **{"@core": name}) for name in names))
        messages, code = server.end()
        self.assertEqual(code, 0)
        self.assertEqual(sorted(message["@core"] for message in messages if "counter" in message), sorted(names))
        self.assertEqual(sorted(message["@core"] for message in messages[-20:] if "@closed" in message), sorted(names))
        self.assertEqual(server.errors, "")

    def test_given_a_core_when_a_signal_comes_then_it_is_closed(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            server = self.stdio()
            server.open("a", "todo", {"store": {"path": self.folder + f"/{number}"}})
            server.ask(add("Milk", **A))
            server.process.send_signal(number)
            self.assertEqual(server.until("@closed"), {"@closed": {}, **A})
            self.assertIsNone(server.raw_line())
            self.assertEqual(server.wait(), 0)

    def test_given_a_server_that_is_not_ready_when_a_signal_comes_then_it_ends_without_an_error(self):
        server = subprocess.Popen([*peer.COMMAND, peer.CORES, "--core", "a=counter", "--unix", self.folder + "/socket"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        child = peer.worker_of(server.pid)
        os.kill(child, signal.SIGSTOP)
        server.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        os.kill(child, signal.SIGCONT)
        self.assertEqual(server.communicate(timeout=peer.PATIENCE), (b"", b""))
        self.assertEqual(server.returncode, 0)

    def test_given_effects_when_the_input_ends_then_they_are_cancelled(self):
        server = self.stdio(peer.SHOWCASE)
        server.open("a", "reader", {"gateways": ["http"]})
        effect = server.ask({"page": {"request": {"open": {"url": "/a"}}}, **A})["@effect"]
        self.assertEqual(server.end(), ([{"@cancel": {"effect": effect["id"]}, **A}, {"@closed": {}, **A}], 0))

    def test_given_a_parent_that_does_not_read_when_a_second_signal_comes_then_it_ends_at_once(self):
        server = self.stdio()
        server.open("a", "counter")
        server.send(*(increment(1, **A) for _ in range(20_000)))
        server.process.send_signal(signal.SIGTERM)
        pid = os.pidfd_open(server.process.pid)
        # The output does not fit into the pipe, so it waits for the parent.
        self.assertEqual(select.select([pid], [], [], 0.5)[0], [])
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(peer.PATIENCE), 1)
        os.close(pid)

    def test_given_a_parent_that_does_not_read_when_it_reads_at_last_then_all_is_there(self):
        server = self.stdio()
        server.open("a", "counter")
        server.send(*(increment(1, **A) for _ in range(20_000)))
        messages, code = server.end()
        self.assertEqual((len(messages), messages[-2], messages[-1], code), (20_001, incremented(20_000, **A), {"@closed": {}, **A}, 0))

    def test_given_answers_that_are_not_read_when_the_input_ends_then_they_come_before_the_end(self):
        server = self.unix("--core", "a=counter")
        other, total = server.client(), 0
        for count in COUNTS:
            with self.subTest(count=count):
                client, parent = server.client(), self.stdio()
                parent.open("a", "counter")
                for end in (client, parent):
                    end.send(*(increment(1, **A) for _ in range(count)))
                client.end_input()
                parent.close_input()
                answers = [incremented(total + number, **A) for number in range(1, count + 1)]
                total += count
                wait_until_handled(other, total)
                self.assertEqual(client.rest_of_messages(), answers)
                answers = [incremented(number, **A) for number in range(1, count + 1)]
                self.assertEqual(parent.end(), ([*answers, {"@closed": {}, **A}], 0))

    def test_given_answers_that_are_not_read_when_a_signal_comes_then_they_come_before_the_end(self):
        for count in COUNTS:
            with self.subTest(count=count):
                server = self.unix("--core", "a=counter")
                client = server.client()
                client.send(*(increment(1, **A) for _ in range(count)))
                wait_until_handled(server.client(), count)
                server.process.send_signal(signal.SIGTERM)
                time.sleep(0.1)  # the core is closed meanwhile
                self.assertEqual(client.rest_of_messages(), [*(incremented(number, **A) for number in range(1, count + 1)), {"@closed": {}, **A}])
                self.assertEqual(server.process.wait(peer.PATIENCE), 0)

    def test_given_a_parent_that_is_gone_when_output_comes_then_the_server_ends(self):
        server = self.stdio()
        server.open("a", "counter")
        server.process.stdout.close()
        server.send(increment(1, **A))
        self.assertEqual(server.process.wait(peer.PATIENCE), 0)

    def test_given_a_server_when_it_is_killed_then_its_child_closes_the_cores_and_ends(self):
        server = self.stdio()
        path = self.folder + "/a.store"
        server.open("a", "todo", {"store": {"path": path}})
        server.ask(add("Milk", **A))
        child = os.pidfd_open(server.child())
        server.process.kill()
        self.assertNotEqual(select.select([child], [], [], peer.PATIENCE)[0], [])
        os.close(child)
        server.process.wait()
        # The file is free, and complete.
        other = self.stdio()
        other.open("a", "todo", {"store": {"path": path}})
        self.assertEqual(len(other.ask({"@get": {"path": "/items/ids"}, **A})["@value"]["value"]), 1)

    def test_given_clients_when_a_signal_comes_then_they_hear_the_end(self):
        server = self.unix("--core", "a=counter")
        one, idle = server.client(), server.client()
        one.ask(increment(1, **A))
        self.assertEqual(server.end(), 0)
        self.assertEqual(one.rest_of_messages(), [{"@closed": {}, **A}])
        self.assertEqual(idle.rest_of_messages(), [])


class Command(peer.Test):
    def test_given_the_command_when_run_then_it_says_what_there_is(self):
        def run(*arguments):
            return subprocess.run([*peer.COMMAND, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)

        listed = run("--help")
        self.assertEqual((listed.returncode, "adit serve LIBRARY... [--unix PATH]" in listed.stdout, listed.stderr), (0, True, ""))
        self.assertNotIn("--worker", listed.stdout)
        wrong = run("--bogus")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn("--bogus", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
