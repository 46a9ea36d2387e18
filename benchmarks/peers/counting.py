"""The parts that count instructions, which are the same on a busy machine."""

import concurrent.futures
import os

from document import table
from measuring import COUNTS, per_message, spaced
from peers import PEERS, VALUE_PEERS, check_answers, counted

FEW = (64, 192)  # of large messages
TEXTS = [("plain", "ASCII"), ("escaped", "ASCII with escapes"), ("cyrillic", "Cyrillic"), ("numbered", "Cyrillic as `\\u`"),
         ("chinese", "Chinese"), ("ideographs", "Chinese as `\\u`"), ("emoji", "emoji"), ("pairs", "emoji as `\\u` pairs")]
# (scenario, items present, counts, what it is)
WORK = [("counter", 0, COUNTS, "count (an integer): nothing is drawn"),
        ("add", 10, COUNTS, "add, id and date drawn"), ("given", 10, COUNTS, "the same, id and dates given"),
        ("random", 1000, COUNTS, "check or uncheck one of 1 000, a date drawn"),
        ("check", 10, COUNTS, "check one that is checked: nothing changes")]
WORK += [(name if size == "200" and name in ("plain", "escaped") else name + size, 10, counts, f"add, {most} of {what}")
         for size, most, counts in (("200", "200 bytes", COUNTS), ("10k", "10 kB", FEW)) for name, what in TEXTS]
VALUES = [("integers", 0, FEW, "100 integers"), ("decimals", 0, FEW, "100 numbers with 2 or 6 decimals"),
          ("doubles", 0, FEW, "100 doubles of 17 digits"), ("ids", 0, FEW, "100 UUIDs"), ("dates", 0, FEW, "100 dates")]

# (scenario, what it is): at each of these sizes.
GROWING = [("add", "add, id and date drawn"), ("random", "check or uncheck a random item, a date drawn")]
SIZES = [1_000, 100_000, 1_000_000]


def number(value):
    return spaced(value) if abs(value) >= 10 else f"{value:.2f}"


def compared(peers, rows):
    """A table of what the peers take, with the ratio of Adit to Rust."""
    lines = []
    for what, values in rows:
        by_peer = dict(zip(peers, values))
        lines.append([what, *map(number, values), f"{by_peer['Adit'] / by_peer['Rust, serde']:.2f}"])
    return table(["", *peers, "Adit / Rust"], lines)


def counted_rows(folder, peers, rows):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [(what, [pool.submit(counted, folder, program, scenario, present, counts) for program in peers.values()])
                   for scenario, present, counts, what in rows]
        return [(what, [future.result() for future in futures]) for what, futures in waiting]


def work(folder, options):
    rows = WORK[:7] if options.quick else WORK
    check_answers(folder, PEERS, [row[:2] for row in rows])
    return "Instructions per message:\n\n" + compared(PEERS, counted_rows(folder, PEERS, rows))


def sizes(folder, options):
    """The peers without an interpreter: a million items take the others hours here."""
    peers = {name: PEERS[name] for name in ("C, yyjson", "Rust, serde", "Adit")}
    rows = [(scenario, present, FEW, f"{what}: {spaced(present)} items") for scenario, what in GROWING
            for present in (SIZES[:1] if options.quick else SIZES)]
    return "Instructions per message, as the state grows:\n\n" + compared(peers, counted_rows(folder, peers, rows))


def values(folder, options):
    check_answers(folder, VALUE_PEERS, [row[:2] for row in VALUES])
    return ("Instructions of a message with this number of values, which the core stores and returns:\n\n"
            + compared(VALUE_PEERS, counted_rows(folder, VALUE_PEERS, VALUES)))


def alone(folder, options):
    """What peers have nothing like."""
    def flipped(*followed):
        return per_message("roundtrip", "flip", 1002, None, 1, *followed, folder=folder)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        none, told, hundred, thousand, effect = (
            pool.submit(flipped), pool.submit(flipped, 0, 1), pool.submit(flipped, 1, 101), pool.submit(flipped, 1, 1001),
            pool.submit(per_message, "effects", None, folder=folder))
        none, told, hundred, thousand = (future.result() for future in (none, told, hundred, thousand))
        rows = [("check or uncheck an item without followers", none, ""),
                ("a patch for one follower of the item, in addition", told - none, "8 000"),
                ("each of 100 subscriptions to other items, in addition", (hundred - none) / 100, "50"),
                ("each of 1 000 such subscriptions", (thousand - none) / 1000, "50"),
                ("an effect with its request to the host and its answer", effect.result(), "35 000")]
    return ("Instructions of Adit for features that the peers do not have:\n\n"
            + table(["", "Adit", "below"], [[what, number(value), aim] for what, value, aim in rows]))
