"""Writes what was measured into docs/performance.md."""

import sys

from measuring import ROOT

DOCUMENT = ROOT / "docs/performance.md"


def write(part, text):
    """Replaces what stands between the marks of a part."""
    begin, end = f"<!-- {part}: written by a command -->", f"<!-- {part} ends. -->"
    before, found, rest = DOCUMENT.read_text().partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found and found_end):
        sys.exit(f"found no \"{begin}\" with \"{end}\" behind it in {DOCUMENT.relative_to(ROOT)}")
    DOCUMENT.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}")


def table(head, rows):
    """A table whose first column is text."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
