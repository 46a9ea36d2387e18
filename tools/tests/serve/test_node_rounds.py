"""Faults of nodes of one database, in rounds, with an oracle outside: nothing that was heard is lost, nothing is done twice, nothing
that is read is of the past.

    test_node_rounds.py [--rounds N] [--seed N] [--cores N] [--rate N] [--only FAULT...] [--figures]

A run with the same seed draws the same faults.

Three nodes have the cores. Clients add 1 to any of them, each time with a new id, send again what has no answer, and read. Each answer
says the new value, so each value belongs to one message, and at the end each core has as many as there were messages for it. A
read is compared with the values that were heard before it was sent.
"""

import argparse
import collections
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

import cluster
import peer
from oracle import PATIENCE, Client, Oracle, Wrong
from proxy import Proxy

NAMES = ("a", "b", "c")
# How long after the promotion of a standby the first answer may come.
FAIL_OVER = 5
# Tests/Postgres/moved_clock.c
MOVED_CLOCK = os.environ.get("ADIT_MOVED_CLOCK", str(peer.ROOT / "build/Tests/Postgres/libadit_moved_clock.so"))


class Rounds:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.random = random.Random(arguments.seed)
        self.oracle = Oracle()
        self.cores = [f"c{number}" for number in range(arguments.cores)]
        if "fail_over" in arguments.only:
            cluster.database.add_standby()
        self.proxies = {name: Proxy(cluster.database) for name in NAMES}
        self.nodes, self.heard_before, self.durations = {}, 0, collections.defaultdict(list)
        for name in NAMES:
            self.start(name)
        self.clients = [Client(number, arguments.seed, self) for number in range(6)]
        for client in self.clients:
            client.start()

    def start(self, name):
        for _ in range(50):
            try:
                node = cluster.Node(self.folder, name, address=self.proxies[name].address, prefix=self.clock(name))
            except cluster.NotReady as error:
                last = error
                continue
            self.nodes[name] = node
            # The loader goes on without a library that it does not find.
            maps = pathlib.Path(f"/proc/{node.process.pid}/maps").read_text()
            if (MOVED_CLOCK in maps) != ("move_clock" in self.arguments.only):
                raise Wrong(f"{MOVED_CLOCK} is not what node {name} has its clock from")
            return
        raise Wrong(f"node {name} does not start: {last}")

    def clock(self, name):
        """Runs a node by a clock that can be moved, if that is asked for."""
        if "move_clock" not in self.arguments.only:
            return ()
        if not self.clock_of(name).exists():
            self.set_clock(name, 0)
        return ("env", f"LD_PRELOAD={MOVED_CLOCK}", f"ADIT_CLOCK={self.clock_of(name)}")

    def clock_of(self, name):
        return pathlib.Path(self.folder, f"{name}.clock")

    def set_clock(self, name, seconds):
        # Written in place: processes have it in their memory.
        with open(self.clock_of(name), "r+b" if self.clock_of(name).exists() else "wb", buffering=0) as file:
            file.write(struct.pack("q", seconds))

    # The faults.

    def kill(self, name):
        self.nodes[name].kill()
        self.pause(1.5)
        self.start(name)

    def stop(self, name):
        self.nodes[name].signal(signal.SIGSTOP)
        self.pause(2.5)
        self.nodes[name].signal(signal.SIGCONT)

    def stop_server(self, name):
        """Its processes of libraries go on."""
        self.nodes[name].process.send_signal(signal.SIGSTOP)
        self.pause(2.5)
        self.nodes[name].process.send_signal(signal.SIGCONT)

    def kill_library(self, name):
        for child in peer.children_of(self.nodes[name].process.pid):
            os.kill(child, signal.SIGKILL)

    def drain(self, name):
        if code := self.nodes[name].end():
            raise Wrong(f"node {name} ended with {code}: {self.nodes[name].errors()}")
        self.start(name)

    def end_backends(self, name):
        cluster.database.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'adit%' AND random() < 0.5")

    def cut(self, name):
        self.proxies[name].cut(*self.random.choice([(True, True), (True, False), (False, True)]))
        # At times longer than any time-out.
        self.pause(30 if self.random.random() < 0.05 else 3)
        if self.random.random() < 0.5:
            self.proxies[name].reset()
        self.proxies[name].restore()

    def move(self, name):
        begin = time.monotonic()
        result = cluster.cores("move", self.random.choice(self.cores), "--to", name)
        if result.returncode == 0:
            self.durations["move"].append(time.monotonic() - begin)
        self.oracle.figures[f"moves: {result.returncode}"] += 1

    def drop_client(self, name):
        self.random.choice(self.clients).drop = True

    def restart_database(self, name):
        cluster.database.primary.stop()
        self.pause(2)
        cluster.database.primary.start()

    def kill_all(self, name):
        """Of the nodes, those that are dead or not."""
        for node in self.nodes.values():
            node.kill()
        cluster.database.primary.kill()
        self.pause(1)
        cluster.database.primary.start()
        for each in NAMES:
            self.start(each)
        # Else the next round may come before anything is handled.
        self.pause_clients()
        for client in self.clients:
            client.is_paused = False

    def fail_over(self, name):
        lost = cluster.database.fail_over(when_lost=lambda server: [proxy.refuse(server) for proxy in self.proxies.values()])
        begin, heard = time.monotonic(), self.oracle.figures["heard"]
        while self.oracle.figures["heard"] == heard:
            time.sleep(0.005)
            if time.monotonic() - begin > FAIL_OVER:
                raise Wrong(f"nothing was heard {FAIL_OVER} s after the standby was promoted")
        self.durations["fail_over"].append(time.monotonic() - begin)
        self.pause(1)
        cluster.database.rebuild(lost)
        for proxy in self.proxies.values():
            proxy.open(lost)

    def fill_disk(self, name):
        cluster.database.fill_disk()
        self.pause(3)
        cluster.database.free_disk()

    def move_clock(self, name):
        self.set_clock(name, self.random.choice([3600, -3600, 0]))
        self.pause(2)

    FAULTS = ("kill", "stop", "stop_server", "kill_library", "drain", "end_backends", "cut", "move", "drop_client", "restart_database",
              "kill_all", "fail_over", "fill_disk", "move_clock")

    def pause(self, longest):
        time.sleep(self.random.random() * longest)

    # The rounds.

    def round(self, number):
        fault, name = self.random.choice(self.arguments.only), self.random.choice(NAMES)
        self.oracle.figures[f"round: {fault}"] += 1
        getattr(self, fault)(name)
        self.pause(0.5)
        # Reading a core may open it.
        if number % max(10, len(self.cores) // 20) == 9:
            self.settle()
        self.check()

    def check(self):
        if self.oracle.faults:
            raise Wrong("; ".join(self.oracle.faults[:5]))

    def settle(self):
        """Waits until all is answered, and compares the values with what was sent."""
        end = self.pause_clients()
        name = self.random.choice(NAMES)
        reader = cluster.TcpClient(self.nodes[name].port)
        for core in self.cores:
            value = self.read(reader, name, core, end)
            if value != self.oracle.sent[core]:
                raise Wrong(f"{core} has {value}; {self.oracle.sent[core]} is expected")
        reader.close()
        self.check()
        if self.oracle.figures["heard"] == self.heard_before:
            raise Wrong("nothing was heard since the last time")
        self.heard_before = self.oracle.figures["heard"]
        for client in self.clients:
            client.is_paused = False

    def pause_clients(self):
        """Waits until all is answered. Returns when patience ends."""
        for client in self.clients:
            client.is_paused = True
        end = time.monotonic() + PATIENCE
        while any(client.pending for client in self.clients):
            self.check()
            if time.monotonic() > end:
                waiting = [(client.number, dict(list(client.pending.items())[:3])) for client in self.clients if client.pending]
                raise Wrong(f"not answered: {waiting}")
            time.sleep(0.02)
        return end

    def read(self, reader, name, core, end):
        try:
            while True:
                reader.send({"@get": {"path": "/value"}, "@id": core, "@core": core})
                # What was not answered is asked again, as by any client.
                answer = reader.until_any("@value", "@refused", "@error", "@reopened", "@gone")
                if "@value" in answer and answer["@id"] == core:
                    return answer["@value"].get("value", 0)
                time.sleep(0.1)
                if time.monotonic() > end:
                    raise Wrong(f"{core} cannot be read: {answer}")
        except peer.NoLine as error:
            places = cluster.database.sql("SELECT p, n, clock_timestamp() FROM adit.place AS p JOIN adit.node AS n ON n.name = p.node "
                                 f"WHERE core = '{core}'")
            raise Wrong(f"{core} cannot be read by node {name}: {error}; {places}") from None

    def end(self):
        for client in self.clients:
            client.has_ended = True
        for client in self.clients:
            client.join(5)
            client.disconnect()
        for node in self.nodes.values():
            node.destroy()
        for proxy in self.proxies.values():
            proxy.end()


def is_possible(fault):
    """A full disk has to be one for the database alone (ADIT_POSTGRES_DISK)."""
    return {"fill_disk": cluster.database.has_own_disk, "move_clock": os.path.exists(MOVED_CLOCK)}.get(fault, True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--cores", type=int, default=20)
    parser.add_argument("--rate", type=int, default=1000, help="messages a second of each client, at most")
    parser.add_argument("--only", nargs="+", choices=Rounds.FAULTS, default=[fault for fault in Rounds.FAULTS if is_possible(fault)])
    parser.add_argument("--figures", action="store_true")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp()
    cluster.create_tables()
    rounds, number, begin = Rounds(arguments, folder), -1, time.monotonic()
    try:
        for number in range(arguments.rounds):
            rounds.round(number)
        time.sleep(0.5)
        rounds.settle()
        if arguments.figures:
            print(f"{arguments.rounds} rounds in {time.monotonic() - begin:.0f} s, seed {arguments.seed}")
            print(dict(sorted(rounds.oracle.figures.items())))
            for fault, found in rounds.durations.items():
                found.sort()
                print(f"{fault}: {len(found)} times, median {found[len(found) // 2]:.3f} s, p99 {found[len(found) * 99 // 100]:.3f} s, "
                      f"longest {found[-1]:.3f} s")
    except Wrong as wrong:
        for name in NAMES:
            print(f"-- node {name}\n{rounds.nodes[name].errors()[-800:]}", file=sys.stderr)
        sys.exit(f"test_node_rounds.py --seed {arguments.seed}, round {number}: {wrong}")
    finally:
        rounds.end()
        peer.remove_folder(folder)


main()
