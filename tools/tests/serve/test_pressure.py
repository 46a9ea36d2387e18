"""Back-pressure: clients that do not read, and clients that send more than is handled."""

import contextlib
import os
import pathlib
import select
import socket
import subprocess
import unittest

import peer
from peer import add, increment, incremented

A = {"@core": "a"}


def processor_time(pid):
    """Seconds of the processor that a process has had."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Pressure(peer.Test):
    def test_given_a_client_that_never_reads_when_its_buffer_is_full_then_it_is_dropped_and_others_go_on(self):
        config = self.config("c", {"clients": ["@subscribe", "@get"]})
        server = self.unix("--core", f"a=todo:{config}", "--buffer", 200_000)
        deaf, other = server.client(), server.client()
        deaf.send({"@subscribe": {"path": "/items"}, **A})
        text = "x" * 10_000
        for _ in range(300):
            other.send(add(text, **A))
            other.until("todo")
        before = peer.peak_memory(server.process.pid)
        for _ in range(1000):
            other.send(add(text, **A))
            other.until("todo")
        # 10 MB more had been sent to the one that does not read.
        self.assertLess(peer.peak_memory(server.process.pid) - before, 4_000)
        messages = deaf.rest_of_messages()
        self.assertEqual(list(messages[0]), ["@value", "@core"])
        self.assertEqual(list(messages[-1]), ["@dropped"])
        self.assertEqual(messages[-1]["@dropped"]["code"], "efull")
        self.assertLess(len(messages), 300)

    def test_given_many_clients_when_each_has_sent_a_short_line_then_the_server_keeps_no_large_buffer_for_each(self):
        server = self.unix("--core", "a=counter")
        server.client().ask(increment(1, **A))
        before = peer.peak_memory(server.process.pid)
        for total in range(2, 302):
            self.assertEqual(server.client().ask(increment(1, **A)), incremented(total, **A))
        # In KiB. Bug: the channel of each kept the 16 KiB that are read at a time.
        self.assertLess(peer.peak_memory(server.process.pid) - before, 300 * 10)

    def test_given_a_client_that_only_writes_when_its_answers_wait_then_it_is_not_read(self):
        config = self.config("c", {"clients": ["@get"]})
        server = self.unix("--core", f"a=counter:{config}", "--buffer", 4_000_000)
        client = server.client()
        os.set_blocking(client.write_fd, False)
        line = b'{"@get":{"path":""},"@core":"a"}\n' * 1000
        sent = 0
        try:
            # Far more than all buffers together.
            while sent < 200_000_000 and select.select([], [client.write_fd], [], 1)[1]:
                sent += os.write(client.write_fd, line)
        except (BlockingIOError, BrokenPipeError, ConnectionResetError):
            pass
        self.assertLess(sent, 200_000_000)
        self.assertLess(peer.peak_memory(server.process.pid), 100_000)
        other = server.client()
        self.assertEqual(other.ask(increment(1, **A)), incremented(1, **A))

    def test_given_a_client_that_reads_when_each_short_line_has_a_long_answer_then_it_has_them_all(self):
        server = self.unix("--core", "a=counter", "--buffer", 200_000)
        client, other = server.client(), server.client()
        client.send(*({"@catalog": {"app": "todo"}, "@id": number} for number in range(600)))
        self.assertEqual(other.ask(increment(1, **A)), incremented(1, **A))
        for number in range(600):
            answer = client.next()
            self.assertEqual((list(answer), answer.get("@id")), (["@catalog", "@id"], number))
        self.assertLess(peer.peak_memory(server.process.pid), 30_000)

    def test_given_a_client_that_leaves_when_it_had_asked_for_thousands_of_catalogs_then_the_cores_have_no_work_of_it(self):
        server = self.unix("--core", "a=counter")
        before = processor_time(server.child())
        leaving = server.client()
        leaving.socket.setblocking(False)
        leaving.socket.send(b'{"@catalog":{"app":"todo"}}\n' * 8_000)
        leaving.close()
        server.clients.remove(leaving)
        other = server.client()
        self.assertEqual(other.ask(increment(1, **A)), incremented(1, **A))
        # Each catalog is some 0.3 ms of work.
        self.assertLess(processor_time(server.child()) - before, 0.3)

    def test_given_very_many_unanswered_requests_when_one_more_comes_then_the_server_looks_at_none_of_them(self):
        config = self.config("c", {"clients": ["@reply"], "gateways": ["http"], "limits": {"effects": 100_000}})
        server = self.unix("--core", f"a=reader:{config}", libraries=(peer.SHOWCASE,))
        client, before = server.client(), processor_time(server.process.pid)
        client.send(*({"page": {"request": {"open": {"url": f"/{number}"}}}, **A} for number in range(40_000)))
        effects = [message["@effect"]["id"] for message in client.sync("a") if "@effect" in message]
        self.assertEqual(len(effects), 40_000)
        # The latest first: it is at the end of those that wait.
        client.send(*({"@reply": {"effect": effect, "error": "none"}, **A} for effect in reversed(effects)))
        client.sync("a")
        # 80 000 messages are some 0.3 s of work; looking at all requests for each was over 10 s.
        self.assertLess(processor_time(server.process.pid) - before, 3)

    def test_given_no_more_descriptors_when_clients_come_then_they_are_disconnected_and_others_go_on(self):
        server = self.unix("--core", "a=counter")
        client = server.client()
        files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        subprocess.run(["prlimit", "--pid", str(server.process.pid), f"--nofile={files}:{files + 100}"], check=True)
        before = processor_time(server.process.pid)
        with contextlib.ExitStack() as stack:
            waiting = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(5)]
            for connection in waiting:
                connection.connect(server.path)
            for connection in waiting:
                self.assertEqual(connection.recv(1), b"")
            self.assertEqual(select.select([client.read_fd], [], [], 1)[0], [])
            self.assertLess(processor_time(server.process.pid) - before, 0.3)
            self.assertEqual(client.ask(increment(1, **A)), incremented(1, **A))
            subprocess.run(["prlimit", "--pid", str(server.process.pid), f"--nofile={files + 100}:{files + 100}"], check=True)
        self.assertEqual(server.client().ask(increment(1, **A)), incremented(2, **A))

    def test_given_a_parent_that_does_not_read_when_it_writes_then_its_write_waits_and_nothing_is_lost(self):
        server = self.stdio(options=["--buffer", 100_000])
        server.open("a", "counter")
        os.set_blocking(server.write_fd, False)
        line = b'{"counter":{"request":{"increment":{"by":1}}},"@core":"a"}\n'
        sent, data = 0, b""
        while select.select([], [server.write_fd], [], 1)[1]:
            data = data or line * 500
            data = data[(count := os.write(server.write_fd, data)):]
            sent += count
        self.assertLess(sent, 64_000_000)
        self.assertLess(peer.peak_memory(server.process.pid), 100_000)
        os.set_blocking(server.write_fd, True)
        rest = data[:len(data) % len(line)]  # the end of the line that was begun
        pid = os.fork()
        if pid == 0:
            server.write(rest)
            os._exit(0)
        lines = (sent + len(rest)) // len(line)
        for number in range(1, lines + 1):
            self.assertEqual(server.next(), incremented(number, **A))
        os.waitpid(pid, 0)
        self.assertEqual(server.end(), ([{"@closed": {}, **A}], 0))


if __name__ == "__main__":
    unittest.main()
