"""A followed part of a core's state."""

from __future__ import annotations

import asyncio
import contextlib
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .._patch import Operation
from .._text import Message
from ..errors import CrashedError, Error
from ..mirror import Change, Mirror

if TYPE_CHECKING:
    from .core import Core

_MOST_OPERATIONS = 10_000


class Follower:
    """A part of a core's state, kept up to date while the `async with` of `Core.follow` lasts.

    `value` is the present value, a live object: do not change it. Iterating waits for changes; a slow reader gets those
    that it missed as one.
    """

    def __init__(self, core: Core, mirror: Mirror) -> None:
        self._core = core
        self._mirror = mirror
        self._pending: Change | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._is_open = False

    @property
    def value(self) -> Any:
        """The part; None if `exists` is False."""
        return self._mirror.value

    @property
    def exists(self) -> bool:
        """Whether the path leads to a part."""
        return self._mirror.exists

    @property
    def revision(self) -> int:
        """The core's revision at the last update."""
        return self._mirror.revision or 0

    @property
    def start(self) -> int | None:
        """Of a window: the position of its first element in the list."""
        return self._mirror.start

    @property
    def count(self) -> int | None:
        """Of a window: the number of elements of the whole list."""
        return self._mirror.count

    async def __aenter__(self) -> Follower:
        self._core._followers[self._mirror.name] = self
        self._is_open = True
        try:
            await self._core.request(self._mirror.subscribe())
        except BaseException:
            self._forget()
            raise
        self._pending = None  # What is there at the beginning is no change.
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._forget()
        self._wake()

    def __aiter__(self) -> Follower:
        return self

    async def __anext__(self) -> Change:
        """Waits for a change of the part. Ends when the core closes, or the `async with` ends."""
        while self._pending is None:
            if not self._is_open:
                raise StopAsyncIteration
            if self._waiting is None:
                self._waiting = self._core.loop.create_future()
            await asyncio.shield(self._waiting)
        change, self._pending = self._pending, None
        return change

    async def move(self, start: int | None = None, limit: int | None = None) -> None:
        """Moves the window, or changes its size; returns when its new value is there.

        Raises:
            CallError: it is no window, or a number is refused.
        """
        await self._core.request(self._mirror.move(start, limit))

    def take(self, message: Message) -> None:
        """Applies an update. Subscribes again if one is missing."""
        try:
            change = self._mirror.take(message)
        except Error:
            self.subscribe_again()
            return
        if change is not None:
            self._merge(change)

    def subscribe_again(self, *, is_new: bool = False) -> None:
        """Asks for the whole value: an update was lost, or the core is a new one, which has no subscription yet."""
        with contextlib.suppress(CrashedError):  # `@reopened` follows, and subscribes.
            if not is_new:
                self._core.send(self._mirror.unsubscribe())
            self._core.send(self._mirror.subscribe())

    def core_closed(self) -> None:
        """Ends the iteration."""
        self._forget(is_subscribed=False)
        self._wake()

    def _merge(self, change: Change) -> None:
        ops: list[Operation] | None = change.ops
        if self._pending is not None and ops is not None:
            earlier = self._pending.ops
            # Nobody may be reading: what is kept for a reader is bounded.
            ops = None if earlier is None or len(earlier) + len(ops) > _MOST_OPERATIONS else earlier + ops
        self._pending = Change(change.revision, ops)
        self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def _forget(self, is_subscribed: bool = True) -> None:
        self._is_open = False
        if self._core._followers.pop(self._mirror.name, None) is not None and is_subscribed:
            with contextlib.suppress(Error):  # The core has closed, or its process has ended.
                self._core.send(self._mirror.unsubscribe())
