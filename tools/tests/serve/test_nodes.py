"""Many nodes of one database: a core is where it was first asked for, and everything else follows from that."""

import json
import os
import signal
import socket
import ssl
import subprocess
import threading
import time

import cluster
import peer
from cluster import cores
from peer import increment, incremented

X = {"@core": "x"}


class Finding(cluster.Test):
    def test_a_core_is_opened_where_it_is_first_asked_for(self):
        a, b = self.nodes("a", "b")
        first, second = a.client(), b.client()
        self.assertEqual(first.answer(increment(2, **X, **{"@id": 1})), incremented(2, **X, **{"@id": 1}))
        self.assertEqual(second.answer(increment(3, **X, **{"@id": 1})), incremented(5, **X, **{"@id": 1}))
        self.assertEqual(self.place("x"), "a")
        self.assertEqual(second.answer(increment(1, **{"@core": "y", "@id": 2})),
                         incremented(1, **{"@core": "y", "@id": 2}))
        self.assertEqual(self.place("y"), "b")
        # By one connection of a client, lines for both nodes.
        self.assertEqual(first.value("y")["@value"]["value"], 1)
        self.assertEqual(first.value("x")["@value"]["value"], 5)

    def test_messages_of_a_client_are_handled_in_their_order_wherever_the_core_is(self):
        a, b = self.nodes("a", "b")
        a.client().answer(increment(1, **X, **{"@id": 0}))
        client = b.client()
        client.send(*(increment(1, **X, **{"@id": number}) for number in range(1, 501)))
        for number in range(1, 501):
            self.assertEqual(client.next(), incremented(number + 1, **X, **{"@id": number}))

    def test_subscriptions_and_syncs_reach_a_core_elsewhere(self):
        a, b = self.nodes("a", "b")
        writer, reader = a.client(), b.client()
        writer.answer(increment(1, **X, **{"@id": 0}))
        reader.send({"@subscribe": {"subscription": "s", "path": "/value"}, **X})
        self.assertEqual(reader.until("@value")["@value"]["value"], 1)
        writer.answer(increment(1, **X, **{"@id": 1}))
        self.assertEqual(reader.until("@patch")["@patch"]["ops"], [{"op": "replace", "path": "", "value": 2}])
        self.assertEqual(reader.sync("x"), [])

    def test_a_sync_waits_for_what_the_database_has_not_written(self):
        client = self.node("a").client()
        client.send(*(increment(1, **X) for _ in range(200)))
        self.assertEqual(client.sync("x"), [incremented(number, **X) for number in range(1, 201)])

    def test_a_client_that_ends_its_input_gets_its_answers(self):
        a, b = self.nodes("a", "b")
        a.client().answer(increment(1, **X, **{"@id": 0}))
        client = b.client()
        client.send(increment(1, **X, **{"@id": 1}))
        client.socket.shutdown(1)
        self.assertEqual(client.rest_of_messages(), [incremented(2, **X, **{"@id": 1})])

    def test_refusals_of_a_core_elsewhere_come_back(self):
        a, b = self.nodes("a", "b")
        a.client().answer(increment(1, **X, **{"@id": 0}))
        client = b.client()
        self.refused(client.ask({"counter": {"request": {"no": {}}}, "@id": 1, **X}), "emessage", **X, **{"@id": 1})
        client.write(b'{"counter": nonsense, "@core": "x"}\n')
        self.assertEqual(client.next()["@refused"]["code"], "ejson")

    def test_open_says_of_which_app_a_core_is(self):
        node = self.node("a", apps=("counter", "todo"))
        client = node.client()
        self.refused(client.ask(increment(1, **X, **{"@id": 1})), "ecore", "@open with its app opens one", **X, **{"@id": 1})
        self.assertEqual(client.ask({"@open": {"core": "x", "app": "counter"}, "@id": 2}),
                         {"@opened": {"core": "x", "app": "counter"}, "@id": 2})
        self.assertEqual(client.answer(increment(1, **X, **{"@id": 3})), incremented(1, **X, **{"@id": 3}))
        self.refused(client.ask({"@open": {"core": "x", "app": "todo"}, "@id": 4}), "eapp", "the core is of the app counter",
                     **X, **{"@id": 4})
        self.refused(client.ask({"@open": {"core": "z", "app": "counter", "config": {}}, "@id": 4}), "edenied",
                     "only trusted clients", **{"@id": 4})

    def test_a_core_of_an_app_that_the_node_lacks_is_refused(self):
        todo = self.node("a", apps=("todo",))
        todo.client().ask({"@open": {"core": "x", "app": "todo"}, "@id": 1})
        self.assertEqual(todo.end(), 0)
        client = self.node("b").client()
        self.refused(client.ask(increment(1, **X, **{"@id": 1})), "eapp", "the core is of the app todo", **X, **{"@id": 1})

    def test_a_core_that_is_closed_is_free(self):
        a, b = self.nodes("a", "b", config={**cluster.CONFIG, "clients": ["@close"]})
        client = a.client()
        client.answer(increment(2, **X, **{"@id": 0}))
        client.send({"@close": {}, **X})
        self.assertEqual(client.until("@closed"), {"@closed": {}, **X})
        self.wait_for("its place is free", lambda: self.place("x") is None)
        self.assertEqual(b.client().answer(increment(1, **X, **{"@id": 0})), incremented(3, **X, **{"@id": 0}))
        self.assertEqual(self.place("x"), "b")


class Greeting(cluster.Test):
    def test_a_wrong_token_is_refused(self):
        node = self.node("a")
        client = cluster.TcpClient(node.port, "another-token-of-clients")
        self.assertEqual(client.refusal["code"], "edenied")
        self.assertIsNone(client.raw_line())
        client.close()
        # The token of nodes is no client's.
        client = cluster.TcpClient(node.port, cluster.NODE_TOKEN)
        self.assertEqual(client.refusal["code"], "edenied")
        client.close()
        # Bug: a peer that had sent more than 16 KiB was reset, and did not read why.
        with socket.create_connection(("127.0.0.1", node.port)) as connection:
            connection.sendall(b'{"@token":"another-token-of-clients"}\n' + b"x" * 300_000)
            self.assertEqual(list(json.loads(b"".join(iter(lambda: connection.recv(1 << 16), b"")))), ["@refused"])

    def test_a_connection_without_a_first_line_is_closed(self):
        node = self.node("a", "--handshake-timeout", 1)
        quiet = node.client()
        with socket.create_connection(("127.0.0.1", node.port), timeout=peer.PATIENCE) as connection:
            connection.sendall(b'{"@token":')
            begin = time.monotonic()
            self.assertEqual(connection.recv(100), b"")
            self.assertTrue(0.5 < time.monotonic() - begin < 20)
        self.assertEqual(quiet.answer(increment(1, **X, **{"@id": 1})), incremented(1, **X, **{"@id": 1}))

    def test_nodes_with_different_tokens_do_not_speak(self):
        a = self.node("a")
        a.client().answer(increment(1, **X, **{"@id": 0}))
        (a.folder / "nodes.token").write_text("another-token-of-the-nodes")
        client = self.node("b").client()
        client.send(increment(1, **X, **{"@id": 1}))
        self.assertEqual(client.until("@crashed")["@crashed"]["core"], "x")
        self.wait_for("the refusal", lambda: "refuses this one" in (a.folder / "b.errors").read_text())

    def test_a_name_is_of_one_node(self):
        first = self.node("a")
        with self.assertRaises(cluster.NotReady) as raised:
            cluster.Node(self.folder, "a")
        self.assertIn(f"node a: a node of that name runs at 127.0.0.1:{first.port}; another name is expected, in --node",
                      str(raised.exception))


class Security(cluster.Test):
    """TLS at --listen, and between nodes."""

    def setUp(self):
        super().setUp()
        self.authority("authority")
        self.certificate("node", "authority")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], check=True, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True)

    def authority(self, name):
        self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj",
                     f"/CN={name}", "-days", "2")

    def certificate(self, name, authority):
        self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", "/CN=node")
        with open(os.path.join(self.folder, "san"), "w") as file:
            file.write("subjectAltName=IP:127.0.0.1")
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
                     "-CAcreateserial", "-out", f"{name}.pem", "-days", "2", "-extfile", "san")

    def secure_node(self, name, certificate="node"):
        path = lambda file: os.path.join(self.folder, file)
        return self.node(name, "--tls-certificate", path(f"{certificate}.pem"), "--tls-key", path(f"{certificate}.key"),
                         "--tls-ca", path("authority.pem"))

    def call(self, node, text):
        """What a client is sent that sends lines, and ends its input."""
        context = ssl.create_default_context(cafile=os.path.join(self.folder, "authority.pem"))
        with socket.create_connection(("127.0.0.1", node.port)) as plain:
            with context.wrap_socket(plain, server_hostname="127.0.0.1") as client:
                client.settimeout(peer.PATIENCE)
                client.sendall(text.encode())
                answer = b""
                while answer.count(b"\n") < 2 and (part := client.recv(1 << 16)):
                    answer += part
                return answer.decode().splitlines()

    def test_lines_are_encrypted_also_between_nodes(self):
        a, b = self.secure_node("a"), self.secure_node("b")
        lines = json.dumps({"@token": cluster.CLIENT_TOKEN}) + "\n" + json.dumps(increment(1, **X, **{"@id": 1})) + "\n"
        self.assertEqual(json.loads(self.call(a, lines)[1]), incremented(1, **X, **{"@id": 1}))
        self.assertEqual(json.loads(self.call(b, lines)[1]), incremented(2, **X, **{"@id": 1}))
        # A client without TLS is not served.
        with self.assertRaises((peer.NoLine, ConnectionError, json.JSONDecodeError, UnicodeDecodeError)):
            cluster.TcpClient(a.port)

    def test_a_node_with_another_authority_is_not_spoken_to(self):
        self.authority("other")
        self.certificate("stranger", "other")
        self.secure_node("a", certificate="stranger")
        b = self.secure_node("b")
        cluster.database.sql("INSERT INTO adit.place SELECT 'x', 'counter', 'a', incarnation FROM adit.node WHERE name = 'a'")
        lines = json.dumps({"@token": cluster.CLIENT_TOKEN}) + "\n" + json.dumps(increment(1, **X, **{"@id": 1})) + "\n"
        self.assertEqual(json.loads(self.call(b, lines)[1]),
                         {"@crashed": {"core": "x", "node": "a", "again": True}, **X})

    def test_other_machines_need_it(self):
        with self.assertRaises(cluster.NotReady) as raised:
            cluster.Node(self.folder, "a", "--listen", "0.0.0.0:0")
        self.assertIn("--listen 0.0.0.0:0: other machines can reach it; --tls-certificate and --tls-key are expected, or --insecure",
                      str(raised.exception))
        with self.assertRaises(cluster.NotReady) as raised:
            cluster.Node(self.folder, "a", "--tls-certificate", "/none", "--tls-key", "/none")
        self.assertIn("--tls-certificate /none: found no such file in PEM", str(raised.exception))


class Leaving(cluster.Test):
    def test_a_killed_node_is_followed_by_another(self):
        a, b = self.nodes("a", "b")
        client = b.client()
        a.client().answer(increment(7, **X, **{"@id": 0}))
        self.assertEqual(client.answer(increment(1, **X, **{"@id": 1})), incremented(8, **X, **{"@id": 1}))
        a.kill()
        begin = time.monotonic()
        self.assertEqual(client.until("@crashed"), {"@crashed": {"core": "x", "node": "a", "again": True}, **X})
        client.send(increment(1, **X, **{"@id": 1}), increment(1, **X, **{"@id": 2}))
        self.assertEqual(client.until("@reopened"), {"@reopened": {"core": "x", "kept": True}, **X})
        # The first was handled before, and is known by its id.
        self.assertEqual(client.answer_to(2), incremented(9, **X, **{"@id": 2}))
        self.assertLess(time.monotonic() - begin, cluster.LEASE + 2)
        self.assertEqual(self.place("x"), "b")

    def test_cores_of_a_killed_node_are_opened_without_being_asked_for(self):
        a, b = self.nodes("a", "b")
        client = a.client()
        for number in range(20):
            client.answer(increment(1, **{"@core": f"c{number}", "@id": number}))
        a.kill()
        self.wait_for("all are at b", lambda: cluster.database.sql("SELECT count(*) FROM adit.place WHERE node = 'b' AND incarnation > 0")
                      == ["20"])

    def test_a_stopped_node_answers_no_reads_when_it_goes_on(self):
        a, b = self.nodes("a", "b")
        stopped, other = a.client(), b.client()
        stopped.answer(increment(1, **X, **{"@id": 0}))
        a.signal(signal.SIGSTOP)
        stopped.send({"@get": {"path": "/value"}, "@id": "read", **X})
        self.wait_for("b has it", lambda: self.place("x") == "b")
        self.assertEqual(other.answer(increment(1, **X, **{"@id": 1})), incremented(2, **X, **{"@id": 1}))
        a.signal(signal.SIGCONT)
        crashed = stopped.until("@crashed")
        self.assertEqual(crashed, {"@crashed": {"core": "x", "node": "a", "again": True}, **X})
        self.assertTrue(all("@value" not in message for message in stopped.waiting), stopped.waiting)
        stopped.until("@reopened")
        self.assertEqual(stopped.value("x")["@value"]["value"], 2)
        self.assertEqual(stopped.answer(increment(1, **X, **{"@id": 1})), incremented(3, **X, **{"@id": 1}))

    def test_a_node_that_ends_gives_its_cores_away(self):
        a, b = self.nodes("a", "b")
        own, client = a.client(), b.client()
        own.answer(increment(1, **X, **{"@id": 0}))
        self.assertEqual(client.answer(increment(1, **X, **{"@id": 0})), incremented(2, **X, **{"@id": 0}))
        ended = threading.Thread(target=lambda: self.assertEqual(a.end(), 0))
        number = 0
        while number == 0 or ended.is_alive():
            # A hundred under way at a time.
            client.send(*(increment(1, **X, **{"@id": number + step}) for step in range(1, 101)))
            if number == 0:
                ended.start()
            for _ in range(100):
                number += 1
                self.assertEqual(client.answer_to(number), incremented(number + 2, **X, **{"@id": number}))
        self.assertEqual(own.until("@leaving"), {"@leaving": {"node": "a"}})
        self.wait_for("b has it", lambda: self.place("x") == "b")

    def test_lines_for_a_core_of_a_node_that_ends_are_refused(self):
        a, b = self.nodes("a", "b", lease=5)
        client, other = a.client(), b.client()
        client.answer(increment(1, **X, **{"@id": 0}))
        other.answer(increment(1, **{"@core": "y", "@id": 0}))
        client.answer(increment(1, **{"@core": "y", "@id": 1}))
        child = peer.children_of(a.process.pid)[0]
        os.kill(child, signal.SIGSTOP)
        a.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        client.send(increment(1, **X, **{"@id": "x"}), {"@open": {"core": "x", "app": "counter"}, "@id": "open"},
                    {"@sync": {"core": "x"}, "@id": "sync"}, increment(1, **{"@core": "y", "@id": "y"}))
        time.sleep(0.2)
        os.kill(child, signal.SIGCONT)
        for id in ("x", "open", "sync"):
            self.refused(client.answer_to(id), "eclosed", "the node ends", **X, **{"@id": id})
        self.assertEqual(client.answer_to("y"), incremented(3, **{"@core": "y", "@id": "y"}))
        self.assertFalse([message for message in client.rest_of_messages() if "@reopened" in message])
        self.assertEqual(other.value("x")["@value"]["value"], 1)

    def test_cores_of_the_last_node_are_opened_by_the_next_one(self):
        a = self.node("a")
        a.client().answer(increment(4, **X, **{"@id": 0}))
        self.assertEqual(a.end(), 0)
        b = self.node("b")
        self.wait_for("b has it", lambda: cores("list", "--json").stdout.count('"node":"b"') == 1)
        self.assertEqual(b.client().value("x")["@value"]["value"], 4)


class Moving(cluster.Test):
    def test_a_core_is_moved_while_it_is_used(self):
        a, b, c = self.nodes("a", "b", "c")
        clients = [node.client() for node in (a, b, c)]
        clients[0].answer(increment(1, **X, **{"@id": "first"}))
        answers, longest = [[], [], []], [0, 0, 0]
        end = threading.Event()

        def work(index):
            number = 0
            while not end.is_set():
                number += 1
                begin = time.monotonic()
                answer = clients[index].answer(increment(1, **X, **{"@id": number}))
                longest[index] = max(longest[index], time.monotonic() - begin)
                answers[index].append(answer["counter"]["response"]["wasIncremented"]["to"])

        threads = [threading.Thread(target=work, args=(index,)) for index in range(3)]
        for thread in threads:
            thread.start()
        moved = []
        for target in ("b", "c", "a", "c", "b"):
            result = cores("move", "x", "--to", target)
            moved.append((result.returncode, result.stdout.split(",")[0], result.stderr))
        end.set()
        for thread in threads:
            thread.join(peer.PATIENCE)
        self.assertEqual(moved, [(0, f"x is at {target}", "") for target in ("b", "c", "a", "c", "b")])
        values = sorted(value for answer in answers for value in answer)
        self.assertEqual(values, list(range(2, len(values) + 2)))
        for answer in answers:
            self.assertEqual(answer, sorted(answer))
        self.assertLess(max(longest), 2)

    def test_what_cannot_be_moved_is_said(self):
        a = self.node("a")
        a.client().answer(increment(1, **X, **{"@id": 0}))
        result = cores("move", "x", "--to", "z")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "adit cores move: --to z: there is no such node; these nodes run: a\n"))
        result = cores("move", "y", "--to", "a")
        self.assertEqual((result.returncode, result.stderr),
                         (2, 'adit cores move: the database has no core "y"; adit cores list lists them\n'))
        listed = json.loads(cores("list", "--json").stdout)
        self.assertEqual([(entry["core"], entry["app"], entry["node"], entry["address"]) for entry in listed],
                         [("x", "counter", "a", f"127.0.0.1:{a.port}")])
        self.assertRegex(cores().stdout, rf"CORE  APP +NODE  ADDRESS +LEASE\nx +counter  a +127.0.0.1:{a.port}  \d+ ms\n")


class DatabaseAway(cluster.Test):
    def test_cores_go_on_when_the_database_is_back(self):
        a, b = self.nodes("a", "b")
        own, other = a.client(), b.client()
        own.answer(increment(1, **X, **{"@id": 0}))
        other.answer(increment(1, **X, **{"@id": 0}))
        cluster.database.primary.stop()
        try:
            answer = own.answer(increment(1, **X, **{"@id": 1}))
            self.assertEqual((answer.get("@error") or answer["@refused"])["code"], "estore", answer)
            time.sleep(cluster.LEASE + 0.5)
            # Neither read nor write without a lease, here and from elsewhere.
            for client in (own, other):
                refused = client.value("x")
                self.assertEqual(refused["@refused"]["code"], "estore", refused)
            refused = other.answer(increment(1, **{"@core": "new", "@id": 2}))
            self.assertEqual(refused["@refused"]["code"], "estore", refused)
        finally:
            cluster.database.primary.start()
        self.wait_for("it reads", lambda: "@value" in own.value("x"))
        self.wait_for("it reads from elsewhere", lambda: "@value" in other.value("x"))
        self.assertEqual(own.value("x")["@value"]["value"], 2)
        self.wait_for("it writes", lambda: "counter" in own.answer(increment(1, **X, **{"@id": f"w {time.monotonic()}"})))


class Options(peer.Test):
    def test_wrong_options_are_refused_in_words(self):
        def said(*words):
            result = subprocess.run([*peer.COMMAND, cluster.LIBRARY, *words], capture_output=True, text=True)
            self.assertNotEqual(result.returncode, 0)
            return result.stderr

        token = os.path.join(self.folder, "token")
        with open(token, "w") as file:
            file.write("a-token-of-many-characters")
        node = ["--postgres", cluster.database.address, "--node", "a", "--listen", "127.0.0.1:0", "--app", "counter",
                "--token-file", token, "--node-token-file", token]
        for index in (0, 2, 6, 8, 10):
            self.assertIn("a node has --postgres, --node, --listen, --app, --token-file and --node-token-file",
                          said("--unix", self.folder + "/s", *node[:index], *node[index + 2:]))
        self.assertIn("--node a b: 1 to 63 letters", said(*node[:3], "a b", *node[4:]))
        self.assertIn("--listen 8080: HOST:PORT is expected", said(*node[:5], "8080", *node[6:]))
        self.assertIn("--app none: no library has an app of that name; one of counter, todo is expected",
                      said(*node[:7], "none", *node[8:]))
        self.assertIn("could not be registered", said(*node[:1], "host=/nowhere", *node[2:]))


peer.main()
