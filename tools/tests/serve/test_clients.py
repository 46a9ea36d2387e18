"""Clients of a socket: the file, what each may do, and who receives what."""

import contextlib
import os
import socket
import stat
import subprocess
import tempfile
import unittest

import peer
from peer import add, increment, incremented

A = {"@core": "a"}


class Socket(peer.Test):
    def test_given_a_path_when_served_then_it_is_for_this_user_and_removed_at_the_end(self):
        server = self.unix()
        self.assertEqual(stat.S_IMODE(os.stat(server.path).st_mode), 0o600)
        self.assertEqual(server.end(), 0)
        self.assertFalse(os.path.exists(server.path))

    def test_given_a_stale_socket_when_served_then_it_is_replaced(self):
        path = os.path.join(self.folder, "socket")
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(path)
        self.assertEqual(self.unix().client().ready["cores"], {})

    def test_given_a_socket_in_use_or_a_file_when_served_then_it_is_left(self):
        server = self.unix()
        file = os.path.join(self.folder, "file")
        open(file, "w").close()
        for path in (server.path, file):
            second = subprocess.run([*peer.COMMAND, peer.CORES, "--unix", path], capture_output=True, text=True)
            self.assertEqual((second.returncode, second.stdout), (1, ""))
            self.assertIn(f"{path}: Address already in use", second.stderr)
            self.assertTrue(os.path.exists(path))
        self.assertEqual(server.client().ready["cores"], {})

    def test_given_a_server_whose_queue_is_full_when_a_second_one_comes_then_it_says_that_the_path_is_in_use(self):
        path = os.path.join(self.folder, "socket")
        with socket.socket(socket.AF_UNIX) as busy, contextlib.ExitStack() as waiting:
            busy.bind(path)
            busy.listen(0)
            while True:
                client = waiting.enter_context(socket.socket(socket.AF_UNIX))
                client.setblocking(False)
                try:
                    client.connect(path)
                except BlockingIOError:
                    break
            second = subprocess.run([*peer.COMMAND, peer.CORES, "--unix", path], capture_output=True, text=True, timeout=peer.PATIENCE)
            self.assertEqual((second.returncode, second.stdout), (1, ""))
            self.assertIn(f"{path}: Address already in use", second.stderr)
            self.assertTrue(os.path.exists(path))

    def test_given_a_path_that_is_another_servers_by_now_when_a_server_ends_then_the_socket_stays(self):
        first = self.unix()
        os.unlink(first.path)
        second = self.unix("--core", "a=counter")
        self.assertEqual(first.end(), 0)
        self.assertEqual(second.client().ready["cores"], {"a": "counter"})
        self.assertEqual(second.end(), 0)
        self.assertFalse(os.path.exists(second.path))

    def test_given_wrong_command_lines_when_run_then_each_says_why(self):
        for arguments, words in ((["--stdio"], "a LIBRARY is expected"), ([peer.CORES], "one of --stdio, --unix PATH and --passed"),
                                 ([peer.CORES, "--stdio", "--unix", "x"], "one of --stdio, --unix PATH and --passed"),
                                 ([peer.CORES, "--stdio", "--trust"], "are for --unix"),
                                 ([peer.CORES, "--unix", "x", "--core", "a"], "NAME=APP"),
                                 ([peer.CORES, "--stdio", "--line", "1x"], "a whole number")):
            run = subprocess.run([*peer.COMMAND, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            self.assertEqual((run.returncode, run.stdout), (2, ""), arguments)
            self.assertIn(words, run.stderr)
        path = os.path.join(self.folder, "s")
        for option, words in (("a=chess", "a: no library has an app"), ("a=counter:" + self.config("c", {"ech": 1}), 'a: unknown key "ech"')):
            run = subprocess.run([*peer.COMMAND, peer.CORES, "--unix", path, "--core", option], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stdout), (1, ""), option)
            self.assertIn(words, run.stderr)
            self.assertFalse(os.path.exists(path))
        run = subprocess.run([*peer.COMMAND, "/missing.so", "--stdio"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(run.returncode, 1)
        self.assertIn("adit serve: /missing.so: there is no such file; it was looked for at /missing.so. Give the path of an Adit library", run.stderr)


class Untrusted(peer.Test):
    def serve(self, *options, clients=(), app="counter", **config):
        path = self.config("config.json", {**({"clients": list(clients)} if clients else {}), **config})
        return self.unix("--core", f"a={app}:{path}", *options)

    def test_given_two_clients_when_both_send_then_each_receives_its_own_answers(self):
        server = self.serve()
        one, other = server.client(), server.client()
        self.assertEqual((one.ready["trusted"], one.ready["cores"]), (False, {"a": "counter"}))
        self.assertNotEqual(one.ready["client"], other.ready["client"])
        one.send(increment(1, **A, **{"@id": 1}))
        self.assertEqual(one.sync("a"), [incremented(1, **{"@id": 1}, **A)])
        other.send(increment(1, **A, **{"@id": 1}))
        self.assertEqual(other.sync("a"), [incremented(2, **{"@id": 1}, **A)])
        self.assertEqual(one.sync("a"), [])

    def test_given_no_list_when_control_messages_are_sent_then_they_are_denied(self):
        client = self.serve().client()
        for control in ({"@get": {"path": ""}}, {"@subscribe": {"path": ""}}, {"@close": {}}, {"@reply": {"effect": "x", "result": 1}}):
            self.refused(client.ask({**control, **A, "@id": 1}), "edenied", "", **A, **{"@id": 1})
        escaped = b'{"\\u0040get":{"path":""},"@core":"a"}\n'
        client.write(escaped)
        self.refused(client.next(), "edenied", "", **A)
        client.send({"@open": {"core": "b", "app": "counter"}})
        self.refused(client.next(), "edenied", "only trusted clients")
        client.send({"@gateways": {"core": "a", "serves": []}})
        self.refused(client.next(), "edenied", "only trusted clients")
        client.send({**increment(), **A, "@client": "c"})
        self.refused(client.next(), "emessage", "", **A)

    def test_given_a_subscription_when_others_change_the_state_then_only_it_hears(self):
        server = self.serve(clients=["@subscribe"])
        follower, sender, idle = server.client(), server.client(), server.client()
        follower.send({"@subscribe": {"subscription": "s", "path": "/value"}, **A})
        self.assertEqual(follower.next()["@value"]["value"], 0)
        sender.send({"@subscribe": {"subscription": "s", "path": ""}, **A})
        self.assertEqual(sender.next()["@value"]["value"], {"value": 0})
        sender.send(increment(4, **A))
        self.assertEqual(sender.next(), incremented(4, **A))
        patch = follower.next()
        self.assertEqual(patch["@patch"]["ops"], [{"op": "replace", "path": "", "value": 4}])
        self.assertNotIn("@client", patch)
        self.assertEqual(sender.next()["@patch"]["ops"], [{"op": "replace", "path": "/value", "value": 4}])
        self.assertEqual(idle.sync("a"), [])

    def test_given_a_client_that_leaves_when_the_state_changes_then_its_subscriptions_have_ended(self):
        server = self.serve(clients=["@subscribe", "@stats"])
        leaver, other = server.client(), server.client()
        leaver.ask({"@subscribe": {"path": ""}, **A})
        leaver.close()
        server.clients.remove(leaver)
        other.send(*(increment(1, **A) for _ in range(10)))
        self.assertEqual(len(other.sync("a")), 10)

    def test_given_broadcast_when_a_client_sends_then_others_that_use_the_core_hear_it_without_the_id(self):
        server = self.serve("--broadcast", clients=["@get"])
        one, other, idle = server.client(), server.client(), server.client()
        other.sync("a")  # asks, and uses nothing
        other.send({"@get": {"path": ""}, **A})
        other.next()
        one.send(increment(1, **{"@id": 1}, **A), {"@get": {"path": ""}, "@id": 2, **A})
        self.assertEqual([message.get("@id") for message in one.sync("a")], [1, 2])
        self.assertEqual(other.next(), incremented(1, **A))
        self.assertEqual(other.sync("a"), [])
        self.assertEqual(idle.sync("a"), [])

    def test_given_a_request_when_made_then_only_the_client_that_caused_it_is_asked(self):
        server = self.serve(clients=["@reply"], app="todo", gateways=["lists"])
        one, other = server.client(), server.client()
        other.sync("a")
        one.send({"todo": {"request": {"import": {"from": "x"}}}, "@id": 1, **A})
        effect = one.next()
        self.assertEqual((effect["@effect"]["gateway"], effect["@id"]), ("lists", 1))
        reply = {"@reply": {"effect": effect["@effect"]["id"], "result": {"texts": ["Milk"]}}, **A}
        other.send({**reply, "@id": 5})
        (error,) = other.sync("a")
        self.assertEqual((error["@error"]["code"], error["@id"]), ("edenied", 5))
        one.send(reply)
        self.assertEqual(one.next()["todo"]["response"]["wereImported"][0]["text"], "Milk")

    def test_given_a_pending_request_when_its_client_returns_then_it_is_asked_again(self):
        server = self.serve(clients=["@reply"], app="todo", gateways=["lists"])
        one = server.client()
        one.send({"todo": {"request": {"import": {"from": "x"}}}, "@id": 1, **A})
        effect = one.next()
        name = one.ready["client"]
        other = server.client()
        self.refused(other.ask({"@hello": {"client": name}, "@id": 8}), "ebusy", "is connected", **{"@id": 8})
        self.refused(other.ask({"@hello": {"client": "web-12"}}), "emessage")
        one.end_input()
        self.assertIsNone(one.next())
        one.close()
        server.clients.remove(one)
        other.send({"@hello": {"client": name}})
        self.assertEqual(other.next(), {"@hello": {"client": name}})
        self.assertEqual(other.next(), effect)
        other.send({"@reply": {"effect": effect["@effect"]["id"], "result": {"texts": ["Milk"]}}, **A})
        answer = other.next()
        self.assertEqual((answer["todo"]["response"]["wereImported"][0]["text"], answer["@id"]), ("Milk", 1))
        self.refused(other.ask({"@hello": {"client": name}}), "ebusy", "before the first message")

    def test_given_a_client_that_ends_its_input_when_its_messages_are_handled_then_it_has_the_answers(self):
        client = self.serve().client()
        client.send(*(increment(1, **A) for _ in range(100)))
        client.end_input()
        self.assertEqual(len(client.rest_of_messages()), 100)

    def test_given_a_listed_close_when_a_client_sends_it_then_all_that_use_the_core_hear(self):
        server = self.serve(clients=["@close"])
        one, other = server.client(), server.client()
        other.ask(increment(1, **A))
        self.assertEqual(one.ask({"@close": {}, **A}), {"@closed": {}, **A})
        self.assertEqual(other.next(), {"@closed": {}, **A})
        self.refused(other.ask(increment(1, **A)), "ecore", "", **A)


class Many(peer.Test):
    def test_given_few_descriptors_when_more_clients_come_then_they_wait(self):
        server = peer.Unix(self.folder, "--core", "a=counter", prefix=("prlimit", "--nofile=52:52"))
        self.addCleanup(server.destroy)
        clients = [server.client() for _ in range(10)]
        self.assertEqual(clients[9].ask(increment(1, **A)), incremented(1, **A))
        with socket.socket(socket.AF_UNIX) as waiting:
            waiting.connect(server.path)
            self.assertEqual(clients[0].ask(increment(1, **A)), incremented(2, **A))
            server.clients.remove(clients[1])
            clients[1].close()
            self.assertIn(b"@ready", waiting.recv(1 << 16))

    def test_given_two_hundred_clients_when_all_send_then_each_has_its_answers(self):
        server = self.unix("--core", "a=counter")
        clients = [server.client() for _ in range(200)]
        for _ in range(3):
            for number, client in enumerate(clients):
                client.send(increment(0, **{"@id": number}, **A))
        for number, client in enumerate(clients):
            self.assertEqual(client.sync("a"), [incremented(0, **{"@id": number}, **A)] * 3)


class Trusted(peer.Test):
    def test_given_a_request_of_no_client_when_one_answers_then_it_is_not_asked_again(self):
        path = os.path.join(self.folder, "a.store")
        server = self.unix("--trust")
        one = server.client()
        config = {"store": {"path": path}, "gateways": ["lists"]}
        one.ask({"@open": {"core": "a", "app": "todo", "config": config}})
        one.send({"todo": {"request": {"import": {"from": "x"}}}, **A})
        effect = one.next()
        name = one.ready["client"]
        self.assertEqual(server.end(), 0)
        # Asked again by a new server, of a client that is not there, and answered by another one.
        server = self.unix("--trust")
        other = server.client()
        other.ask({"@open": {"core": "a", "app": "todo", "config": config}})
        other.send({"@reply": {"effect": effect["@effect"]["id"], "result": {"texts": ["Milk"]}}, **A})
        other.sync("a")
        self.assertEqual(len(other.ask({"@get": {"path": "/items/ids"}, **A})["@value"]["value"]), 1)
        back = server.client()
        self.assertEqual(back.ask({"@hello": {"client": name}}), {"@hello": {"client": name}})
        self.assertEqual(back.sync("a"), [])

    def test_given_trust_when_clients_open_cores_then_each_hears_its_own(self):
        server = self.unix("--trust")
        one, other = server.client(), server.client()
        self.assertTrue(one.ready["trusted"])
        one.send({"@open": {"core": "a", "app": "counter", "config": {"clock": "virtual"}}, "@id": 1})
        self.assertEqual(one.next(), {"@opened": {"core": "a", "app": "counter"}, "@id": 1})
        self.refused(other.ask({"@open": {"core": "a", "app": "counter"}}), "ebusy", "", **A)
        other.send(increment(2, **{"@id": 1}, **A), {"@get": {"path": "/value"}, **A}, {"@stats": {}, **A})
        self.assertEqual([next(iter(message)) for message in other.sync("a")], ["counter", "@value", "@stats"])
        self.assertEqual(one.sync("a"), [])

    def test_given_a_wrong_config_when_opened_then_the_offset_is_that_of_the_line(self):
        client = self.unix("--trust").client()
        line = b'{"@open":{"core":"a","app":"counter","config":{"with":{"date":7}}}}\n'
        client.write(line)
        refused = client.next()
        self.assertEqual(refused["@refused"]["code"], "econfig")

    def test_given_a_server_of_gateways_when_another_causes_a_request_then_the_server_is_asked(self):
        server = self.unix("--trust", "--core", "a=todo:" + self.config("c", {"gateways": ["lists"]}))
        worker, user = server.client(), server.client()
        user.send({"todo": {"request": {"import": {"from": "early"}}}, **A})
        early = user.next()
        user_reply = {"@reply": {"effect": early["@effect"]["id"], "result": {"texts": ["Tea"]}}, **A}
        worker.send({"@gateways": {"core": "a", "serves": ["lists"]}, "@id": 3})
        self.assertEqual(worker.next(), {"@gateways": {"core": "a", "serves": ["lists"]}, "@id": 3})
        user.send({"todo": {"request": {"import": {"from": "x"}}}, "@id": 1, **A})
        effect = worker.next()
        self.assertEqual((effect["@effect"]["request"], effect["@id"]), ({"fetch": {"list": "x"}}, 1))
        worker.send({"@reply": {"effect": effect["@effect"]["id"], "result": {"texts": ["Milk"]}}, **A})
        answer = user.next()
        self.assertEqual((answer["todo"]["response"]["wereImported"][0]["text"], answer["@id"]), ("Milk", 1))
        user.send(user_reply)
        self.assertEqual(user.next()["todo"]["response"]["wereImported"][0]["text"], "Tea")

    def test_given_an_answer_in_any_spelling_when_it_is_taken_then_no_other_client_is_asked(self):
        for spelled in ('{"@reply":{"effect":"e1\\u002d1","result":{"texts":["Milk"]}}', '{"@reply":{"\\u0065ffect":"e1-1","result":{"texts":["Milk"]}}',
                        '{"\\u0040reply":{"effect":"e1-1","result":{"texts":["Milk"]}}',
                        '{"@reply":{"effect":"e1-1","result":{"texts":["Milk"]},"more":true}'):
            with self.subTest(spelled):
                folder = self.folder = tempfile.mkdtemp()
                self.addCleanup(peer.remove_folder, folder)
                server = self.unix("--trust", "--core", "a=todo:" + self.config("c", {"gateways": ["lists"]}))
                first, user = server.client(), server.client()
                first.ask({"@gateways": {"core": "a", "serves": ["lists"]}})
                user.send({"todo": {"request": {"import": {"from": "x"}}}, **A})
                self.assertEqual(first.next()["@effect"]["id"], "e1-1")
                first.write(spelled.encode() + b',"@core":"a"}\n')
                self.assertEqual(user.next()["todo"]["response"]["wereImported"][0]["text"], "Milk")
                first.close()
                server.clients.remove(first)
                second = server.client()
                second.ask({"@gateways": {"core": "a", "serves": ["lists"]}})
                self.assertEqual(second.sync("a"), [])

    def test_given_an_answer_that_the_core_refuses_when_its_client_leaves_then_the_next_is_asked(self):
        server = self.unix("--trust", "--core", "a=todo:" + self.config("c", {"gateways": ["lists"]}))
        first, user = server.client(), server.client()
        first.ask({"@gateways": {"core": "a", "serves": ["lists"]}})
        user.send({"todo": {"request": {"import": {"from": "x"}}}, **A})
        effect = first.next()
        self.refused(first.ask({"@reply": {"effect": "e1-1", "result": {"texts": []}, "bogus": 1}, **A}), "emessage", "bogus", **A)
        first.close()
        server.clients.remove(first)
        second = server.client()
        second.ask({"@gateways": {"core": "a", "serves": ["lists"]}})
        self.assertEqual(second.next(), effect)
        second.send({"@reply": {"effect": "e1-1", "result": {"texts": ["Milk"]}}, **A})
        self.assertEqual(user.next()["todo"]["response"]["wereImported"][0]["text"], "Milk")

    def test_given_a_server_of_gateways_that_leaves_when_the_next_comes_then_it_is_asked(self):
        server = self.unix("--trust", "--core", "a=todo:" + self.config("c", {"gateways": ["lists"]}))
        first, user = server.client(), server.client()
        first.ask({"@gateways": {"core": "a", "serves": ["lists"]}})
        user.send({"todo": {"request": {"import": {"from": "x"}}}, **A})
        effect = first.next()
        first.close()
        server.clients.remove(first)
        second = server.client()
        second.ask({"@gateways": {"core": "a", "serves": ["lists"]}})
        self.assertEqual(second.next(), effect)
        user.send({"todo": {"request": {"cancelImport": {"from": "x"}}}, **A})
        self.assertEqual(second.next()["@cancel"], {"effect": effect["@effect"]["id"]})

    def test_given_a_message_of_no_client_when_it_comes_then_those_that_use_the_core_hear_it(self):
        server = self.unix("--trust")
        one, idle = server.client(), server.client()
        one.ask({"@open": {"core": "a", "app": "counter", "config": {"figures": {"every": 1}}}})
        self.assertIn("@stats", one.next())
        self.assertEqual(idle.sync("a"), [])


if __name__ == "__main__":
    unittest.main()
