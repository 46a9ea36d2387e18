"""Random texts through `adit_send`: nothing crashes, and a text is accepted exactly where the catalog says so, but for
the list of docs/wire.md, "What the schema cannot say" (judge.py). What is heard is what the catalog says, too.

    ADIT_LIBRARY=build/lib/libadit_cores.so python3 Tests/Python/test_fuzz.py [--seconds N] [--seed N] [APP ...]
"""

import argparse
import collections
import mmap
import random
import signal
import subprocess
import sys
import tempfile
import time

import hosting
from catalog import Catalog, complaint
from choices import all_choices
from generator import Generator
from judge import Judge, NotJSON, parse
from mutations import Mutator
from spelling import Speller

MESSAGES_A_CORE = 150  # then another one is opened, so that states stay small
ENOUGH = 10  # differences, after which a run ends
PATIENCE = 60  # seconds
LONGEST = 1 << 20  # bytes of a text
FARTHEST = 100_000  # milliseconds that a clock is moved on: in a century, a heartbeat beats too often for a test


class Fuzzer:
    """Sends an app what may be its messages."""

    def __init__(self, app, catalog, seed, last=None):
        self.app = app
        self.random = random.Random(f"{app} {seed}")
        self.catalog = catalog
        self.judge = Judge(self.catalog)
        self.folder = tempfile.TemporaryDirectory()
        self.gateways = self.catalog.document["$defs"]["@gateways"]["properties"]
        self.generator = Generator(self.catalog, self.random)
        self.mutator = Mutator(self.generator, self.random)
        self.speller = Speller(self.random)
        self.schema = self.catalog.document["$defs"]["@toCore"]
        self.choices = all_choices(self.catalog, self.schema)
        self.last = bytearray() if last is None else last
        self.texts = [b'{"@get":{"path":""}}']
        self.answers = collections.Counter()
        self.reasons = collections.Counter()
        self.heard = 0
        self.differences = []

    def run(self, seconds, enough=ENOUGH):
        """Sends for a while, and until every case has been sent."""
        end = time.monotonic() + seconds
        while (time.monotonic() < end or self.unused()) and len(self.differences) < enough:
            with self.core() as self.open_core:
                for _ in range(MESSAGES_A_CORE):
                    self.send(*self.next())
                    if self.is_closed:
                        break
                else:
                    self.send(b'{"@get":{"path":""}}', "valid")
            if time.monotonic() > end + PATIENCE:
                self.differences.append(f"{self.app}: not sent: {', '.join(self.unused())}")

    def unused(self):
        """The cases, and other choices, that were not sent yet."""
        return [place for choice, place in self.choices.items() if choice not in self.generator.uses]

    def core(self):
        self.is_closed = False
        self.requests = []
        self.judge.clock = self.random.choice(["real", "virtual"])
        served = list(self.gateways) if self.random.random() < 0.8 else []
        self.is_echoed = self.random.random() < 0.3
        config = {"echo": self.is_echoed, "gateways": served, "clock": self.judge.clock}
        if self.random.random() < 0.3:
            config["log"] = "trace"
        self.judge.has_folder = self.random.random() < 0.7
        if self.judge.has_folder:
            config["files"] = {"folder": self.folder.name}
        return hosting.Core(self.app, config, hear=self.hear, parse=bytes)

    def next(self):
        """A text, and what kind it is of."""
        kind = self.random.choices(["valid", "neighbour", "mutated", "garbled", "noise"], [30, 40, 15, 10, 5])[0]
        if kind == "noise":
            return self.speller.noise(), kind
        message = self.generator.value(self.schema)
        for key in ("@export", "@import"):
            # Files are not to be written wherever chance says.
            if message.get(key, {}).get("path"):
                message[key]["path"] = "nowhere/" + message[key]["path"]
        if self.requests and self.random.random() < 0.2:
            message = self.reply()
        if kind == "neighbour":
            message = self.mutator.neighbour(message)
        elif kind == "mutated":
            message = self.mutator.mutated(message)
        text = self.speller.spelled(message)
        if kind == "garbled":
            text = self.speller.garbled(text, self.random.choice(self.texts))
        self.texts = [*self.texts[-20:], text]
        return text, kind

    def reply(self):
        """An answer to something that the core waits for: mostly one that it understands."""
        effect = self.random.choice(self.requests)
        if self.random.random() < 0.2:
            return {"@reply": {"effect": effect["id"], "error": self.generator.anything()}}
        reply = self.gateways[effect["gateway"]]["properties"].get("reply", True)
        if self.random.random() < 0.1:
            reply = True
        more = {"more": True} if self.random.random() < 0.5 else {}
        return {"@reply": {"effect": effect["id"], "result": self.generator.value(reply), **more}}

    def send(self, text, kind):
        self.last[:8 + len(text)] = len(text).to_bytes(8, "little") + text
        codes, why = self.judge.judge(text)
        code = None
        try:
            self.open_core.send(text)
        except hosting.CallError as error:
            code = error.name
        self.answers[kind, code] += 1
        self.reasons[why.split(":")[0]] += 1
        if kind == "valid" and why.startswith(("not JSON", "the schema")):
            self.note(f"no valid message was generated: {why}", text)
        if code not in (codes or {None}):
            expected = " or ".join(sorted(codes)) or "accepted"
            self.note(f"{code or 'accepted'}, and not {expected} ({kind}; {why})", text)
        if code is None and moves_far(text):
            self.is_closed = True
        elif code is None:
            self.open_core.process()

    def hear(self, text):
        self.heard += 1
        try:
            value, reasons = parse(text)
        except NotJSON as error:
            return self.note(f"heard what is not JSON: {error}", text)
        wrong = ", ".join(reasons) or complaint(self.catalog.to_host, value)
        if wrong and self.is_echoed and not reasons:
            # A host that hears the whole stream hears what it may send, too.
            wrong = complaint(self.catalog.to_core, value)
        if wrong is None and value.get("@value", {}).get("path") == "":
            wrong = complaint(self.catalog.state, value["@value"]["value"])
        if wrong:
            self.note(f"heard what the catalog does not have: {wrong}", text)
        self.is_closed |= "@closed" in value
        if "@effect" in value:
            self.requests = [*self.requests[-5:], value["@effect"]]

    def note(self, what, text):
        self.differences.append(f"{self.app}: {what}\n    {text!r}")

    def report(self):
        accepted = sum(count for (_, code), count in self.answers.items() if code is None)
        kinds = collections.Counter()
        for (kind, _), count in self.answers.items():
            kinds[kind] += count
        print(f"{self.app}: {sum(kinds.values())} texts ({', '.join(f'{n} {kind}' for kind, n in kinds.items())}), "
              f"{accepted} accepted, {self.heard} messages heard, {len(self.differences)} differences")
        for reason, count in self.reasons.most_common():
            print(f"    {count:7} {reason}")
        for difference in self.differences[:ENOUGH]:
            print(difference)


def moves_far(text):
    """Whether a text that was accepted moves a clock on by more than a test has the time for."""
    return (b"@advance" in text or b"\\u" in text) and parse(text)[0].get("@advance", {}).get("by", 0) > FARTHEST


def work(arguments, last):
    """Runs in a process of its own, which may crash."""
    apps = arguments.apps or list(hosting.catalog())
    fuzzers = [Fuzzer(app, Catalog.of(app), arguments.seed, last) for app in apps]
    for fuzzer in fuzzers:
        fuzzer.run(arguments.seconds / len(fuzzers))
        fuzzer.report()
    return any(fuzzer.differences for fuzzer in fuzzers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("apps", metavar="APP", nargs="*")
    arguments = parser.parse_args()
    if arguments.worker:
        with open(arguments.worker, "r+b") as file, mmap.mmap(file.fileno(), LONGEST) as last:
            return work(arguments, last)
    with tempfile.NamedTemporaryFile() as file:
        file.truncate(LONGEST)
        status = subprocess.run([sys.executable, *sys.argv, "--worker", file.name], check=False).returncode
        if status < 0:
            size = int.from_bytes(file.read(8), "little")
            print(f"{signal.Signals(-status).name} after\n    {file.read(size)!r}")
    return status != 0


if __name__ == "__main__":
    sys.exit(main())
