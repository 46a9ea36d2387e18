#!/usr/bin/env python3
"""How long a message takes while its core moves between the three nodes of a cluster: a core with 100 items, under load.

    Tests/Postgres/with-cluster.sh benchmarks/moves.py [MOVES [RATE]]

A client sends RATE messages a second to the core, one after the other, and three others send to cores that stay, one at each
node; 0 stands for as many as are answered. For each move, what counts is the longest time that a message took.
"""

import pathlib
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tools/tests/serve"))
import cluster  # noqa: E402

ITEMS = 100


def add(number):
    return {"todo": {"request": {"add": {"item": {"text": f"item {number}"}}}}}


def answered(client, message, core, number):
    """Sends a message until it is answered, as long as its core is not there. Its number makes it one message."""
    while True:
        answer = client.answer({**message, "@core": core, "@id": number})
        if "todo" in answer:
            return answer["todo"]["response"]
        if (answer.get("@refused") or answer.get("@error", {})).get("code") not in ("eclosed", "ecore"):
            sys.exit(f"not expected: {answer}")


class Load(threading.Thread):
    """Sends to a core, one message after the other, and notes how long each took."""

    def __init__(self, node, core, rate):
        super().__init__(daemon=True)
        self.client, self.core, self.longest, self.count, self.has_ended = cluster.TcpClient(node.port), core, 0, 0, False
        self.pause = 1 / rate if rate else 0
        self.items = [answered(self.client, add(number), core, number)["wasAdded"]["id"] for number in range(ITEMS)]

    def run(self):
        while not self.has_ended:
            edit = {"id": self.items[self.count % ITEMS], "text": f"text {self.count}"}
            begin = time.monotonic()
            answered(self.client, {"todo": {"request": {"edit": edit}}}, self.core, f"m{self.count}")
            self.longest = max(self.longest, time.monotonic() - begin)
            self.count += 1
            time.sleep(max(0, begin + self.pause - time.monotonic()))
        self.client.close()


def main(moves, rate):
    with tempfile.TemporaryDirectory() as folder:
        cluster.create_tables()
        nodes = [cluster.Node(folder, name, apps=("todo",)) for name in "abc"]
        try:
            loads = [Load(nodes[0], "core 0", rate), *(Load(node, f"core at {node.name}", rate) for node in nodes)]
            for load in loads:
                load.start()
            found = []
            for number in range(moves):
                loads[0].longest = 0
                before = loads[0].count
                if (moved := cluster.cores("move", "core 0", "--to", "bca"[number % 3])).returncode:
                    sys.exit(moved.stderr)
                # The one that was under way, and one behind it.
                while loads[0].count < before + 2:
                    time.sleep(0.001)
                found.append(loads[0].longest * 1000)
            for load in loads:
                load.has_ended = True
                load.join()
            found.sort()
            print(f"{moves} moves of a core with {ITEMS} items, {sum(load.count for load in loads)} messages: the longest that one takes is "
                  f"{found[len(found) // 2]:.1f} ms (median), {found[len(found) * 99 // 100]:.1f} ms (p99), {found[-1]:.1f} ms at most")
        finally:
            for node in nodes:
                node.destroy()


main(*map(int, sys.argv[1:] + ["1000", "100"][len(sys.argv) - 1:]))
