"""Nodes of adit serve on one database, and clients of them: for the tests of many nodes.

The environment has the address of the database (ADIT_POSTGRES, by Tests/Postgres/with-cluster.sh) and of a library with stores
in it (ADIT_POSTGRES_LIBRARY).
"""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

import peer
from database import Database

database = Database(os.environ["ADIT_POSTGRES"])
LIBRARY = os.environ.get("ADIT_POSTGRES_LIBRARY", str(peer.ROOT / "build/lib/libadit_postgres.so"))
CLIENT_TOKEN, NODE_TOKEN = "the-token-of-clients", "the-token-of-the-nodes"
CONFIG = {"clients": ["@get", "@subscribe", "@unsubscribe"], "store": {"once": {}}}
LEASE = 1  # seconds


def create_tables():
    subprocess.run([peer.SERVE, "store", "init", "--postgres", database.address, LIBRARY], check=True, stdout=subprocess.DEVNULL)


def cores(*words):
    return subprocess.run([peer.SERVE, "cores", *words, "--postgres", database.address], capture_output=True, text=True,
                          timeout=peer.PATIENCE)


class TcpClient(peer.Lines):
    """A client of a node."""

    def __init__(self, port, token=CLIENT_TOKEN):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(self.socket.fileno(), self.socket.fileno())
        self.send({"@token": token})
        first = self.next()
        if first is None:
            raise peer.NoLine("the node has ended")
        self.ready = first.get("@ready")
        self.refusal = first.get("@refused")

    def hello(self, name):
        self.send({"@hello": {"client": name}})
        answer = self.until("@hello")
        assert answer == {"@hello": {"client": name}}, answer

    def until_any(self, *keys):
        """The next message with one of the keys; others wait."""
        while (line := self.raw_line()) is not None:
            message = json.loads(line)
            if any(key in message for key in keys):
                return message
            self.waiting.append(message)
        raise peer.NoLine("the end came")

    def answer(self, message):
        """The answer to a message with an `@id`; messages before it wait."""
        self.send(message)
        return self.answer_to(message["@id"])

    def answer_to(self, wanted):
        for index, message in enumerate(self.waiting):
            if message.get("@id") == wanted:
                return self.waiting.pop(index)
        while (line := self.raw_line()) is not None:
            message = json.loads(line)
            if message.get("@id") == wanted:
                return message
            self.waiting.append(message)
        raise peer.NoLine(f"the end came before the answer to {wanted}; there were {self.waiting}")

    def value(self, core, path="/value"):
        self.count = getattr(self, "count", 0) + 1
        return self.answer({"@get": {"path": path}, "@id": f"get {self.count}", "@core": core})

    def close(self):
        self.socket.close()


class NotReady(Exception):
    """What a server that ends says."""


class Node:
    """A server that is a node. It is in a process group of its own, with the processes of its libraries."""

    def __init__(self, folder, name, *options, apps=("counter",), config=CONFIG, lease=LEASE, address=None, prefix=()):
        self.name, self.folder = name, pathlib.Path(folder)
        files = {"clients.token": CLIENT_TOKEN, "nodes.token": NODE_TOKEN, "config.json": json.dumps(config)}
        for file, text in files.items():
            if not (self.folder / file).exists():
                (self.folder / file).write_text(text)
        self.errors_path = self.folder / f"{name}.errors"
        words = [word for app in apps for word in ("--app", f"{app}:{self.folder / 'config.json'}")]
        with open(self.errors_path, "a") as errors:
            self.process = subprocess.Popen(
                [*prefix, *peer.COMMAND, LIBRARY, "--postgres", address or database.address, "--node", name, "--lease", str(lease),
                 "--listen", "127.0.0.1:0", "--token-file", self.folder / "clients.token", "--node-token-file",
                 self.folder / "nodes.token", *words, *map(str, options)],
                stdout=subprocess.PIPE, stderr=errors, start_new_session=True)
        self.clients = []
        # Other sockets are ready before.
        for line in iter(self.process.stdout.readline, b""):
            if found := re.fullmatch(rf"127\.0\.0\.1:(\d+): node {name} is ready\n", line.decode()):
                self.port = int(found[1])
                return
        self.destroy()
        raise NotReady(self.errors())

    def errors(self):
        return self.errors_path.read_text()

    def client(self):
        self.clients.append(TcpClient(self.port))
        return self.clients[-1]

    def signal(self, number):
        """Sends a signal to the server and the processes of its libraries."""
        os.killpg(self.process.pid, number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(peer.PATIENCE)

    def destroy(self):
        for client in self.clients:
            client.close()
        if self.process.poll() is None:
            self.kill()
        self.process.stdout.close()


class Test(peer.Test):
    def setUp(self):
        super().setUp()
        create_tables()
        database.sql("TRUNCATE adit.node, adit.place, adit.core, adit.member, adit.part, adit.element, adit.journal")

    def node(self, name, *options, **keys):
        node = Node(self.folder, name, *options, **keys)
        self.addCleanup(node.destroy)
        return node

    def nodes(self, *names, **keys):
        return [self.node(name, **keys) for name in names]

    def wait_for(self, what, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, f"not in {seconds} s: {what}")
            time.sleep(0.02)

    def place(self, core):
        return (database.sql(f"SELECT node FROM adit.place WHERE core = '{core}'") or [None])[0]
