"""The parts that look at a clock. Programs take turns, round by round; a row whose ratios differ too much between the rounds is
left out."""

import os
import statistics
import time

from counting import number
from document import table
from measuring import call, figures, instructions, spaced
from peers import PEERS, command, run

MANY = 1_000_000
NOISY = 0.25  # how much the ratios of the rounds may differ, beside their median
LEFT_OUT = "What a clock tells is left out: the machine was busy."


def in_turns(programs, rounds):
    """What each program tells in each round."""
    told = {name: [] for name in programs}
    for _ in range(rounds):
        for name, program in programs.items():
            told[name].append(program())
    return told


def ratio(told, name, base):
    """The median of the rounds' ratios, or None where they differ too much. Of five rounds or more, the middle half counts."""
    ratios = sorted(value / other for value, other in zip(told[name], told[base]))
    median, aside = statistics.median(ratios), len(ratios) // 4 if len(ratios) >= 5 else 0
    return None if ratios[-1 - aside] - ratios[aside] > NOISY * median else median


def timed_row(what, told, middle=min):
    """A row of all peers with the ratio of Adit to Rust."""
    beside = ratio(told, "Adit", "Rust, serde")
    if beside is None:
        return [what, *("–" for _ in told), "noisy"]
    return [what, *(number(middle(values)) for values in told.values()), f"{beside:.2f}"]


def times(folder, options):
    if options.no_clock:
        return LEFT_OUT
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
    return ("Nanoseconds of processor time per message, the minimum of the rounds, and the median of their ratios:\n\n"
            + table(["", *PEERS, "Adit / Rust"], lines))


def start(folder, options):
    """What it takes until a process has answered its first message."""
    def milliseconds(program):
        begin = time.monotonic()
        run(folder, program, "add", 0, 1, "count")
        return (time.monotonic() - begin) * 1000

    head = ["", *PEERS, "Adit / Rust"]
    counts = {name: instructions(command(folder, program, "add", 0, 1, "count")) for name, program in PEERS.items()}
    rows = [["instructions of the process", *map(spaced, counts.values()),
             f"{counts['Adit'] / counts['Rust, serde']:.2f}"]]
    if options.no_clock:
        return f"{table(head, rows)}\n\n{LEFT_OUT}"
    programs = {name: lambda program=program: milliseconds(program) for name, program in PEERS.items()}
    rows.append(timed_row("ms from start to end, median", in_turns(programs, 5 if options.quick else 41), statistics.median))
    answer = figures(folder / "first_message", 5 if options.quick else 101)[0]
    return (f"{table(head, rows)}\n\nBy the clock, the median time from the start of a process to Adit's first answer is {answer:.2f} ms; "
            "the target is below 3.")


def size(folder, options):
    """Memory, and the longest call on the way."""
    count = 100_000 if options.quick else MANY
    told = {name: figures(*command(folder, program, "add", 0, count, "longest")) for name, program in PEERS.items()}
    rows = [[f"MB with {spaced(count)} items", *(number(megabytes) for _, megabytes in told.values())],
            [f"µs of processor time of the longest add of {spaced(count)}",
             *(number(nanoseconds / 1000) for nanoseconds, _ in told.values())]]
    if options.no_clock:
        return f"{table(['', *PEERS], rows[:1])}\n\n{LEFT_OUT}"
    return table(["", *PEERS], rows)


def threads(folder, options):
    """Several threads and one library."""
    count, rounds = (100_000, 2) if options.quick else (1_000_000, 5)

    def told(kind, number_of_threads, messages):
        return lambda: figures(folder / "scaling", kind, number_of_threads, messages)[0]

    programs = {"one": told("threads", 1, count), "two": told("threads", 2, count), "four": told("threads", 4, count),
                "sender": told("senders", 1, count), "senders": told("senders", 100, count)}
    rates = in_turns(programs, rounds)

    def row(what, name, base):
        beside = ratio(rates, name, base)
        return [what, *(("–", "noisy") if beside is None else (spaced(max(rates[name])), f"{beside:.2f}"))]

    rows = [row("one core on one thread", "one", "one"), row("two cores on two threads, compared with that", "two", "one"),
            row("four cores on four threads, compared with one", "four", "one"),
            row("one thread sends to a core, and another drives it", "sender", "sender"),
            row("a hundred threads send to one core, compared with that", "senders", "sender")]
    return (f"On {os.cpu_count()} processors, so four threads can reach a factor of {os.cpu_count()} at most; the maximum of {rounds} "
            f"alternating rounds, and the median of their ratios:\n\n{table(['', 'messages a second', 'times'], rows)}")


def scaling(folder, options):
    """Threads, and many cores."""
    count = 1000 if options.quick else 10_000
    fresh, used, opening, descriptors, single, *messages = figures(folder / "cores", count)
    rows = [["bytes of memory a core", spaced(fresh)], ["bytes of memory a core, after some messages", spaced(used)],
            ["descriptors for all", spaced(descriptors)]]
    if not options.no_clock:
        rows += [["µs of processor time to open one", number(opening)],
                 ["µs of processor time a message to a single core, which is polled before", number(single)],
                 *([f"µs of processor time a message to {whom}, polled together", number(cost)]
                   for whom, cost in zip(("each core", "one core in a hundred", "one core of all"), messages))]
    cores = f"{spaced(count)} cores in a group:\n\n{table(['', 'Adit'], rows)}"
    return f"{LEFT_OUT if options.no_clock else threads(folder, options)}\n\n{cores}"


def latency(folder, options):
    """How long single messages take by the clock."""
    if options.no_clock:
        return LEFT_OUT
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
    return ("Wall-clock µs from sending a message to receiving everything that it causes. Each message is sent after the previous one "
            "was answered, and checks or unchecks one of 1 000 items:\n\n"
            + table(["", "messages", "p50", "p99", "p99.9", "longest"], lines))
