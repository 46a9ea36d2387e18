"""Edits the tables of a good store at random, row by row, and opens each in a process of its own.

Whatever a file says, a core answers in order: it opens, or it says why not. `--seed` says which edits, `--count` how many.
"""

import argparse
import ctypes
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
import time

import hosting

SECONDS = 10
BYTES = 512 << 20
ENDS = [0, 1, -1, 2**31, 2**53, 2**60, 2**60 + 1, 2**62, 2**63 - 2, 2**63 - 1, -(2**63), -(2**63) + 1, -(2**62)]
ORDERLY = {"ESTORE", "ESCHEMA", "ELOCKED", "EMESSAGE", "EREPLAY", "ENOMEM", "ECONFIG"}


def checksum(line):
    """`sum` of an entry (FileFormat.md of AditSQLite)."""
    total, index = 0xCBF29CE484222325, 0
    while index + 8 <= len(line):
        product = (total ^ int.from_bytes(line[index:index + 8], "little")) * 0x100000001B3
        total = (product >> 64) ^ (product & (2**64 - 1))
        index += 8
    for byte in line[index:]:
        total = ((total ^ byte) * 0x100000001B3) & (2**64 - 1)
    return total


def with_sum(entry):
    """An entry as a line whose checksum is right."""
    entry.pop("sum", None)
    text = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")[:-1]
    return text + b',"sum":"%016x"}\n' % checksum(text)


def make_store(path):
    """A store with items, a tag, a journal and two openings."""
    for opening in range(2):
        with hosting.Core("todo", {"store": {"path": path}}) as core:
            for number in range(8):
                item = {"text": f"item {opening}.{number}"}
                core.call({"todo": {"request": {"add": {"item": item}}}})
            core.call({"tagging": {"request": {"create": {"tag": {"name": f"tag {opening}"}}}}})


class Edits:
    """What can be done to a file."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def value(self, old):
        """A value in the place of another one."""
        if isinstance(old, int) and self.random.random() < 0.7:
            return self.random.choice(ENDS)
        kind = self.random.randrange(8)
        if kind < 2:
            return self.random.choice(ENDS)
        if kind == 3:
            return None
        if kind == 4:
            return self.random.choice(["", "x", "{}", "[]", "null", "9" * 400, "1e999", '{"ids":[1],"entities":{}}'])
        if kind == 5:
            return self.random.choice([b"\xff\xfe\x80", b"\xed\xa0\x80", b'"\xc3"', b"\x00" * 9])
        if kind == 6:
            return self.random.choice(["[" * 3000, '"' + "a" * 3_000_000 + '"', "[" * 700 + "]" * 700, '{"a":' * 600 + "1" + "}" * 600])
        if isinstance(old, str) and old:
            place = self.random.randrange(len(old))
            return old[:place] + self.random.choice(["", "0", "}", '"', "-", "9223372036854775807", "\\ud800"]) + old[place + 1:]
        return self.random.random() * 1e300

    def entries(self, text):
        """The entries of a row with one of them edited, and its checksum made anew."""
        lines = [line for line in text.split("\n") if line]
        index = self.random.randrange(len(lines))
        entry = json.loads(lines[index])
        self.edit(entry)
        made = [line.encode("utf-8", "surrogatepass") + b"\n" for line in lines]
        made[index] = with_sum(entry)
        if self.random.random() < 0.2:
            made.insert(self.random.randrange(len(made) + 1), made[index])
        return b"".join(made).decode("utf-8", "surrogatepass")

    def edit(self, value):
        """Edits a number, a text or a member somewhere in a value."""
        places = []

        def walk(part):
            for key in part if isinstance(part, dict) else range(len(part)):
                places.append((part, key))
                if isinstance(part[key], (dict, list)):
                    walk(part[key])

        walk(value)
        part, key = self.random.choice(places)
        kind = self.random.randrange(4)
        if kind == 0 and isinstance(part, dict):
            del part[key]
        elif kind == 1:
            part[key] = self.random.choice(["", "/items/ids/99999999999999999999", "/items/ids/-1", [], {}, None, True])
        else:
            part[key] = self.random.choice(ENDS)

    def apply(self, path):
        """Edits a store; returns what was done."""
        database = sqlite3.connect(path, isolation_level=None)
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        done = []
        try:
            database.execute("PRAGMA synchronous = OFF")
            tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            for _ in range(self.random.choice([1, 1, 1, 2, 3])):
                done.append(self.one(database, self.random.choice(tables + 2 * ["meta", "journal"])))
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            database.close()
        return "; ".join(done)

    def one(self, database, table):
        quoted = '"' + table.replace('"', '""') + '"'
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({quoted})")]
        rows = database.execute(f"SELECT {', '.join(columns)} FROM {quoted}").fetchall()
        if not rows:
            return f"{table}: no row"
        row = self.random.choice(rows)
        kind = self.random.randrange(10)
        condition = f"WHERE {columns[0]} IS ?"
        try:
            if kind == 0:
                database.execute(f"DELETE FROM {quoted} {condition}", (row[0],))
                return f"{table}: deleted {str(row[0])[:40]}"
            if kind == 1:
                copy = [self.value(value) if self.random.random() < 0.4 else value for value in row]
                marks = ", ".join("?" * len(copy))
                database.execute(f"INSERT OR REPLACE INTO {quoted} VALUES ({marks})", copy)
                return f"{table}: inserted {str(copy)[:80]}"
            column = self.random.randrange(len(columns))
            value = self.value(row[column])
            if columns[column] == "entries" and self.random.random() < 0.8:
                value = self.entries(row[column])
            database.execute(f"UPDATE {quoted} SET {columns[column]} = ? {condition}", (value, row[0]))
            return f"{table}.{columns[column]} of {str(row[0])[:40]} = {str(value)[:80]}"
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            return f"{table}: {error}"


def use(path):
    """Opens a store as a host does, and replays it."""
    config = {"store": {"path": path, "durability": "normal", "retention": {"bytes": 4096, "seconds": 2**63 - 1}}}
    for what in ({"store": {"path": path, "check": True}}, config, config, {"replay": path}):
        try:
            core = hosting.Core("todo", what)
        except hosting.CallError as error:
            if error.name not in ORDERLY:
                raise
            continue
        if not core.id:
            continue
        if "store" in what:
            for message in ({"todo": {"request": {"add": {"item": {"text": "one more"}}}}}, {"@get": {"path": ""}},
                            {"@get": {"path": "", "revision": 3}}, {"@get": {"path": "/items/ids/0", "revision": 9}},
                            {"todo": {"request": {"add": {"item": {"text": "and one"}}}}}):
                core.call(message, SECONDS)
        else:
            end = time.monotonic() + SECONDS
            while (heard := core.receive(1)) is None or not ("@replayed" in heard):
                if time.monotonic() > end:
                    os._exit(3)
        core.close(SECONDS)


def run(path):
    """Uses a store in a process of its own; returns None where it went in order, or what did not."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            with open("/proc/self/statm", encoding="ascii") as file:
                present = int(file.read().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (present + BYTES, present + BYTES))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            # A trap of Swift's would print where it was, which takes longer than everything else.
            signal.alarm(4 * SECONDS)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            use(path)
            os._exit(0)
        except BaseException as error:  # pylint: disable=broad-except
            print(f"  {type(error).__name__}: {error}", flush=True)
            os._exit(2)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"signal {signal.Signals(os.WTERMSIG(status)).name}"
    code = os.WEXITSTATUS(status)
    return None if code == 0 else f"exit code {code}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=240)
    options = parser.parse_args()
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    folder = tempfile.mkdtemp()
    failures, begin = 0, time.monotonic()
    try:
        # In a process of its own, too: this one opens none, so that its children may.
        child = os.fork()
        if child == 0:
            make_store(f"{folder}/good")
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0 or run(shutil.copy(f"{folder}/good", f"{folder}/plain")) is not None:
            sys.exit("the store could not be made and used as it is")
        for number in range(options.count):
            if time.monotonic() - begin > options.seconds:
                sys.exit(f"{number} of {options.count} edits in {options.seconds} s")
            path = f"{folder}/edited"
            for name in os.listdir(folder):
                if name.startswith("edited"):
                    os.remove(f"{folder}/{name}")
            # With whatever is beside it.
            for name in os.listdir(folder):
                if name.startswith("good"):
                    shutil.copy(f"{folder}/{name}", f"{folder}/{name.replace('good', 'edited', 1)}")
            done = Edits(options.seed * 1_000_003 + number).apply(path)
            if (failure := run(path)) is not None:
                failures += 1
                print(f"edit {number}: {done}\n  {failure}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{options.count} edits with the seed {options.seed}: {failures} not in order, {time.monotonic() - begin:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
