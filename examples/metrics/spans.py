"""The trace of a core as spans of OpenTelemetry (OTLP in JSON, as of POST /v1/traces of a collector).

    spans.py LIBRARY APP < MESSAGES

Handles the messages of standard input, one on each line, and prints the spans of all that they have caused.
"""

import datetime
import json
import pathlib
import re
import secrets
import sys
from typing import Any

# The binding, where it is not installed (pip install bindings/python).
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src"))

import adit  # noqa: E402

INTERNAL, SERVER, CLIENT = 1, 2, 3
ERROR = 2
# RFC 3339, with any number of digits of a second: datetime has six.
TIME = re.compile(r"(.*T[0-9:]+)(?:\.([0-9]+))?Z")


def nanoseconds(time: str) -> int:
    """A time in nanoseconds since 1970."""
    match = TIME.fullmatch(time)
    if not match:
        raise ValueError(f"found {time!r}; a time in UTC is expected")
    seconds = int(datetime.datetime.fromisoformat(match[1] + "+00:00").timestamp())
    return seconds * 1_000_000_000 + int((match[2] or "").ljust(9, "0")[:9])


def spans(app: str, entries: list[dict[str, Any]], run: int) -> dict[str, Any]:
    """The entries of an `@trace` as a request to a collector.

    A message from outside, with all that it has caused, is one trace of spans. `run` is a number of 64 bits, another one for
    each core: spans of two cores are never taken for the same.
    """
    roots: dict[int, int] = {}
    for entry in entries:
        roots[entry["n"]] = roots.get(entry.get("from", entry["n"]), entry["n"])
    known = {entry["n"] for entry in entries}
    return {"resourceSpans": [{
        "resource": {"attributes": [attribute("service.name", app)]},
        "scopeSpans": [{"scope": {"name": "adit"}, "spans": [
            span(entry, roots[entry["n"]], entry.get("from") in known, run) for entry in entries]}],
    }]}


def span(entry: dict[str, Any], root: int, has_parent: bool, run: int) -> dict[str, Any]:
    start = nanoseconds(entry["at"])
    made = {
        "traceId": f"{run:016x}{root:016x}",
        "spanId": f"{run % 2**32:08x}{entry['n'] % 2**32:08x}",
        "name": name(entry),
        "kind": SERVER if "message" in entry else CLIENT if "request" in entry else INTERNAL,
        # Numbers of 64 bits are texts in OTLP's JSON.
        "startTimeUnixNano": str(start),
        "endTimeUnixNano": str(start + entry.get("nanoseconds", 0)),
        "attributes": [attribute(f"adit.{key}", text(entry[key])) for key in ("id", "client", "value") if key in entry],
        "status": {"code": ERROR, "message": entry["error"]} if "error" in entry else {},
    }
    if has_parent:
        made["parentSpanId"] = f"{run % 2**32:08x}{entry['from'] % 2**32:08x}"
    return made


def name(entry: dict[str, Any]) -> str:
    if "effect" in entry:
        return f"effect {entry['effect']}"
    return entry.get("message") or entry.get("output") or f"@effect {entry['gateway']}"


def text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def attribute(key: str, value: str) -> dict[str, Any]:
    return {"key": key, "value": {"stringValue": value}}


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: spans.py LIBRARY APP < MESSAGES")
    with adit.Library(sys.argv[1]).open(sys.argv[2], {"trace": 10_000}) as core:
        for line in sys.stdin:
            core.send(line)
        core.send({"@trace": {}})
        entries = next(message["@trace"]["entries"] for message in core.receive_all() if "@trace" in message)
    json.dump(spans(sys.argv[2], entries, secrets.randbits(64)), sys.stdout, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
