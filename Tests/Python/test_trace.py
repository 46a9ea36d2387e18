"""What the other tests say to cores, and hear from them, is what the catalog has: they run once more under
Tests/C/trace.c, and each message is validated.

    ADIT_LIBRARY=… python3 Tests/Python/test_trace.py --preload libadit_trace.so COMMAND...

A COMMAND is a C program, a Python script, or a shell script and the program that it tests, with a | between.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import hosting
from catalog import Catalog, complaint
from judge import NotJSON, parse


# One is as good as another.
IDS_AND_TIMES = re.compile(
    rb'"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"'
    rb'|"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?Z"')


def run(command, preload):
    """Runs a test; the lines of its trace."""
    words = command.split("|")
    program = {".py": [sys.executable], ".sh": ["sh"]}.get(os.path.splitext(words[0])[1], [])
    with tempfile.NamedTemporaryFile() as trace:
        # What ctypes calls is not what is preloaded: hosting.py writes the trace itself.
        preloaded = {} if words[0].endswith(".py") else {"LD_PRELOAD": preload}
        environment = {**os.environ, **preloaded, "ADIT_TRACE": trace.name}
        subprocess.run([*program, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
        return trace.read().split(b"\n")[:-1]


class Checker:
    def __init__(self):
        self.catalogs = {}
        self.counts = collections.Counter()
        self.wrong = []

    def check(self, line):
        app, direction, text = line.split(b"\t", 2)
        app, direction = app.decode(), direction.decode()
        if app not in self.catalogs:
            self.catalogs[app] = Catalog.of(app)
        catalog = self.catalogs[app]
        try:
            value, reasons = parse(text)
        except NotJSON as error:
            return self.wrong.append((line, str(error)))
        for message in value if isinstance(value, list) else [value]:
            self.counts[app, direction] += 1
            # What is echoed was sent, and a core that takes all takes what no schema has.
            ways = {"toCore": [catalog.to_core], "toHost": [catalog.to_host],
                    "echoed": [catalog.to_host, catalog.to_core], "any": []}[direction]
            faults = [fault for fault in (complaint(way, message) for way in ways) if fault]
            if reasons or ways and len(faults) == len(ways):
                self.wrong.append((line, ", ".join([*reasons, *faults])))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--preload", required=True)
    parser.add_argument("commands", metavar="COMMAND", nargs="+")
    arguments = parser.parse_args()
    checker = Checker()
    seen = set()
    for command in arguments.commands:
        lines = run(command, arguments.preload)
        if not lines:
            print(f"{command}: no trace")
            return 1
        for line in lines:
            shape = IDS_AND_TIMES.sub(b"*", line)
            if shape not in seen:
                seen.add(shape)
                checker.check(line)
    for (app, direction), count in sorted(checker.counts.items()):
        print(f"{app} {direction}: {count} different messages")
    for line, fault in checker.wrong[:10]:
        print(f"{line[:1000]!r}\n    {fault}")
    silent = [(app, way) for app in hosting.catalog() for way in ("toCore", "toHost") if not checker.counts[app, way]]
    for app, way in silent:
        print(f"{app} {way}: nothing was traced")
    return bool(checker.wrong or silent)


if __name__ == "__main__":
    sys.exit(main())
