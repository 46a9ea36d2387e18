"""The parts that look at a clock. Programs take turns, round by round; a row whose ratios differ too much between the rounds is
left out."""

# SPDX-License-Identifier: Apache-2.0

import os
import statistics
import time

from counting import number
from document import table
from measuring import call, figures, instructions, spaced
from peers import PEERS, command, run

MANY = 1_000_000
NOISY = 0.25  # how much the ratios of the rounds may differ, beside their median


def in_turns(programs, rounds):
    """What each program tells in each round."""
    told = {name: [] for name in programs}
    for _ in range(rounds):
        for name, program in programs.items():
            told[name].append(program())
    return told


def ratio(told, name, base):
    """The median of the rounds' ratios, or None where they differ too much."""
    ratios = [value / other for value, other in zip(told[name], told[base])]
    median = statistics.median(ratios)
    return None if max(ratios) - min(ratios) > NOISY * median else median


def timed_row(what, told, middle=min):
    """A row of all peers with the ratio of Adit to Rust."""
    beside = ratio(told, "Adit", "Rust, serde")
    if beside is None:
        return [what, *("–" for _ in told), "noisy"]
    return [what, *(number(middle(values)) for values in told.values()), f"{beside:.2f}"]


def times(folder, options):
    rows = [("add", 10, 20_000, 5, "add to a short list"), ("random", 1000, 20_000, 5, "check or uncheck a random item of 1 000"),
            ("escaped10k", 10, 500, 5, "add, 10 kB with escapes")]
    if not options.quick:
        rows += [("add", 0, MANY, 2, "add, up to 1 000 000"),
                 ("random", MANY, 200_000, 2, "check or uncheck a random item of 1 000 000")]
    lines = []
    for scenario, present, count, rounds, what in rows:
        programs = {name: lambda program=program: figures(*command(folder, program, scenario, present, count, "time"))[0]
                    for name, program in PEERS.items()}
        lines.append(timed_row(what, in_turns(programs, rounds)))
    return ("Nanoseconds of processor time a message, the least of the rounds, and the median of their ratios:\n\n"
            + table(["", *PEERS, "Adit / Rust"], lines))


def start(folder, options):
    """What it takes until a process has answered its first message."""
    def milliseconds(program):
        begin = time.monotonic()
        run(folder, program, "add", 0, 1, "count")
        return (time.monotonic() - begin) * 1000

    counts = [instructions(command(folder, program, "add", 0, 1, "count")) for program in PEERS.values()]
    told = in_turns({name: lambda program=program: milliseconds(program) for name, program in PEERS.items()}, 5 if options.quick else 41)
    medians = {name: statistics.median(values) for name, values in told.items()}
    rows = [["instructions of a process that handles one message", *map(spaced, counts),
             f"{counts[list(PEERS).index('Adit')] / counts[list(PEERS).index('Rust, serde')]:.2f}"],
            ["ms from its start to its end, median", *map(number, medians.values()),
             f"{medians['Adit'] / medians['Rust, serde']:.2f}"]]
    answer = figures(folder / "first_message", 5 if options.quick else 101)[0]
    return (f"{table(['', *PEERS, 'Adit / Rust'], rows)}\n\nBy the clock, {answer:.2f} ms are between the start of a process and Adit's first "
            "answer, in the median; they are to be below 2.")


def size(folder, options):
    """Memory, and the longest call on the way."""
    count = 100_000 if options.quick else MANY
    told = {name: figures(*command(folder, program, "add", 0, count, "longest")) for name, program in PEERS.items()}
    rows = [[f"MB with {spaced(count)} items", *(number(megabytes) for _, megabytes in told.values())],
            [f"µs of processor time of the longest add up to {spaced(count)}",
             *(number(nanoseconds / 1000) for nanoseconds, _ in told.values())]]
    return table(["", *PEERS], rows)


def scaling(folder, options):
    """Several threads, and many cores."""
    count, rounds = (100_000, 2) if options.quick else (1_000_000, 5)

    def told(kind, threads, messages):
        return lambda: figures(folder / "scaling", kind, threads, messages)[0]

    programs = {"one": told("threads", 1, count), "two": told("threads", 2, count), "four": told("threads", 4, count),
                "sender": told("senders", 1, count), "senders": told("senders", 100, count)}
    rates = in_turns(programs, rounds)

    def row(what, name, base):
        beside = ratio(rates, name, base)
        return [what, *(("–", "noisy") if beside is None else (spaced(max(rates[name])), f"{beside:.2f}"))]

    rows = [row("a core in a thread", "one", "one"), row("two cores in two threads, beside that", "two", "one"),
            row("four cores in four threads, beside one", "four", "one"), row("a core that a thread sends to, and another drives", "sender", "sender"),
            row("a hundred threads that send to one core, beside that", "senders", "sender")]
    cores = 1000 if options.quick else 10_000
    fresh, used, opening, descriptors, single, *messages = figures(folder / "cores", cores)
    beside = [["bytes of memory a core", spaced(fresh)], ["bytes of memory a core, after some messages", spaced(used)],
              ["µs of processor time to open one", number(opening)], ["descriptors for all", spaced(descriptors)],
              *([f"a message to {whom}, beside one to a single core", f"{cost / single:.2f}"]
                for whom, cost in zip(("each core", "one core in a hundred", "one core of all"), messages))]
    return (f"On {os.cpu_count()} processors, so that four threads can show {os.cpu_count()} times at most; the most of {rounds} rounds in "
            f"turns, and the median of their ratios:\n\n{table(['', 'messages a second', 'times'], rows)}\n\n"
            f"{spaced(cores)} cores in a group:\n\n{table(['', 'Adit'], beside)}")


def latency(folder, options):
    """How long single messages take by the clock."""
    most = options.messages or (20_000 if options.quick else 10_000_000)
    store = folder / "latency.adit"
    rows = [("C, yyjson", PEERS["C, yyjson"], "toggle", most), ("Rust, serde", PEERS["Rust, serde"], "toggle", most),
            ("Adit", PEERS["Adit"], "toggle", most), ("Adit, ten followers of the item", ("adit", "followers=10"), "flip", most),
            ("Adit, with a store, durability `normal`", ("adit", f"normal={store}"), "toggle", most // 10),
            ("Adit, with a store, durability `full`", ("adit", f"full={store}"), "toggle", most // 500)]
    lines = []
    for what, program, scenario, count in rows:
        for file in folder.glob(f"{store.name}*"):
            file.unlink()
        told = call(*command(folder, program, scenario, 1000, count, "latency")).split()
        lines.append([what, spaced(count), *(number(float(nanoseconds) / 1000) for nanoseconds in told)])
    for file in folder.glob(f"{store.name}*"):
        file.unlink()
    return ("µs of the clock from sending a message to having heard all that it causes. One message is sent after the other has been "
            "answered; each checks or unchecks an item of 1 000:\n\n"
            + table(["", "messages", "p50", "p99", "p99.9", "longest"], lines))
