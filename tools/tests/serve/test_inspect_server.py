"""The page of adit inspect, of a server, of recordings, and of damaged files."""

import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import threading
import time

import peer
from inspecting import Inspector, InspectTest, adit
from test_http import Connection
from test_http_limits import send_until_blocked


class DamageTests(InspectTest):
    def test_given_a_damaged_journal_when_inspected_then_the_page_says_how_far_it_goes(self):
        path = self.store()
        with sqlite3.connect(path) as database:
            text = database.execute("SELECT entries FROM journal WHERE number = 10").fetchone()[0]
            database.execute("UPDATE journal SET entries = ? WHERE number = 10", (text.replace("item", "tem!"),))
        tab = self.inspect(peer.CORES, path)
        tab.wait("document.querySelector('#remark').innerText.includes('row 10: an entry is not as it was written')")
        self.show(tab, "state")
        self.wait_rows(tab, "20 elements")

    def test_given_no_store_when_inspected_then_that_is_an_error_at_once(self):
        text, other = os.path.join(self.folder, "text"), os.path.join(self.folder, "other.db")
        pathlib.Path(text).write_text("nothing")
        with sqlite3.connect(other) as database:
            database.execute("CREATE TABLE a (b)")
        database.close()
        for path, words in ((text, "is neither a store nor a recording"), (other, "other.db"), (self.folder, "directory"),
                            (os.path.join(self.folder, "absent"), "No such file")):
            with self.subTest(path=path):
                run = subprocess.run([peer.SERVE, "inspect", "--no-open", peer.CORES, path], capture_output=True, text=True, timeout=peer.PATIENCE)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertRegex(run.stderr, f"^adit inspect: .*{words}.*\n$")

    def test_given_a_library_that_lacks_the_app_when_inspected_then_that_is_an_error_at_once(self):
        path = self.store(1)
        for arguments, words in (((peer.TRAPS, path), 'is of the app "todo"; .* holds traps'), (("/missing.so", path), "/missing.so: there is no such file"),
                                 ((peer.CORES, path, "--app", "nope"), '--app: found "nope"; .* holds counter, todo'),
                                 ((peer.CORES, path, "--app", "counter"), '--app: found "counter"; .* is of the app "todo"')):
            with self.subTest(arguments=arguments):
                run = subprocess.run(["timeout", "10", peer.SERVE, "inspect", "--no-open", *map(str, arguments)], capture_output=True, text=True, timeout=peer.PATIENCE)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertRegex(run.stderr, f"^adit inspect: .*{words}.*\n$")

    def test_given_a_display_when_inspected_then_the_browser_is_given_a_file_that_leads_to_the_page(self):
        # GIVEN an xdg-open that notes what it is given
        noted = os.path.join(self.folder, "noted")
        program = pathlib.Path(self.folder, "xdg-open")
        program.write_text(f'#!/bin/sh\ncp "$1" {noted}.part && stat -c %a "$1" >>{noted}.part && mv {noted}.part {noted}\n')
        program.chmod(0o755)
        path = os.path.join(self.folder, "list.store")
        adit.Library(peer.CORES).open("todo", {"store": {"path": path}}).close()
        environment = {"DISPLAY": ":0", "PATH": f"{self.folder}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": self.folder}
        inspector = Inspector(peer.CORES, path, options=(), environment=environment)
        self.addCleanup(inspector.destroy)
        deadline = time.monotonic() + peer.PATIENCE
        while not os.path.exists(noted) and time.monotonic() < deadline:
            time.sleep(0.02)
        page, mode = pathlib.Path(noted).read_text().splitlines()
        self.assertIn(f"url={inspector.address}", page)
        self.assertEqual(mode, "600")

    def test_given_a_recording_that_ends_in_a_trap_when_inspected_then_its_last_message_is_there(self):
        path = os.path.join(self.folder, "trap.recording")
        server = self.stdio(peer.TRAPS, options=("--restarts", 0))
        server.open("a", "traps", {"record": path})
        server.send({"trap": "index", "@core": "a"})
        self.assertIn("@crashed", str(server.until("@crashed")))
        tab = self.inspect(peer.TRAPS, path)
        tab.wait_text(".count", "1 message")
        tab.click(".row")
        tab.wait("document.querySelector('.details h2')?.innerText.startsWith('trap') ?? false")
        # WHEN it is run again THEN the process of the app ends, and the page goes on
        self.press(tab, "Run it again in a fork")
        tab.wait("document.querySelector('.details .bad')?.innerText.length > 0")
        self.show(tab, "state")

    def test_given_a_torn_recording_when_inspected_then_it_is_shown_up_to_there(self):
        path = os.path.join(self.folder, "session.recording")
        with adit.Library(peer.CORES).open("todo", {"record": path}, on_text=lambda _: None) as core:
            for number in range(3):
                core.send(peer.add(f"item {number}"))
                core.process()
        lines = pathlib.Path(path).read_text().splitlines(keepends=True)
        pathlib.Path(path).write_text("".join(lines[:-1]) + lines[-1][:20])
        tab = self.inspect(peer.CORES, path)
        tab.wait_text(".count", "3 messages")
        self.assertIn("torn", tab.text("#remark"))
        tab.click(".row")
        tab.wait("document.querySelector('.details')?.innerText.includes('wasAdded')")
        tab.wait("app.hasCatalog ?? false")
        tab.evaluate("app.fork({ revision: 2 }).then(() => true)")
        self.assertEqual(tab.evaluate("app.subject.revision"), 2)


class TargetTests(peer.Test):
    """Bug: a page was served in which nothing could be seen."""

    def refused(self, words, *arguments):
        run = subprocess.run(["timeout", "10", peer.SERVE, "inspect", "--no-open", *map(str, arguments)], capture_output=True, text=True, timeout=peer.PATIENCE)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn(words, run.stderr)

    def test_given_untrusted_clients_when_inspected_then_that_is_an_error_at_once(self):
        path = self.unix("--core", "a=todo").path
        self.refused(f"the clients of {path} are untrusted; a socket of adit serve --trusted-unix, or of --unix with --trust is expected", path)

    def test_given_a_core_that_the_server_lacks_when_inspected_then_its_cores_are_listed(self):
        path = self.unix("--trust", "--core", "a=todo", "--core", "b=counter").path
        self.refused(f'--core: the server at {path} has no core "x"; it has a, b', path, "--core", "x")

    def test_given_no_core_when_one_is_inspected_then_that_is_an_error_at_once(self):
        path = self.unix("--trust").path
        self.refused(f'--core: the server at {path} has no core "x"; it has none', path, "--core", "x")

    def test_given_a_server_that_has_ended_when_inspected_then_that_is_an_error_at_once(self):
        path = os.path.join(self.folder, "stale")
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(path)
        self.refused(f"{path}: Connection refused; the socket of a running adit serve is expected", path)

    def test_given_another_server_when_inspected_then_that_is_an_error_at_once(self):
        path = os.path.join(self.folder, "other")
        with socket.create_server(path, family=socket.AF_UNIX) as other:
            def answer():
                with other.accept()[0] as connection:
                    connection.sendall(b"220 mail\r\n")
            threading.Thread(target=answer, daemon=True).start()
            self.refused(f"{path} is no socket of adit serve", path)

    def test_given_nothing_at_the_path_when_inspected_then_the_error_says_so(self):
        path = os.path.join(self.folder, "absent")
        for arguments in ((path,), (path, "--core", "a")):
            with self.subTest(arguments=arguments):
                self.refused(f"nothing is at {path}; a library and a FILE, or the socket of adit serve is expected", *arguments)
        self.refused("which is no socket; behind a library, a FILE is expected: a store or a recording", peer.CORES)


class ServerTests(InspectTest):
    def page(self, *arguments):
        """A page of the program, without a browser, and the program."""
        inspector = Inspector(*arguments)
        self.addCleanup(inspector.destroy)
        port, token = inspector.address.removeprefix("http://127.0.0.1:").split("/#")
        page = Connection(int(port), f"GET /socket?token={token} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
        self.addCleanup(page.close)
        self.assertIn("@ready", page.next())
        return page, inspector

    def test_given_a_server_when_inspected_then_its_core_is_seen_and_told(self):
        config = self.config("a.json", {"trace": 100, "figures": True})
        server = self.unix("--trust", "--core", f"a=todo:{config}")
        client = server.client()
        client.ask(peer.add("Milk", **{"@core": "a"}))
        tab = self.inspect(server.path)
        tab.wait_text(".count", "1 message")
        tab.click(".row")
        tab.wait("document.querySelector('.graph')?.innerText.includes('todo.response.wasAdded')")
        self.show(tab, "state")
        self.wait_rows(tab, "1 element")
        client.ask(peer.add("Bread", **{"@core": "a"}))
        self.wait_rows(tab, "2 elements")
        self.show(tab, "figures")
        tab.wait("document.querySelectorAll('.plot').length > 1")
        # WHEN it is forked THEN by its name, and its own state stays
        tab.evaluate("app.fork().then(() => true)")
        tab.evaluate(f"app.subject.call({json.dumps(peer.add('a fork’s own'))})")
        self.assertEqual(tab.evaluate("app.subject.children('/items', null, 0, 0).then(({ count }) => count)"), 3)
        self.assertEqual(tab.evaluate("app.subjects[0].children('/items', null, 0, 0).then(({ count }) => count)"), 2)

    def test_given_a_page_when_its_message_comes_in_several_frames_then_it_is_passed_on_whole(self):
        page, _ = self.page("--show-secrets", self.unix("--trust", "--core", "a=counter").path)
        text = json.dumps(peer.increment(2, **{"@core": "a"})).encode()
        page.frame(text[:20], 0x01)
        page.frame(text[20:], 0x80)
        self.assertEqual(page.next(), peer.incremented(2, **{"@core": "a"}))
        # One with a reserved bit ends the connection.
        page.frame(text, 0xC1)
        self.assertEqual((page.next_frame(), page.next_frame()), ((0x88, b"\x03\xea"), None))

    def test_given_a_page_that_does_not_read_when_it_asks_on_then_the_program_keeps_little_and_each_is_answered(self):
        page, inspector = self.page("--show-secrets", self.unix("--trust").path)
        before, text = peer.peak_memory(inspector.process.pid), b'{"@catalog":{"app":"todo"}}'
        frame = bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text
        sent = send_until_blocked(page.socket, frame * 1000, 600_000)
        # One that reads on has all of it by then.
        time.sleep(2)
        self.assertLess(peer.peak_memory(inspector.process.pid) - before, 40_000)
        # WHEN it reads
        for _ in range(sent // len(frame)):
            self.assertIn(b'{"@catalog":{"app":"todo",', page.next_frame()[1][:40])

    def test_given_a_page_that_asks_faster_than_it_is_answered_when_it_asks_on_then_the_program_keeps_few_questions(self):
        # An answer takes milliseconds.
        path = self.store(1)
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path}}, on_text=lambda _: None) as core:
            for number in range(3000):
                core.send({"todo": {"request": {"add": {"item": {"text": f"item {number}" * 50}}}}})
            core.process()
        text = json.dumps({"@inspect": {"search": {"text": "absent"}}, "@id": "x" * 1000}).encode()
        frame = bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big") + b"\0\0\0\0" + text
        server = self.unix("--trust")
        for arguments in ((peer.CORES, path), (server.path, path)):
            with self.subTest(arguments=arguments):
                page, inspector = self.page("--show-secrets", *arguments)
                before = peer.peak_memory(inspector.process.pid)
                send_until_blocked(page.socket, frame * 100, 100_000_000)
                self.assertLess(peer.peak_memory(inspector.process.pid) - before, 30_000)

    def test_given_cores_whose_names_differ_by_their_bytes_when_one_is_shown_then_secrets_are_masked_by_its_own_app(self):
        # GIVEN names that Swift takes for the same
        page, _ = self.page(self.unix("--trust", "--core", "caf\u00e9=todo", "--core", "cafe\u0301=counter").path)
        page.send({"@catalog": {"app": "counter"}})
        self.assertIn("@catalog", page.next())
        page.send({"@get": {"path": ""}, "@core": "cafe\u0301"})
        self.assertIn("@value", page.next())
        # WHEN the app of the other one is not known THEN its state is not shown.
        page.send({"@get": {"path": ""}, "@core": "caf\u00e9"})
        self.assertIn("@error", page.next())

    def test_given_a_core_when_its_state_is_shown_then_its_views_are_beside_it(self):
        server = self.unix("--trust", "--core", "a=todo")
        server.client().ask(peer.add("Milk", **{"@core": "a"}))
        tab = self.inspect(server.path)
        tab.wait("app.hasCatalog ?? false")
        self.part(tab, "/view/openCount")
        tab.wait("document.querySelector('.details pre')?.innerText", "1")
        tab.wait("[...document.querySelectorAll('.row .name')].map((each) => each.innerText).includes('view')")
        tab.evaluate("[...document.querySelectorAll('.row')].find((row) => row.querySelector('.name')?.innerText === 'view').querySelector('.twist').click()")
        self.wait_rows(tab, "openCount")

    def test_given_a_server_that_is_started_again_when_the_page_is_loaded_again_then_it_says_what_is_missing(self):
        options = ("--core", "a=todo")
        server = self.unix("--trust", *options)
        tab = self.inspect(server.path, "--core", "a")
        for others, words in ((options, "are untrusted; a socket of --trusted-unix is expected."),
                              (("--trust", "--core", "b=todo"), 'The server has no core "a"; it has b.')):
            with self.subTest(others=others):
                tab.wait("app.hasCatalog ?? app.problem !== undefined")
                server.end()
                server = self.unix(*others)
                tab.command("Page.reload")
                tab.wait(f"document.querySelector('#remark')?.innerText.includes({json.dumps(words)}) ?? false")

    def test_given_a_server_that_is_killed_when_inspected_then_the_journal_can_still_be_seen(self):
        path = os.path.join(self.folder, "served.store")
        config = self.config("a.json", {"store": {"path": path}, "limits": {"batch": 1}})
        server = self.unix("--trust", "--core", f"a=todo:{config}")
        client = server.client()
        for number in range(5):
            client.ask(peer.add(f"item {number}", **{"@core": "a"}))
        tab = self.inspect(server.path, path)
        tab.wait_text(".count", "5 messages")
        server.process.send_signal(signal.SIGKILL)
        tab.wait("document.querySelector('#remark').innerText.includes('The server is gone')")
        self.show(tab, "state")
        self.wait_rows(tab, "5 elements")
        tab.evaluate("app.goTo(2)")
        self.wait_rows(tab, "2 elements")


if __name__ == "__main__":
    peer.main()
