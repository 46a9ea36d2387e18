"""The clients of nodes whose faults are tested, and what they have heard: see test_node_rounds.py."""

import collections
import json
import os
import random
import threading
import time

import cluster
import peer

# How long a message may be without an answer, in seconds: longer than any fault.
PATIENCE = int(os.environ.get("ADIT_PATIENCE", 60))


class Wrong(Exception):
    pass


class Oracle:
    """What was heard. Any thread."""

    def __init__(self):
        self.lock = threading.Lock()
        self.sent = collections.Counter()  # by core
        self.values = collections.defaultdict(dict)  # by core: the message of each value
        self.highest = collections.Counter()  # by core: the highest value that was heard
        self.figures = collections.Counter()
        self.faults = []

    def heard(self, core, message, value):
        with self.lock:
            other = self.values[core].setdefault(value, message)
            if other != message:
                self.faults.append(f"{core}: {value} is the answer to {other} and to {message}")
            self.highest[core] = max(self.highest[core], value)
            self.figures["heard"] += 1

    def read(self, core, value, least):
        with self.lock:
            self.figures["read"] += 1
            if value < least:
                self.faults.append(f"{core}: {value} was read after {least} was heard")


class Client(threading.Thread):
    """A client that survives its connections."""

    def __init__(self, number, seed, rounds):
        super().__init__(daemon=True)
        self.number, self.rounds, self.oracle = number, rounds, rounds.oracle
        self.random = random.Random(f"{seed} {number}")
        self.own_name, self.connection = None, None
        self.last_id, self.pending, self.reads = 0, {}, {}
        self.is_paused, self.has_ended, self.drop = False, False, False
        self.next_time = time.monotonic()

    def run(self):
        try:
            while not self.has_ended:
                try:
                    self.step()
                except (OSError, peer.NoLine):
                    self.disconnect()
        except Exception as error:  # noqa: BLE001, it is reported
            self.oracle.faults.append(f"client {self.number}: {error!r}")

    def disconnect(self):
        if self.connection:
            self.connection.close()
        self.connection, self.reads = None, {}

    def connect(self):
        node = self.random.choice(list(self.rounds.nodes.values()))
        connection = cluster.TcpClient(node.port)
        if connection.ready is None:
            raise OSError("refused")
        if self.own_name is None:
            self.own_name = connection.ready["client"]
        else:
            connection.send({"@hello": {"client": self.own_name}})
            if "@refused" in connection.until_any("@hello", "@refused"):
                connection.close()
                raise OSError("its earlier connection is still there")
        self.connection = connection
        self.connection.send(*(self.message(*item) for item in self.pending.items()))
        self.oracle.figures["connections"] += 1

    def message(self, number, item):
        core, _ = item
        return {**peer.increment(1), "@core": core, "@id": number}

    def step(self):
        if self.connection is None:
            try:
                self.connect()
            except (OSError, peer.NoLine):
                self.disconnect()
                time.sleep(0.05)
                self.check_age()
                return
        if self.drop:
            self.drop = False
            return self.disconnect()
        if not self.is_paused and len(self.pending) < 8 and time.monotonic() >= self.next_time:
            self.next_time = time.monotonic() + self.random.random() * 2 / self.rounds.arguments.rate
            self.ask()
        if self.connection.rest or peer.is_readable(self.connection.read_fd, 0.02):
            line = self.connection.raw_line()
            if line is None:
                return self.disconnect()
            self.hear(json.loads(line))
        self.check_age()

    def check_age(self):
        now = time.monotonic()
        for number, (core, since) in self.pending.items():
            if now - since > PATIENCE:
                raise Wrong(f"no answer to {number} of {core} in {PATIENCE} s")

    def ask(self):
        core = self.random.choice(self.rounds.cores)
        self.last_id += 1
        if self.random.random() < 0.2:
            with self.oracle.lock:
                self.reads[f"r{self.last_id}"] = (core, self.oracle.highest[core])
            return self.connection.send({"@get": {"path": "/value"}, "@core": core, "@id": f"r{self.last_id}"})
        self.pending[self.last_id] = (core, time.monotonic())
        with self.oracle.lock:
            self.oracle.sent[core] += 1
        self.connection.send(self.message(self.last_id, self.pending[self.last_id]))

    def send_again(self, core):
        numbers = [number for number, item in self.pending.items() if item[0] == core]
        self.oracle.figures["sent again"] += len(numbers)
        self.connection.send(*(self.message(number, self.pending[number]) for number in numbers))

    def hear(self, message):
        number, core = message.get("@id"), message.get("@core")
        if "counter" in message:
            self.oracle.heard(core, (self.number, number), message["counter"]["response"]["wasIncremented"]["to"])
            self.pending.pop(number, None)
        elif "@value" in message:
            # One of an earlier connection is not compared.
            if read := self.reads.pop(number, None):
                self.oracle.read(core, message["@value"].get("value", 0), read[1])
        elif "@refused" in message or "@error" in message:
            code = (message.get("@refused") or message["@error"])["code"]
            self.oracle.figures[code] += 1
            if code not in ("ecrashed", "estore", "elocked", "efenced", "eclosed", "ecore"):
                raise Wrong(f"not expected: {message}")
            self.reads.pop(number, None)
            if number in self.pending:
                # The fault goes on for a while.
                time.sleep(0.02)
                self.connection.send(self.message(number, self.pending[number]))
        elif "@reopened" in message:
            self.send_again(core)
        elif "@gone" in message or "@closed" in message:
            # It is asked for again.
            self.send_again(core)
        elif "@crashed" in message or "@leaving" in message:
            self.oracle.figures[next(iter(message))] += 1
        else:
            raise Wrong(f"not expected: {message}")
