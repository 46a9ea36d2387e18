"""The errors of Adit: one class for each code of `adit.h`."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any


class Code(enum.IntEnum):
    """The codes of `adit.h`, without their prefix `ADIT_`."""

    EINVAL = -1
    EABI = -2
    EAPP = -3
    ECONFIG = -4
    ECORE = -5
    EBUSY = -6
    EFORK = -7
    EJSON = -8
    EMESSAGE = -9
    ESIZE = -10
    EFULL = -11
    ETIMEDOUT = -12
    ESTORE = -13
    ELOCKED = -14
    ESCHEMA = -15
    ENOMEM = -16
    EINTERNAL = -17
    EHANDLER = -18
    ECASCADE = -19
    ECLOSED = -20
    EREPLAY = -21
    EDENIED = -22
    EFENCED = -24


class Error(Exception):
    """The base of all errors of this package.

    The text is a sentence; str() of the error begins with the code's name where there is one.
    """

    text: str

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class LoadError(Error):
    """A library cannot be loaded: it is missing, or it is no Adit library."""


class CrashedError(Error):
    """The process of a core has ended, or the message was in it when it did: it may have been handled."""


class CallError(Error):
    """An error that Adit returned, or an `@error` that answered a message.

    Attributes:
        code: the number in `adit.h`; a `Code`, unless the library is newer than this package.
        name: the code's name, such as "EJSON".
        offset: the offset of the error in the text that was sent, in bytes, if it is known.
        text: a sentence that says what was found and what is expected.
        path: of an `@error`: the cases of the message that failed.
    """

    code: int
    name: str
    offset: int | None
    path: str | None

    def __init__(self, code: int, text: str, offset: int | None = None, path: str | None = None) -> None:
        super().__init__(text)
        self.name = _NAMES.get(code, f"E{-code}")
        self.code = Code(code) if code in _NAMES else code
        self.offset = offset
        self.path = path

    def __str__(self) -> str:
        place = "" if self.offset is None else f" at byte {self.offset}"
        return f"{self.name}{place}: {self.text}"

    def __reduce__(self) -> Any:
        return error_of, (int(self.code), self.text, self.offset, self.path)


class InvalidArgumentError(CallError):
    """EINVAL: an argument is out of range, or does not fit the core's mode."""


class AbiError(CallError):
    """EABI: the library has another version of the interface."""


class UnknownAppError(CallError):
    """EAPP: the library has no app of that name."""


class ConfigError(CallError):
    """ECONFIG: the config is not understood."""


class NoCoreError(CallError):
    """ECORE: the core has been closed."""


class BusyError(CallError):
    """EBUSY: another thread drives the core, or the call comes from the core's own callback."""


class ForkError(CallError):
    """EFORK: the core was opened by the parent process."""


class InvalidJsonError(CallError):
    """EJSON: the text is not strict JSON."""


class InvalidMessageError(CallError):
    """EMESSAGE: the JSON is not a message of the app."""


class SizeError(CallError):
    """ESIZE: the message is larger, deeper or has more values than the limits allow."""


class FullError(CallError):
    """EFULL: too much is waiting."""


class TimedOutError(CallError, TimeoutError):
    """ETIMEDOUT: the time is up."""


class StoreError(CallError):
    """ESTORE: the store failed."""


class LockedError(CallError):
    """ELOCKED: the store is open elsewhere."""


class SchemaError(CallError):
    """ESCHEMA: the store's schema cannot be migrated."""


class OutOfMemoryError(CallError):
    """ENOMEM: the system has no memory or descriptor left."""


class InternalError(CallError):
    """EINTERNAL: a fault of Adit's own."""


class HandlerError(CallError):
    """EHANDLER: the app's code threw; the message left no trace in the state."""


class CascadeError(CallError):
    """ECASCADE: a message caused too many messages."""


class ClosedError(CallError):
    """ECLOSED: the core closed before the message was handled."""


class ReplayError(CallError):
    """EREPLAY: a replay differs from its recording."""


class DeniedError(CallError):
    """EDENIED: the config does not allow it to this sender."""


class FencedError(CallError):
    """EFENCED: the store was opened elsewhere since; the batch is not stored, and the core closes."""


_NAMES: dict[int, str] = {int(code): code.name for code in Code}
_CLASSES: dict[int, type[CallError]] = {
    Code.EINVAL: InvalidArgumentError,
    Code.EABI: AbiError,
    Code.EAPP: UnknownAppError,
    Code.ECONFIG: ConfigError,
    Code.ECORE: NoCoreError,
    Code.EBUSY: BusyError,
    Code.EFORK: ForkError,
    Code.EJSON: InvalidJsonError,
    Code.EMESSAGE: InvalidMessageError,
    Code.ESIZE: SizeError,
    Code.EFULL: FullError,
    Code.ETIMEDOUT: TimedOutError,
    Code.ESTORE: StoreError,
    Code.ELOCKED: LockedError,
    Code.ESCHEMA: SchemaError,
    Code.ENOMEM: OutOfMemoryError,
    Code.EINTERNAL: InternalError,
    Code.EHANDLER: HandlerError,
    Code.ECASCADE: CascadeError,
    Code.ECLOSED: ClosedError,
    Code.EREPLAY: ReplayError,
    Code.EDENIED: DeniedError,
    Code.EFENCED: FencedError,
}


_ECRASHED = -23  # of libadit_served.so


def error_of(code: int, text: str, offset: int | None = None, path: str | None = None) -> Error:
    """Returns the error of a code, of the code's own class."""
    if code == _ECRASHED:
        return CrashedError(text)
    return _CLASSES.get(code, CallError)(code, text, offset, path)


def error_of_message(content: Mapping[str, Any]) -> Error:
    """Returns the error that the content of an `@error`, or of a `@gone`, describes."""
    name, text = str(content.get("code", "")).upper(), str(content.get("message", ""))
    if name == "ECRASHED":
        return CrashedError(text)
    code = int(Code[name]) if name in Code.__members__ else int(Code.EINTERNAL)
    return error_of(code, text, content.get("offset"), content.get("path"))
