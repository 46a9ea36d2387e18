"""Mutated messages through `adit_send`, very many of them: nothing crashes or hangs, and the process does not grow.

    ADIT_LIBRARY=build/lib/libadit_cores.so python3 Tests/Python/test_mutations.py [--messages N] [--seed N] [APP ...]

Messages of an app are made of its catalog, some with a value or a key changed (mutations.py); then bytes of them are changed, and
each text is sent and processed. What a text deserves, test_fuzz.py judges, of fewer. A million take about a minute: with both
libraries, six apps, --messages 170000.
"""

import argparse
import collections
import json
import mmap
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import hosting
from catalog import Catalog
from generator import Generator
from mutations import Mutator
from spelling import Speller

MESSAGES_A_CORE = 400  # then another one is opened, so that states stay small
SOURCES = 400  # messages that are changed
LONGEST = 1 << 16  # bytes of a text
PATIENCE = 20  # seconds of the clock, for MESSAGES_A_CORE messages
GROWTH = 24 << 20  # bytes that the process may have more at the end than after a tenth of the messages
REFUSED = {"EJSON", "EMESSAGE", "ESIZE"}
# What a byte is replaced by, or is put in: what JSON and UTF-8 are made of, and what they break at.
PIECES = [
    *(bytes([byte]) for byte in b'{}[]":,\\/-+.0159eEtfnu@ \n\t\x00\x01\x1f\x7f'),
    *(bytes([byte]) for byte in (0x80, 0xBF, 0xC0, 0xC2, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF)),
    b"\\u00e9", b"\\u0000", b"\\ud83d\\ude00", b"\\ud800", b"\\udc00", b"\\u12", b"\\x", b"\\n", b'\\"', b"\xc3\xa9",
    b"\xd0\x96" * 9, b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xc0\x80", b"e\xcc\x81" * 40,
    b"null", b"true", b"[]", b"{}", b'""', b"-0", b"1e400", b"1e-400", b"4503599627370497.5", b"9223372036854775807",
    b"9223372036854775808", b"-9223372036854775808", b"1" * 40, b'"@id":7,', b'"@with":{},', b"[" * 70, b'{"a":' * 70,
]
# What may stand in a string.
LETTERS = [
    b"\\u00e9", b"\\u0000", b"\\ud83d\\ude00", b"\\n", b'\\"', b"\\\\", b"\xc3\xa9", b"\xd0\x96" * 9, b"\xe2\x82\xac",
    b"\xf0\x9f\x98\x80", b"e\xcc\x81" * 40, b"a", b" " * 33, b"\\u0416" * 20, b"0", b"/", b"~1", b"-", b"Z",
]
STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"(\s*:)?')


class Sender:
    """Sends an app messages that were changed."""

    def __init__(self, app, seed, last):
        self.app = app
        self.random = random.Random(f"{app} {seed}")
        self.last = last
        catalog = Catalog.of(app)
        generator, speller = Generator(catalog, self.random), Speller(self.random)
        mutator = Mutator(generator, self.random)
        self.texts = []
        while len(self.texts) < SOURCES:
            message = generator.value(catalog.document["$defs"]["@toCore"])
            if self.random.random() < 0.3:
                message = mutator.mutated(message)
            # No file is written wherever chance says, and no clock is moved on for years.
            if any(key in json.dumps(message) for key in ("@export", "@import", "@advance")):
                continue
            text = speller.spelled(message)
            if len(text) < 4000:
                self.texts.append(text)
        self.strings = [[found.span(1) for found in STRING.finditer(text) if not found[2]] for text in self.texts]
        self.answers = collections.Counter()
        self.heard = 0

    def changed(self):
        """A text with some bytes changed."""
        choice, below = self.random.choice, self.random.randrange
        source = below(len(self.texts))
        text = bytearray(self.texts[source])
        if below(2):
            # Only what strings have in them, so that it may still be a message.
            if self.strings[source]:
                start, end = choice(self.strings[source])
                if choice((True, False)):
                    text[start:end] = b"".join(choice(LETTERS) for _ in range(below(9)))
                elif b"\\" not in text[start:end]:
                    place = start + below(end - start + 1)
                    text[place:place] = choice(LETTERS)
            return bytes(text)
        for _ in range(choice((1, 1, 1, 2, 3, 6))):
            place, kind = below(len(text) + 1), below(8)
            if kind < 3:
                text[place:place + 1] = choice(PIECES)
            elif kind < 5:
                text[place:place] = choice(PIECES)
            elif kind == 5:
                del text[place:place + choice((1, 1, 2, 8, 40))]
            elif kind == 6:
                other = choice(self.texts)
                start = below(len(other))
                text[place:place] = other[start:start + choice((1, 4, 16, 64))]
            elif place < len(text):
                text[place] ^= 1 << below(8)
        return bytes(text[:LONGEST])

    def run(self, count):
        """Sends as many messages, to one core, and to others where it has closed."""
        while count > 0:
            signal.alarm(PATIENCE)
            with hosting.Core(self.app, hear=self.hear, parse=len) as core:
                self.is_closed = False
                while count > 0 and not self.is_closed:
                    count -= 1
                    self.send(core, self.changed())
            signal.alarm(0)

    def send(self, core, text):
        self.last[:8 + len(text)] = len(text).to_bytes(8, "little") + text
        try:
            core.send(text)
        except hosting.CallError as error:
            self.answers[error.name] += 1
            self.is_closed = error.name == "ECLOSED"
            if not self.is_closed and error.name not in REFUSED:
                raise
        else:
            self.answers["accepted"] += 1
            core.process()

    def hear(self, _length):
        self.heard += 1


def memory():
    """The bytes of memory that the process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def work(arguments, last):
    """Runs in a process of its own, which may crash."""
    senders = [Sender(app, arguments.seed, last) for app in arguments.apps or hosting.catalog()]
    rounds = max(1, arguments.messages // MESSAGES_A_CORE)
    begun, early = time.monotonic(), 0
    for number in range(rounds):
        for sender in senders:
            sender.run(min(MESSAGES_A_CORE, arguments.messages))
        if number == rounds // 10:
            early = memory()
    grown = memory() - early
    for sender in senders:
        total = sum(sender.answers.values())
        print(f"{sender.app}: {total} texts, {dict(sender.answers.most_common())}, {sender.heard} messages heard")
    print(f"seed {arguments.seed}: {time.monotonic() - begun:.1f} s, {memory() >> 20} MB, of which {grown / (1 << 20):.1f} MB "
          "came after the first tenth")
    if grown > GROWTH:
        print(f"the process has grown by {grown} bytes; at most {GROWTH} are expected")
    unsaid = [sender.app for sender in senders if not {"accepted", "EJSON", "EMESSAGE"} <= set(sender.answers)]
    if unsaid:
        print(f"of {', '.join(unsaid)}, messages of all kinds are expected")
    written = os.listdir()
    if written:
        print(f"files were written: {written}")
    return grown > GROWTH or bool(unsaid) or bool(written)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=40000, help="for each app")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("apps", metavar="APP", nargs="*")
    arguments = parser.parse_args()
    if arguments.worker:
        with (open(arguments.worker, "r+b") as file, mmap.mmap(file.fileno(), LONGEST + 8) as last,
              tempfile.TemporaryDirectory() as folder):
            os.chdir(folder)
            return work(arguments, last)
    with tempfile.NamedTemporaryFile() as file:
        file.truncate(LONGEST + 8)
        status = subprocess.run([sys.executable, *sys.argv, "--worker", file.name], check=False).returncode
        if status < 0:
            size = int.from_bytes(file.read(8), "little")
            print(f"{signal.Signals(-status).name} after\n    {file.read(size)!r}")
    return status != 0


if __name__ == "__main__":
    sys.exit(main())
