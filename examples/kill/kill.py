"""Kills a program that saves, at random moments, and counts the acknowledged writes that it has lost.

    kill.py LIBRARY [--rounds 100] [--seed 1] [--way NAME ...]

A write adds an item to a list, and promises one notice of it (a mail, a message to another service), which has to be
remembered until it is sent. Each round starts a child in an empty folder. The child writes items, with a pause of a
millisecond after each, and prints the number of each as soon as its way of saving answers. It is killed by SIGKILL at
a random moment, and what it has left is read.
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from typing import Callable, Iterable

# The binding, where it is not installed (pip install bindings/python).
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src"))

import adit  # noqa: E402

LONGEST = 0.5
"""Seconds between the opening of a file and the latest kill."""
Answer = Callable[[int], object]
Kept = tuple[list[int], list[int]]
"""The numbers of the items, and those of the notices that are remembered."""


class Adit:
    """Its responses are the notices: `redelivery` keeps them until the host acknowledges them."""

    name = "Adit, with a store"

    def __init__(self, folder: str, library: str):
        store = {"path": os.path.join(folder, "todo.store"), "redelivery": {}}
        self.core = adit.Library(library).open("todo", {"store": store})

    def write(self, number: int, answer: Answer) -> None:
        responses = self.core.call({"todo": {"request": {"add": {"item": {"text": str(number)}}}}})
        if any("wasAdded" in message.get("todo", {}).get("response", {}) for message in responses):
            answer(number)

    def read(self) -> Kept:
        again = [message["todo"]["response"] for message in self.core.receive_all() if "todo" in message]
        (value,) = self.core.call({"@get": {"path": "/items/entities"}})
        self.core.close()
        items = [int(item["text"]) for item in value["@value"]["value"].values()]
        return items, [int(response["wasAdded"]["text"]) for response in again]


class OneTransaction:
    """The item and its notice are one transaction, with a write-ahead log and full syncs."""

    name = "SQLite, one transaction"

    def __init__(self, folder: str, library: str):
        self.connection = sqlite3.connect(os.path.join(folder, "list.db"), isolation_level=None)
        self.connection.executescript("""
            PRAGMA journal_mode = wal; PRAGMA synchronous = full;
            CREATE TABLE IF NOT EXISTS item (number); CREATE TABLE IF NOT EXISTS notice (number);""")

    def write(self, number: int, answer: Answer) -> None:
        self.insert_at_once([number])
        answer(number)

    def insert_at_once(self, numbers: list[int]) -> None:
        self.connection.execute("BEGIN")
        for number in numbers:
            self.insert(number)
        self.connection.execute("COMMIT")

    def insert(self, number: int) -> None:
        self.connection.execute("INSERT INTO item VALUES (?)", [number])
        self.connection.execute("INSERT INTO notice VALUES (?)", [number])

    def read(self) -> Kept:
        items, notices = ([number for (number,) in self.connection.execute(f"SELECT number FROM {table}")]
                          for table in ("item", "notice"))
        self.connection.close()
        return items, notices


class TwoTransactions(OneTransaction):
    """One class saves items, another one notices, and each commits by itself."""

    name = "SQLite, two transactions"

    def write(self, number: int, answer: Answer) -> None:
        self.insert(number)
        answer(number)


class WriteBehind(OneTransaction):
    """The list in memory answers; ten items at a time are saved."""

    name = "SQLite, answered before commit"

    def __init__(self, folder: str, library: str):
        super().__init__(folder, library)
        self.unsaved: list[int] = []

    def write(self, number: int, answer: Answer) -> None:
        self.unsaved.append(number)
        answer(number)
        if len(self.unsaved) == 10:
            self.insert_at_once(self.unsaved)
            self.unsaved.clear()


class RewrittenFile:
    """A class writes itself to its file after each change."""

    name = "JSON file, rewritten in place"

    def __init__(self, folder: str, library: str):
        self.path = os.path.join(folder, "list.json")
        self.state: dict[str, list[int]] = {"items": [], "notices": []}

    def write(self, number: int, answer: Answer) -> None:
        self.state["items"].append(number)
        self.state["notices"].append(number)
        self.save()
        answer(number)

    def save(self) -> None:
        with open(self.path, "w") as file:
            json.dump(self.state, file)

    def read(self) -> Kept:
        if not os.path.exists(self.path):
            return [], []
        with open(self.path) as file:
            state = json.load(file)
        return state["items"], state["notices"]


class ReplacedFile(RewrittenFile):
    """The same to a new file, which takes the place of the old one once it is complete."""

    name = "JSON file, synced and renamed"

    def save(self) -> None:
        with open(self.path + ".new", "w") as file:
            json.dump(self.state, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, self.path)


WAYS = {way.__name__: way for way in (Adit, OneTransaction, ReplacedFile, TwoTransactions, WriteBehind, RewrittenFile)}


class Count:
    """What the kills of one way have shown."""

    def __init__(self) -> None:
        self.kills = self.acknowledged = self.lost = self.losses = self.unreadable = self.halves = 0

    def add(self, acknowledged: list[int], read: Callable[[], Kept]) -> None:
        """Compares what was acknowledged before a kill with what can be read after it."""
        try:
            items, notices = read()
        except ValueError:  # The file is no JSON.
            self.unreadable += 1
            items, notices = [], []
        lost = set(acknowledged) - set(items)
        self.kills += 1
        self.acknowledged += len(acknowledged)
        self.lost += len(lost)
        self.losses += bool(lost)
        self.halves += len(set(items) ^ set(notices))


def killed(way: str, library: str, folder: str, delay: float) -> list[int]:
    """Kills a child `delay` seconds after it has opened its file. Returns what it had acknowledged."""
    program = [sys.executable, "-B", __file__, library, "--child", folder, "--way", way]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        opened = child.stdout.readline()
        time.sleep(delay)
        child.kill()
        *lines, _ = child.stdout.read().split(b"\n")  # What follows the last line feed is no acknowledgement.
    if opened != b"open\n" or child.returncode != -signal.SIGKILL:
        raise RuntimeError(f"{way}: the child ended by itself, with {child.returncode}")
    return [int(line) for line in lines]


def count(ways: Iterable[str], library: str, rounds: int, seed: int) -> dict[str, Count]:
    """Kills each way once a round, so that all have the same moments, and whatever else the machine does meanwhile."""
    moment, counts = random.Random(seed), {way: Count() for way in ways}
    for _ in range(rounds):
        delay = moment.uniform(0, LONGEST)
        for way, result in counts.items():
            with tempfile.TemporaryDirectory() as folder:
                acknowledged = killed(way, library, folder, delay)
                result.add(acknowledged, lambda: WAYS[way](folder, library).read())
    return counts


def write_until_killed(way: str, library: str, folder: str) -> None:
    saver = WAYS[way](folder, library)
    os.write(1, b"open\n")
    for number in itertools.count(1):
        saver.write(number, lambda number: os.write(1, b"%d\n" % number))
        time.sleep(0.001)


def main() -> None:
    parser = argparse.ArgumentParser(description="Counts the acknowledged writes that are lost by kills.")
    parser.add_argument("library", help="a library with the app todo, such as libadit_cores.so")
    parser.add_argument("--rounds", type=int, default=100, help="how often each way is killed")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument("--way", choices=WAYS, nargs="+", default=list(WAYS))
    parser.add_argument("--child", metavar="FOLDER", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return write_until_killed(arguments.way[0], arguments.library, arguments.child)
    print(f"{'':31}  kills  acknowledged   lost  in kills  unreadable  half done")
    for way, result in count(arguments.way, arguments.library, arguments.rounds, arguments.seed).items():
        print(f"{WAYS[way].name:31}  {result.kills:5}  {result.acknowledged:12}  {result.lost:5}  {result.losses:8}"
              f"  {result.unreadable:10}  {result.halves:9}")


if __name__ == "__main__":
    main()
