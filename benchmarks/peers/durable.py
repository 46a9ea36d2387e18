"""The part about batches that are kept in a file."""

import statistics

from clocks import LEFT_OUT, in_turns, ratio
from counting import number
from document import table
from measuring import call, figures, fresh_store, instructions, journal_bytes, spaced


def durable(folder, options):
    rows = []
    for batch, counts, timed in ((256, (1024, 3072), 20_480), (1, (512, 1536), 1000)):
        call(folder / "store", fresh_store(folder), "add", batch, counts[0])
        size = journal_bytes(folder / "measured.adit")

        def hand(count):
            return [folder / "baseline_store", fresh_store(folder), "core", batch, count, size]

        def adit(count):
            return [folder / "store", fresh_store(folder), "add", batch, count]

        what = f"{batch} messages in a transaction" if batch > 1 else "each message a transaction"
        cost = [(instructions(program(counts[1])) - instructions(program(counts[0]))) / (counts[1] - counts[0])
                for program in (hand, adit)]
        rows.append([f"{what}: instructions a message", *map(spaced, cost), f"{cost[1] / cost[0]:.2f}"])
        if options.no_clock:
            continue
        told = in_turns({"C": lambda: figures(*hand(timed)), "Adit": lambda: figures(*adit(timed))}, 3 if options.quick else 7)
        for column, name in ((1, "processor time"), (0, "the clock")):
            times = {program: [values[column] for values in rounds] for program, rounds in told.items()}
            beside = ratio(times, "Adit", "C")
            rates = ["–", "–"] if beside is None else [spaced(1e6 / statistics.median(values)) for values in times.values()]
            rows.append([f"{what}: messages in a second of {name}", *rates, "noisy" if beside is None else f"{1 / beside:.2f}"])
    fresh_store(folder)
    return ("Adds to a todo list that is stored in SQLite with a write-ahead log and `synchronous=FULL`, in hand-written C "
            "(`baseline_store.c`) and in Adit:\n\n" + table(["", "C, SQLite", "Adit", "Adit / C"], rows)
            + (f"\n\n{LEFT_OUT}" if options.no_clock else ""))
