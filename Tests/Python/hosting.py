"""The library under test, $ADIT_LIBRARY, through the binding of bindings/python.

What is sent and received is written to the file $ADIT_TRACE, if there is one, as Tests/C/trace.c does for programs in C.
"""

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src"))

import adit  # noqa: E402
from adit import CallError  # noqa: E402, F401

library = adit.Library(os.environ["ADIT_LIBRARY"])


def catalog(app=None):
    """The description of an app, or the list of all."""
    return json.loads(catalog_text(app))


def catalog_text(app=None):
    return library.catalog_text(app)


class Core:
    """A core of an app. With `hear`, that function is called with each message; without, `receive` returns them.

    `parse` makes of a message's bytes what `hear` is given. All else is of `adit.Core`.
    """

    def __init__(self, app, config=None, hear=None, parse=json.loads):
        self.app = app
        # As in Tests/C/trace.c.
        self._sent = b"any" if "incoming" in (config or {}) else b"toCore"
        self._heard = b"echoed" if "echo" in (config or {}) else b"toHost"
        on_text = None if hear is None else lambda text: hear(parse(self._traced(self._heard, text)))
        self._core = library.open(app, config, on_text=on_text)

    def __getattr__(self, name):
        return getattr(self._core, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def send(self, message):
        text = _text(message)
        self._core.send(text)
        self._traced(self._sent, text)

    def submit(self, client, message):
        text = _text(message)
        self._core.submit(client, text)
        self._traced(b"toCore", text)

    def receive(self, timeout=0):
        text = self._core.receive_text(timeout)
        return None if text is None else json.loads(self._traced(self._heard, text))

    def receive_all(self, timeout=0, max_bytes=0):
        text = self._core.receive_all_text(timeout, max_bytes)
        return [] if text is None else json.loads(self._traced(self._heard, text))

    def call(self, message, timeout=None):
        text = _text(message)
        answer = self._core.call_text(text, timeout)
        self._traced(self._sent, text)
        return json.loads(self._traced(self._heard, answer))

    def _traced(self, direction, text):
        if path := os.environ.get("ADIT_TRACE"):
            with open(path, "ab", buffering=0) as file:
                file.write(b"\t".join([self.app.encode(), direction, text.replace(b"\n", b" ")]) + b"\n")
        return text


def _text(message):
    return message if isinstance(message, bytes) else json.dumps(message).encode()
