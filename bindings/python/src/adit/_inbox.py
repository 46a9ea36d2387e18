"""The messages of a core in a child process that have arrived and were not received yet."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import collections
import contextlib
import os
import threading
import time
from collections.abc import Iterator

from .errors import BusyError, Code, NoCoreError

REFUSED = b'{"@refused":'


class Inbox:
    """Messages that one thread adds and another takes. Its descriptor is readable while there are any.

    One thread takes at a time. `with` holds the place, and is a `BusyError` for others.
    """

    def __init__(self) -> None:
        self._texts: collections.deque[bytes] = collections.deque()
        self._changed = threading.Condition()
        self._driver = threading.Lock()
        self._driver_thread: int | None = None
        self._pipe: tuple[int, int] | None = None
        self._is_signalled = False
        self._is_woken = False
        self._is_taken_over = False
        self._failure: Exception | None = None

    def __enter__(self) -> Inbox:
        if not self._driver.acquire(blocking=False):
            raise _busy()
        self._driver_thread = threading.get_ident()
        return self

    def __exit__(self, *_: object) -> None:
        self._driver_thread = None
        self._driver.release()

    @contextlib.contextmanager
    def taking_over(self, timeout: int) -> Iterator[None]:
        """Holds the place; makes another thread that has it leave, and waits for that, in milliseconds."""
        if self.is_own():
            raise _busy()
        is_free = self._driver.acquire(blocking=False)
        if not is_free:
            self._is_taken_over = True
            self.wakeup()
            is_free = self._driver.acquire(timeout=-1 if timeout < 0 else timeout / 1000)
            self._is_taken_over = False
        if not is_free:
            raise _busy()
        self._driver_thread = threading.get_ident()
        try:
            yield
        finally:
            self.__exit__()

    def is_own(self) -> bool:
        """Whether this thread takes messages: it is in its callback."""
        return self._driver_thread == threading.get_ident()

    def put(self, text: bytes) -> None:
        """Adds a message, or a refusal. Any thread."""
        with self._changed:
            self._texts.append(text)
            self._signal()

    def fail(self, error: Exception, last: bytes | None = None, has_failed: threading.Event | None = None) -> None:
        """Makes `take` raise an error, once all messages are taken. The first error stays. Any thread.

        Args:
            error: the error.
            last: the last message.
            has_failed: is set before anybody can take that.
        """
        with self._changed:
            if last is not None:
                self._texts.append(last)
            if self._failure is None:
                self._failure = error
            if has_failed is not None:
                has_failed.set()
            self._signal()

    @property
    def failure(self) -> Exception | None:
        """The error of `fail`."""
        return self._failure

    def wakeup(self) -> None:
        """Makes the waiting `take` return, or the next one not wait. Any thread."""
        with self._changed:
            self._is_woken = True
            self._changed.notify_all()

    def take(self, timeout: int, most: int = 0, max_bytes: int = 0, *, with_refusals: bool = False) -> list[bytes]:
        """Waits for messages, and takes them; none if there are none in time.

        Args:
            timeout: milliseconds; -1 waits without limit.
            most: the most messages; 0 takes all.
            max_bytes: the most bytes, if more than one message waits; 0 is no limit.
            with_refusals: False ends before a refusal, which is then taken by itself.
        """
        deadline = None if timeout < 0 else time.monotonic() + timeout / 1000
        with self._changed:
            while not self._texts and self._failure is None and not self._is_woken:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    break
                self._changed.wait(left)
            self._is_woken = False
            if self._is_taken_over:
                raise NoCoreError(Code.ECORE, "the core has been closed")
            taken = self._take(most, max_bytes, with_refusals)
            if self._failure is None:
                if not self._texts:
                    self._unsignal()
            elif not taken:
                raise self._failure
            return taken

    def is_spent(self) -> bool:
        """Whether no message is there, and none will come."""
        return self._failure is not None and not self._texts

    def drain(self, *, with_refusals: bool = True) -> list[bytes]:
        """Takes all messages, without their end. Refusals are dropped, or stay with what is behind them."""
        with self._changed:
            taken: list[bytes] = []
            while self._texts and (with_refusals or not self._texts[0].startswith(REFUSED)):
                taken.append(self._texts.popleft())
            if not self._texts and self._failure is None:
                self._unsignal()
            return [text for text in taken if not text.startswith(REFUSED)]

    def fileno(self) -> int:
        """Returns a descriptor that is readable while there are messages, or an error."""
        with self._changed:
            if self._pipe is None:
                self._pipe = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
                if self._texts or self._failure is not None:
                    self._signal()
            return self._pipe[0]

    def close(self) -> None:
        """Closes the descriptor."""
        with self._changed:
            pipe, self._pipe = self._pipe, None
            if pipe is not None:
                os.close(pipe[0])
                os.close(pipe[1])

    def _take(self, most: int, max_bytes: int, with_refusals: bool) -> list[bytes]:
        taken: list[bytes] = []
        size = 0
        while self._texts and (most == 0 or len(taken) < most):
            text = self._texts[0]
            size += len(text)
            is_refusal = not with_refusals and text.startswith(REFUSED)
            if taken and (is_refusal or (max_bytes and size > max_bytes)):
                break
            taken.append(self._texts.popleft())
            if is_refusal:
                break
        return taken

    def _signal(self) -> None:
        self._changed.notify_all()
        if self._pipe is not None and not self._is_signalled:
            os.write(self._pipe[1], b"\0")
            self._is_signalled = True

    def _unsignal(self) -> None:
        if self._pipe is not None and self._is_signalled:
            os.read(self._pipe[0], 1)
            self._is_signalled = False


def _busy() -> BusyError:
    return BusyError(Code.EBUSY, "the core is being driven by another thread, or by the caller's own callback")
