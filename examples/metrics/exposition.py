"""The figures of a core in the text format of Prometheus (exposition format 0.0.4)."""

from typing import Any, Iterator

# The classes of a histogram, in seconds: from one microsecond, each four times the one before.
BOUNDS = [4**number / 1e6 for number in range(12)]
GAUGES = {
    "queued": "Messages in the queue.",
    "effects": "Effects in flight.",
    "timers": "Timers that are not due yet.",
    "requests": "Requests that the host has not answered yet.",
    "revision": "Messages that have changed the state.",
}
COUNTERS = {
    "unhandled": "Messages of the host that no feature handles.",
    "ignoredReplies": "Replies that came late, twice, or without a request.",
}
STORE_GAUGES = {
    "bytes": "Bytes of the store's file.",
    "logBytes": "Bytes of its write-ahead log.",
    "journalBytes": "Bytes of the journal's entries.",
    "journalBatches": "Batches in the journal.",
}


def exposition(app: str, stats: dict[str, Any]) -> str:
    """The text of the figures in an `@stats`."""
    return "".join(f"{line}\n" for line in lines(app, stats))


def lines(app: str, stats: dict[str, Any]) -> Iterator[str]:
    for name, meaning in GAUGES.items():
        yield from family(name, "gauge", meaning, [({"app": app}, stats[name])])
    for name, meaning in COUNTERS.items():
        yield from family(f"{name}_total", "counter", meaning, [({"app": app}, stats[name])])
    figures = stats.get("figures", {"messages": {}, "gateways": {}})
    yield from timed("message", "Messages, by their cases", app, figures["messages"])
    yield from timed("gateway", "Requests that the host has answered, by gateways", app, figures["gateways"])
    if store := stats.get("store"):
        for name, meaning in STORE_GAUGES.items():
            yield from family(f"store_{name}", "gauge", meaning, [({"app": app}, store[name])])
        yield from family("store_commits_total", "counter", "Transactions.", [({"app": app}, store["commits"])])
        yield from family("store_commit_seconds_total", "counter", "Their duration, with the syncs of the file.",
                          [({"app": app}, store["nanoseconds"] / 1e9)])


def timed(what: str, meaning: str, app: str, kinds: dict[str, Any]) -> Iterator[str]:
    """The failures and the durations of kinds of messages, or of gateways."""
    labels = {kind: {"app": app, what: kind} for kind in sorted(kinds)}
    yield from family(f"{what}_failures_total", "counter", f"{meaning}: those that failed.",
                      [(labels[kind], kinds[kind]["failures"]) for kind in labels])
    yield from header(f"{what}_seconds", "histogram", f"{meaning}: their durations.")
    for kind, own in labels.items():
        count = 0
        for bound, number in zip([*BOUNDS, "+Inf"], kinds[kind]["histogram"]):
            count += number
            yield sample(f"{what}_seconds_bucket", {**own, "le": str(bound)}, count)
        yield sample(f"{what}_seconds_sum", own, kinds[kind]["nanoseconds"] / 1e9)
        yield sample(f"{what}_seconds_count", own, count)


def family(name: str, kind: str, meaning: str, samples: list[tuple[dict[str, str], float]]) -> Iterator[str]:
    yield from header(name, kind, meaning)
    for labels, value in samples:
        yield sample(name, labels, value)


def header(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP adit_{name} {meaning}"
    yield f"# TYPE adit_{name} {kind}"


def sample(name: str, labels: dict[str, str], value: float) -> str:
    def escaped(text: str) -> str:
        return text.replace("\\", r"\\").replace("\n", r"\n").replace('"', r'\"')

    inner = ",".join(f'{label}="{escaped(text)}"' for label, text in labels.items())
    return f"adit_{name}{{{inner}}} {value}"
