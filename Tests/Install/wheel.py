"""A package whose wheel carries the library of a core that adit new has written: adds an entry, and prints the answer."""

from __future__ import annotations

import pathlib

import adit

library = adit.Library(pathlib.Path(__file__).with_name("libnotes_core.so"))
with library.open("notes") as core:
    for message in core.call({"entries": {"request": {"add": {"text": "Buy milk"}}}}):
        print(message)
