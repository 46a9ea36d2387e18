"""A core, and a group of cores."""

from __future__ import annotations

import contextlib
import math
import os
import weakref
from types import TracebackType
from typing import Any

from ._delivery import Sink, drive
from ._interface import Interface
from ._text import Message, Sendable, describe, elements, from_text, to_text
from .errors import Code, ForkError, InvalidArgumentError, NoCoreError, TimedOutError

_LONGEST = 2**31 - 1
CLOSE_TIMEOUT = 10.0
"""How long a core waits, as it closes, for another thread and for effects that ignore their cancellation: seconds."""


class Core:
    """A core of an app. `Library.open` makes one.

    A core runs only inside the calls that drive it: `process`, `receive`, `receive_all`, `call`, `close`, and those of
    a `Group`. One thread drives at a time; a second one gets a `BusyError`, and so does the core's own callback.
    `send`, `submit`, `wakeup` and `fileno` may be called from any thread at any time.

    A core is closed by `close`, by the end of a `with`, or once nothing refers to it any more.

    Timeouts are seconds. 0 does not wait, None waits without limit.

    If the library is `libadit_served.so`, each call may raise a `CrashedError` as well (docs/serve.md).
    """

    app: str
    """The app's name."""

    def __init__(self, interface: Interface, app: str, config: bytes, sink: Sink | None) -> None:
        self.app = app
        self._interface = interface
        self._sink = sink
        self._id, self._said = interface.open(app, config, sink)
        self._finalizer = weakref.finalize(self, _discard, interface, self._id, os.getpid())

    def __enter__(self) -> Core:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<adit.Core of {self.app!r}, {'closed' if self.closed else 'open'}>"

    @property
    def id(self) -> int:
        """The core's id, by which `Group.receive` names it; 0 once it is closed."""
        return self._id

    @property
    def closed(self) -> bool:
        """Whether the core has been closed."""
        return self._id == 0

    def send(self, message: Sendable) -> None:
        """Queues a message, with the host's authority. Any thread.

        Args:
            message: a value, or a JSON text that is passed as it is.

        Raises:
            InvalidJsonError, InvalidMessageError, SizeError, FullError, ClosedError, DeniedError: nothing was queued.
        """
        self._interface.send(self._id, to_text(message))

    def submit(self, client: str, message: Sendable) -> None:
        """Queues a message on behalf of a client, whose texts the host relays. Any thread.

        Args:
            client: the host's name for the client, of 1 to 255 bytes.
            message: as of `send`.

        Raises:
            DeniedError: the config does not let clients send this. Further errors are those of `send`.
        """
        self._interface.submit(self._id, client, to_text(message))

    def reply(self, effect: str, result: Any = None, *, error: Any = None, more: bool = False) -> None:
        """Answers an `@effect`. Any thread.

        Args:
            effect: the effect's `id`.
            result: the gateway's answer.
            error: what the app receives in place of a result: any JSON but null.
            more: whether further answers follow, to an `@effect` with `"reply": "many"`.
        """
        answer: Message = {"effect": effect}
        if error is not None:
            answer["error"] = error
        else:
            answer["result"] = result
        if more:
            answer["more"] = True
        self.send({"@reply": answer})

    def process(self, timeout: float | None = 0) -> int:
        """Drives the core: handles the queued messages, and delivers the output.

        Args:
            timeout: how long to wait for a first message if there is nothing to do.

        Returns:
            The number of delivered messages.

        Raises:
            Exception: the first exception of the callback; the other messages have been delivered.
            BusyError, NoCoreError, ClosedError
        """
        return drive(self._interface.process, self._id, _milliseconds(timeout))

    def receive(self, timeout: float | None = 0) -> Message | None:
        """Drives a core without a callback until there is a message, and returns it; None if there is none in time."""
        text = self.receive_text(timeout)
        if text is None:
            return None
        message: Message = from_text(text)
        return message

    def receive_text(self, timeout: float | None = 0) -> bytes | None:
        """Like `receive`, but returns the JSON text."""
        return drive(self._interface.receive, self._id, _milliseconds(timeout))

    def receive_all(self, timeout: float | None = 0, max_bytes: int = 0) -> list[Message]:
        """Drives a core without a callback until there is a message, and returns all that wait.

        Args:
            timeout: how long to wait for a first message.
            max_bytes: the most bytes to take, if more than one message waits; 0 is no limit.
        """
        text = self.receive_all_text(timeout, max_bytes)
        if text is None:
            return []
        messages: list[Message] = from_text(text)
        return messages

    def receive_all_text(self, timeout: float | None = 0, max_bytes: int = 0) -> bytes | None:
        """Like `receive_all`, but returns the text of a JSON array; None if there is none in time."""
        return drive(self._interface.receive_all, self._id, _milliseconds(timeout), max_bytes)

    def call(self, message: Sendable, timeout: float | None = None) -> list[Message]:
        """Sends a message, drives the core until it has been handled, and returns its output.

        The output of messages that were queued before is delivered in the usual way. If their callback raises an
        exception, the output of this message is delivered in that way, too.

        Args:
            message: as of `send`.
            timeout: how long to wait for another thread that drives the core.

        Raises:
            TimedOutError: the message was withdrawn, or its output is delivered in the usual way.
            Exception: an exception of the callback. Further errors are those of `send` and `process`.
        """
        messages: list[Message] = from_text(self.call_text(message, timeout))
        return messages

    def call_text(self, message: Sendable, timeout: float | None = None) -> bytes:
        """Like `call`, but returns the text of a JSON array."""
        return drive(
            self._interface.call, self._id, to_text(message), _milliseconds(timeout), on_failure=self._deliver_answer
        )

    def fileno(self) -> int:
        """Returns a descriptor that is readable while the core has work. Poll it; never read, write or close it.

        Its name makes a core fit for `select` and `selectors`. It stays the same for the core's whole life.
        """
        return self._interface.descriptor(self._id)

    def wakeup(self) -> None:
        """Makes a waiting `process` or `receive` return, or the next one not wait. Any thread."""
        self._interface.wakeup(self._id)

    def close(self, timeout: float | None = CLOSE_TIMEOUT) -> None:
        """Closes the core: cancels its effects, and delivers `@closed` as the last message. Does nothing if it is so.

        Any thread; a thread that drives the core leaves by a `NoCoreError`.

        Raises:
            TimedOutError: the core is closed, but an effect ignored its cancellation.
            BusyError: the core is unchanged: the call came from its callback, or another thread is still in one.
            Exception: the first exception of the callback. The core is closed.
        """
        identity, milliseconds = self._id, _milliseconds(timeout)
        if identity == 0:
            return
        try:
            drive(self._close, identity, milliseconds)
        except (ForkError, NoCoreError):  # It is the parent's, or another thread has closed it.
            self._forget()

    def _close(self, identity: int, milliseconds: int) -> None:
        try:
            self._interface.close(identity, milliseconds)
        except TimedOutError:
            self._forget()
            raise
        self._forget()

    def _forget(self) -> None:
        self._id = 0
        self._finalizer.detach()

    def _deliver_answer(self, answer: bytes) -> None:
        if self._sink is not None:
            for text in elements(answer):
                self._sink.deliver(text)


class Group:
    """Cores of one library with one descriptor, of which one call drives those that have work.

    `Library.group` makes one. A core is in one group at most, and leaves it as it closes.
    """

    def __init__(self, interface: Interface) -> None:
        self._interface = interface
        self._cores: weakref.WeakValueDictionary[int, Core] = weakref.WeakValueDictionary()
        self._id = interface.group_open()
        self._kept: tuple[int, bytes | None] | None = None  # what a callback's exception kept from being returned
        self._finalizer = weakref.finalize(self, _discard_group, interface, self._id, os.getpid())

    def __enter__(self) -> Group:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, core: Core) -> None:
        """Adds a core. Any thread."""
        if not isinstance(core, Core):
            raise TypeError(f"found {describe(core)}; an adit.Core is expected")
        self._interface.group_add(self._id, core.id)
        self._cores[core.id] = core

    def process(self, timeout: float | None = 0) -> int:
        """Drives each core with a callback that has work, once; waits for the first if none has.

        Returns:
            The number of delivered messages.

        Raises:
            Exception: the first exception of a callback. Further errors are those of `Core.process`.
        """
        return drive(self._interface.group_process, self._id, _milliseconds(timeout))

    def receive(self, timeout: float | None = 0, max_bytes: int = 0) -> tuple[Core | None, list[Message]]:
        """Drives the cores until one without a callback has output, and returns it with all messages that wait.

        Returns:
            The core and its messages; (None, []) if there is none in time. The cores take turns.

        Raises:
            Exception: the first exception of a callback. The next call returns the messages.
        """
        identity, text = self.receive_text(timeout, max_bytes)
        if text is None:
            return None, []
        messages: list[Message] = from_text(text)
        return self._cores.get(identity), messages

    def receive_text(self, timeout: float | None = 0, max_bytes: int = 0) -> tuple[int, bytes | None]:
        """Like `receive`, but returns the core's id and the text of a JSON array."""
        kept, self._kept = self._kept, None
        if kept is not None:
            return kept
        milliseconds = _milliseconds(timeout)
        return drive(self._interface.group_receive, self._id, milliseconds, max_bytes, on_failure=self._keep)

    def _keep(self, received: tuple[int, bytes | None]) -> None:
        if received[1] is not None:
            self._kept = received

    def fileno(self) -> int:
        """Returns a descriptor that is readable while one of the cores has work, as of `Core.fileno`."""
        return self._interface.group_descriptor(self._id)

    def close(self) -> None:
        """Ends the group; its cores stay open. Does nothing if it has ended."""
        if self._id != 0:
            self._interface.group_close(self._id)
            self._id = 0
            self._finalizer.detach()


def _milliseconds(timeout: float | None) -> int:
    if timeout is None:
        return -1
    if not isinstance(timeout, (int, float)):
        raise TypeError(f"timeout: found {describe(timeout)}; seconds, or None for no limit, are expected")
    if not timeout >= 0:  # A NaN is none of both.
        raise InvalidArgumentError(Code.EINVAL, f"timeout: found {timeout}; 0 or more seconds are expected")
    if timeout == 0:
        return 0
    # Rounded up: 0 would not wait.
    return math.ceil(min(timeout * 1000, _LONGEST))


def _discard(interface: Interface, core: int, process: int) -> None:
    if core != 0 and process == os.getpid():
        interface.discard(core)


def _discard_group(interface: Interface, group: int, process: int) -> None:
    if process == os.getpid():
        with contextlib.suppress(NoCoreError):
            interface.group_close(group)
