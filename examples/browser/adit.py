"""The part of Adit's C interface (include/adit.h) that a server of clients needs, by ctypes alone."""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import json
from ctypes import POINTER, byref, c_char, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, Callable

ABI_VERSION = 1
SIZE, FULL, DENIED, CLOSED, NO_CORE = -10, -11, -22, -20, -5

MessageFunction = ctypes.CFUNCTYPE(None, c_void_p, c_uint64, POINTER(c_char), c_size_t)


class ErrorRecord(ctypes.Structure):
    """`adit_error`."""

    _fields_ = [("code", c_int32), ("offset", c_uint32), ("text", c_char * 248)]


class AditError(Exception):
    """A call that Adit refused."""

    def __init__(self, code: int, text: str):
        super().__init__(text)
        self.code = code


class Library:
    """A library of apps."""

    def __init__(self, path: str):
        self.functions = ctypes.CDLL(path)
        text, record = (c_char_p, c_size_t), POINTER(ErrorRecord)
        for name, arguments in {
            "adit_open": (c_uint32, c_char_p, *text, MessageFunction, c_void_p, c_void_p, POINTER(c_uint64), record),
            "adit_send": (c_uint64, *text, record),
            "adit_submit": (c_uint64, c_char_p, *text, record),
            "adit_process": (c_uint64, c_int32),
            "adit_close": (c_uint64, c_int32),
        }.items():
            getattr(self.functions, name).argtypes = arguments
            getattr(self.functions, name).restype = c_int32
        self.functions.adit_strerror.argtypes = (c_int32,)
        self.functions.adit_strerror.restype = c_char_p

    def check(self, code: int, record: ErrorRecord | None = None) -> int:
        """Returns the code; raises an `AditError` if it is one of an error."""
        if code >= 0:
            return code
        text = record.text if record is not None and record.text else self.functions.adit_strerror(code)
        raise AditError(code, text.decode())


class Core:
    """A core, whose messages a function receives on the thread that drives it."""

    def __init__(self, library: Library, app: str, config: dict[str, Any], receive: Callable[[bytes], None]):
        def on_message(_context: int, _core: int, text: Any, length: int) -> None:
            receive(ctypes.string_at(text, length))

        self.library = library
        self.on_message = MessageFunction(on_message)  # C calls it as long as the core is open.
        text, identity, record = json.dumps(config).encode(), c_uint64(), ErrorRecord()
        code = library.functions.adit_open(
            ABI_VERSION, app.encode(), text, len(text), self.on_message, None, None, byref(identity), byref(record))
        library.check(code, record)
        self.identity = identity.value

    def send(self, message: dict[str, Any]) -> None:
        """Queues a message of the host. Any thread."""
        text, record = json.dumps(message).encode(), ErrorRecord()
        self.library.check(
            self.library.functions.adit_send(self.identity, text, len(text), byref(record)), record)

    def submit(self, client: str, text: bytes) -> None:
        """Queues a message of a client. Any thread."""
        record = ErrorRecord()
        self.library.check(
            self.library.functions.adit_submit(self.identity, client.encode(), text, len(text), byref(record)), record)

    def drive(self) -> None:
        """Handles messages until the core is closed."""
        while (code := self.library.functions.adit_process(self.identity, -1)) >= 0:
            pass
        if code not in (NO_CORE, CLOSED):
            self.library.check(code)

    def process(self) -> None:
        """Handles the messages that are queued. One thread at a time."""
        self.library.check(self.library.functions.adit_process(self.identity, 0))

    def close(self) -> None:
        """Closes the core. Any thread; another thread that drives it leaves `drive`."""
        self.library.check(self.library.functions.adit_close(self.identity, 5000))
