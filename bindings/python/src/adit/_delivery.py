"""The way of a message from the thread that drives a core to the host's callback, and of its exception back."""

from __future__ import annotations

import sys
import threading
from typing import Any, Callable, TypeVar

Result = TypeVar("Result")


class Sink:
    """Receives the messages of a core. A callback's context holds it weakly; the core holds it as long as it lives."""

    __slots__ = ("__weakref__", "_receive")

    def __init__(self, receive: Callable[[bytes], object]) -> None:
        self._receive = receive

    def deliver(self, text: bytes) -> None:
        """Passes a message on. An exception is kept for the call that drives the core on this thread."""
        try:
            self._receive(text)
        except BaseException as error:  # a KeyboardInterrupt, too: nothing unwinds through C
            keep(error)


class _Driving(threading.local):
    """The calls that drive cores on this thread, the innermost last, each with the exceptions of its callbacks."""

    def __init__(self) -> None:
        self.calls: list[list[BaseException]] = []


_driving = _Driving()


def keep(error: BaseException) -> None:
    """Keeps an exception for the innermost driving call of this thread; reports it if there is none."""
    if _driving.calls:
        _driving.calls[-1].append(error)
    else:
        report(error)


def drive(
    function: Callable[..., Result], *arguments: Any, on_failure: Callable[[Result], None] | None = None
) -> Result:
    """Calls a function that drives a core, and raises the first exception of the core's callbacks.

    Further exceptions are reported by `sys.unraisablehook`, as none can be raised beside the first. `on_failure` gets
    the result that cannot be returned then.
    """
    failures: list[BaseException] = []
    calls = _driving.calls
    calls.append(failures)
    try:
        result = function(*arguments)
        if failures and on_failure is not None:
            on_failure(result)
    finally:
        calls.pop()
        for error in failures[1:]:
            report(error)
    if failures:
        raise failures[0]
    return result


def report(error: BaseException) -> None:
    """Reports an exception that no call can raise."""
    unraisable: Any = type("UnraisableHookArgs", (), {})()
    unraisable.exc_type, unraisable.exc_value, unraisable.exc_traceback = type(error), error, error.__traceback__
    unraisable.err_msg, unraisable.object = "Exception in a callback of an Adit core", None
    sys.unraisablehook(unraisable)
