"""A library that this process has loaded: its functions, for Python."""

from __future__ import annotations

import itertools
import threading
import weakref
from ctypes import byref, c_size_t, c_uint64, c_void_p, string_at
from typing import Any

from ._delivery import Sink, keep
from ._functions import ABI_VERSION, NO_OFFSET, ErrorRecord, MessageFunction, load
from ._text import describe
from .errors import Code, InvalidArgumentError, error_of

# Contexts of adit_open. C has a number in place of a pointer, so a callback of a core that is gone finds nothing.
_sinks: dict[int, weakref.ref[Sink]] = {}
_contexts = itertools.count(1)
_DISCARD_MILLISECONDS = 1000


def _receive(context: int, _core: int, address: int, length: int) -> None:
    try:
        reference = _sinks.get(context)
        sink = None if reference is None else reference()
        if sink is not None:
            sink.deliver(string_at(address, length))
    except BaseException as error:  # MemoryError, or an interruption between two lines
        keep(error)


_on_message = MessageFunction(_receive)
_no_callback = MessageFunction(0)


class _Record(threading.local):
    """The error of a call. One for each thread: a record costs more than a short call."""

    def __init__(self) -> None:
        self.record = ErrorRecord()
        self.reference = byref(self.record)


class Interface:
    """The functions of `adit.h`, with Python's types. Texts are bytes, timeouts are milliseconds, errors are raised.

    The functions and their threads are described in `adit.h`.
    """

    def __init__(self, path: str) -> None:
        self.name = path  # for texts to people
        self._functions = load(path)
        self._records = _Record()
        self._contexts: dict[int, int] = {}  # by the ids of their cores
        # Looked up once: these are called for each message.
        self._send = self._functions.adit_send
        self._free = self._functions.adit_free

    def version(self) -> str:
        return str(self._functions.adit_version(), "utf-8")

    def catalog(self, app: str | None) -> bytes:
        out, length = c_void_p(), c_size_t()
        name = None if app is None else _name(app, "app")
        self._check(self._functions.adit_catalog(name, byref(out), byref(length)))
        return self._take(out, length)

    def compare(self, old: bytes, new: bytes) -> bytes:
        out, length, record = c_void_p(), c_size_t(), ErrorRecord()
        self._check(
            self._functions.adit_catalog_compare(
                old, len(old), new, len(new), byref(out), byref(length), byref(record)
            ),
            record,
        )
        return self._take(out, length)

    def open(self, app: str, config: bytes, sink: Sink | None) -> tuple[int, str]:
        """Returns the id of a core, 0 with `store.check` and `store.repair`, and what Adit says about it."""
        core, record, context = c_uint64(), ErrorRecord(), next(_contexts)
        if sink is not None:
            _sinks[context] = weakref.ref(sink)
        try:
            self._check(
                self._functions.adit_open(
                    ABI_VERSION,
                    _name(app, "app"),
                    config,
                    len(config),
                    _no_callback if sink is None else _on_message,
                    context,
                    None,
                    byref(core),
                    byref(record),
                ),
                record,
            )
        finally:
            if core.value == 0:
                _sinks.pop(context, None)
        self._contexts[core.value] = context
        return core.value, _text_of(record)

    def send(self, core: int, text: bytes) -> None:
        code = self._send(core, text, len(text), self._records.reference)
        if code < 0:
            self._check(code, self._records.record)

    def submit(self, core: int, client: str, text: bytes) -> None:
        records = self._records
        code = self._functions.adit_submit(core, _name(client, "client"), text, len(text), records.reference)
        self._check(code, records.record)

    def process(self, core: int, timeout: int) -> int:
        return self._check(self._functions.adit_process(core, timeout))

    def receive(self, core: int, timeout: int) -> bytes | None:
        out, length = c_void_p(), c_size_t()
        code = self._functions.adit_receive(core, timeout, byref(out), byref(length))
        return self._taken(code, out, length)

    def receive_all(self, core: int, timeout: int, max_bytes: int) -> bytes | None:
        out, length = c_void_p(), c_size_t()
        code = self._functions.adit_receive_all(core, timeout, max_bytes, byref(out), byref(length))
        return self._taken(code, out, length)

    def call(self, core: int, text: bytes, timeout: int) -> bytes:
        # A record of its own: callbacks use that of the thread.
        out, length, record = c_void_p(), c_size_t(), ErrorRecord()
        code = self._functions.adit_call(core, text, len(text), timeout, byref(out), byref(length), byref(record))
        self._check(code, record)
        return self._take(out, length)

    def descriptor(self, core: int) -> int:
        return self._check(self._functions.adit_fd(core))

    def wakeup(self, core: int) -> None:
        self._check(self._functions.adit_wakeup(core))

    def close(self, core: int, timeout: int) -> None:
        code = self._functions.adit_close(core, timeout)
        if code != Code.EBUSY and code != Code.EINVAL:
            self._forget(core)
        self._check(code)

    def discard(self, core: int) -> None:
        """Closes a core that nothing refers to any more. Raises nothing."""
        self._forget(core)
        self._functions.adit_close(core, _DISCARD_MILLISECONDS)

    def group_open(self) -> int:
        group = c_uint64()
        self._check(self._functions.adit_group_open(byref(group)))
        return group.value

    def group_add(self, group: int, core: int) -> None:
        self._check(self._functions.adit_group_add(group, core))

    def group_process(self, group: int, timeout: int) -> int:
        return self._check(self._functions.adit_group_process(group, timeout))

    def group_receive(self, group: int, timeout: int, max_bytes: int) -> tuple[int, bytes | None]:
        core, out, length = c_uint64(), c_void_p(), c_size_t()
        code = self._functions.adit_group_receive(group, timeout, max_bytes, byref(core), byref(out), byref(length))
        return core.value, self._taken(code, out, length)

    def group_descriptor(self, group: int) -> int:
        return self._check(self._functions.adit_group_fd(group))

    def group_close(self, group: int) -> None:
        self._check(self._functions.adit_group_close(group))

    def _forget(self, core: int) -> None:
        _sinks.pop(self._contexts.pop(core, 0), None)

    def _check(self, code: int, record: ErrorRecord | None = None) -> int:
        if code >= 0:
            return code
        text = "" if record is None else _text_of(record)
        offset = None if record is None or record.offset == NO_OFFSET else int(record.offset)
        raise error_of(code, text or str(self._functions.adit_strerror(code), "utf-8"), offset)

    def _taken(self, code: int, out: c_void_p, length: c_size_t) -> bytes | None:
        if code == Code.ETIMEDOUT:
            return None
        self._check(code)
        return self._take(out, length)

    def _take(self, out: c_void_p, length: c_size_t) -> bytes:
        """Returns a text that Adit handed out, and frees it."""
        try:
            return string_at(out, length.value)
        finally:
            self._free(out)


def _name(name: str, kind: str) -> bytes:
    if not isinstance(name, str):
        raise TypeError(f"found {describe(name)} as the name of the {kind}; a str is expected")
    # The only texts that C reads up to a NUL.
    text = name.encode("utf-8", "surrogatepass")
    if b"\0" in text:
        raise InvalidArgumentError(
            Code.EINVAL, f"found a NUL in the name of the {kind}, {name!r}; a name without one is expected"
        )
    return text


def _text_of(record: Any) -> str:
    return str(record.text, "utf-8", "replace")
