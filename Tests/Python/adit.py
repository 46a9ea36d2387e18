"""A small wrapper around the C interface of Adit (include/adit.h), on ctypes alone. The tests use it."""

# SPDX-License-Identifier: Apache-2.0

import ctypes
import json
import os
from ctypes import POINTER, byref, c_char, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

ABI_VERSION = 1
NO_OFFSET = 0xFFFFFFFF
CODES = {
    0: "OK", -1: "EINVAL", -2: "EABI", -3: "EAPP", -4: "ECONFIG", -5: "ECORE", -6: "EBUSY", -7: "EFORK", -8: "EJSON",
    -9: "EMESSAGE", -10: "ESIZE", -11: "EFULL", -12: "ETIMEDOUT", -13: "ESTORE", -14: "ELOCKED", -15: "ESCHEMA",
    -16: "ENOMEM", -17: "EINTERNAL", -18: "EHANDLER", -19: "ECASCADE", -20: "ECLOSED", -21: "EREPLAY",
    -22: "EDENIED",
}


class ErrorRecord(ctypes.Structure):
    """`adit_error`."""

    _fields_ = [("code", c_int32), ("offset", c_uint32), ("text", c_char * 248)]


MessageFunction = ctypes.CFUNCTYPE(None, c_void_p, c_uint64, POINTER(c_char), c_size_t)
ReleaseFunction = ctypes.CFUNCTYPE(None, c_void_p)


def _load():
    library = ctypes.CDLL(os.environ["ADIT_LIBRARY"])
    signatures = {
        "adit_abi_version": (c_uint32, []),
        "adit_version": (c_char_p, []),
        "adit_strerror": (c_char_p, [c_int32]),
        "adit_catalog": (c_int32, [c_char_p, POINTER(c_void_p), POINTER(c_size_t)]),
        "adit_open": (c_int32, [c_uint32, c_char_p, c_char_p, c_size_t, c_void_p, c_void_p, c_void_p, POINTER(c_uint64),
                                POINTER(ErrorRecord)]),
        "adit_send": (c_int32, [c_uint64, c_char_p, c_size_t, POINTER(ErrorRecord)]),
        "adit_submit": (c_int32, [c_uint64, c_char_p, c_char_p, c_size_t, POINTER(ErrorRecord)]),
        "adit_process": (c_int32, [c_uint64, c_int32]),
        "adit_catalog_compare": (c_int32, [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_size_t),
                                           POINTER(ErrorRecord)]),
        "adit_receive": (c_int32, [c_uint64, c_int32, POINTER(c_void_p), POINTER(c_size_t)]),
        "adit_receive_all": (c_int32, [c_uint64, c_int32, c_size_t, POINTER(c_void_p), POINTER(c_size_t)]),
        "adit_call": (c_int32, [c_uint64, c_char_p, c_size_t, c_int32, POINTER(c_void_p), POINTER(c_size_t),
                                POINTER(ErrorRecord)]),
        "adit_fd": (c_int32, [c_uint64]),
        "adit_wakeup": (c_int32, [c_uint64]),
        "adit_close": (c_int32, [c_uint64, c_int32]),
        "adit_free": (None, [c_void_p]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


library = _load()


class AditError(Exception):
    """What a function of Adit answered instead of ADIT_OK."""

    def __init__(self, code, record=None):
        self.code = CODES.get(code, str(code))
        self.offset = None if record is None or record.offset == NO_OFFSET else record.offset
        text = record.text.decode() if record is not None else ""
        super().__init__(text or library.adit_strerror(code).decode())


def _checked(code, record=None):
    if code < 0:
        raise AditError(code, record)
    return code


def _take(out, length):
    """A text that Adit handed out, which is freed."""
    try:
        return ctypes.string_at(out.value, length.value)
    finally:
        library.adit_free(out)


def _trace(app, direction, text):
    """Writes a message to the file $ADIT_TRACE, where there is one, as Tests/C/trace.c does for programs in C."""
    if path := os.environ.get("ADIT_TRACE"):
        with open(path, "ab", buffering=0) as file:
            file.write(b"\t".join([app.encode(), direction, text.replace(b"\n", b" ")]) + b"\n")
    return text


def catalog_text(app=None):
    """The description of an app, or the list of all, as it is."""
    out, length = c_void_p(), c_size_t()
    _checked(library.adit_catalog(None if app is None else app.encode(), byref(out), byref(length)))
    return _take(out, length)


def catalog(app=None):
    """The description of an app, or the list of all."""
    return json.loads(catalog_text(app))


class Core:
    """A core of an app. With `hear`, that function is called with each message; without, `receive` returns them.

    `parse` makes of a message's bytes what `hear` is given.
    """

    def __init__(self, app, config=None, hear=None, released=None, parse=json.loads):
        def on_message(_context, _core, text, length):
            hear(parse(_trace(app, self._heard, ctypes.string_at(text, length))))

        def on_release(_context):
            if released is not None:
                released()

        self.app = app
        # As in Tests/C/trace.c.
        self._sent = b"any" if "incoming" in (config or {}) else b"toCore"
        self._heard = b"echoed" if "echo" in (config or {}) else b"toHost"
        # Kept as long as the core: C calls them.
        self._on_message = MessageFunction(on_message) if hear is not None else MessageFunction()
        self._on_release = ReleaseFunction(on_release)
        text = json.dumps(config if config is not None else {}).encode()
        identity, record = c_uint64(), ErrorRecord()
        _checked(
            library.adit_open(ABI_VERSION, app.encode(), text, len(text), ctypes.cast(self._on_message, c_void_p), None,
                              ctypes.cast(self._on_release, c_void_p), byref(identity), byref(record)), record)
        self.id = identity.value

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.id:
            self.close()

    def send(self, message):
        """Queues a message: a value, or bytes that are sent as they are."""
        text, record = self._text(message), ErrorRecord()
        _checked(library.adit_send(self.id, text, len(text), byref(record)), record)
        _trace(self.app, self._sent, text)

    def submit(self, client, message):
        """Queues a message on behalf of a client."""
        text, record = self._text(message), ErrorRecord()
        _checked(library.adit_submit(self.id, client.encode(), text, len(text), byref(record)), record)
        _trace(self.app, b"toCore", text)

    def process(self, timeout_ms=0):
        """Handles what is queued; the number of messages delivered."""
        return _checked(library.adit_process(self.id, timeout_ms))

    def receive(self, timeout_ms=0):
        """The next message; None where there is none in time."""
        out, length = c_void_p(), c_size_t()
        code = library.adit_receive(self.id, timeout_ms, byref(out), byref(length))
        if CODES[code] == "ETIMEDOUT":
            return None
        _checked(code)
        return json.loads(_trace(self.app, self._heard, _take(out, length)))

    def receive_all(self, timeout_ms=0, max_bytes=0):
        """The list of all messages that wait; empty where there is none in time."""
        out, length = c_void_p(), c_size_t()
        code = library.adit_receive_all(self.id, timeout_ms, max_bytes, byref(out), byref(length))
        if CODES[code] == "ETIMEDOUT":
            return []
        _checked(code)
        return json.loads(_trace(self.app, self._heard, _take(out, length)))

    def call(self, message, timeout_ms=-1):
        """Sends a message and returns the list of what it caused."""
        text, out, length, record = self._text(message), c_void_p(), c_size_t(), ErrorRecord()
        code = library.adit_call(self.id, text, len(text), timeout_ms, byref(out), byref(length), byref(record))
        _checked(code, record)
        _trace(self.app, self._sent, text)
        return json.loads(_trace(self.app, self._heard, _take(out, length)))

    def fileno(self):
        """The descriptor that is readable while there is work; its name makes a core fit for selectors."""
        return _checked(library.adit_fd(self.id))

    def wakeup(self):
        _checked(library.adit_wakeup(self.id))

    def close(self, timeout_ms=-1):
        _checked(library.adit_close(self.id, timeout_ms))
        self.id = 0

    @staticmethod
    def _text(message):
        return message if isinstance(message, bytes) else json.dumps(message).encode()
