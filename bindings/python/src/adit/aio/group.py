"""Many cores in one event loop."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Callable

from .._text import Message, describe
from ..errors import BusyError, NoCoreError
from ..library import Library
from .core import Core, unwatch
from .gateways import Gateway

# After so many cores in a row, the loop's other work has its turn.
_TURNS = 64


class Group:
    """Cores of one library that an event loop drives by one descriptor.

        async with adit.aio.Group(library) as group:
            cores = [group.open("todo") for _ in range(10_000)]

    The end of the `async with` closes the cores.
    """

    def __init__(self, library: Library) -> None:
        if not isinstance(library, Library):
            raise TypeError(f"found {describe(library)}; an adit.Library is expected")
        self._library = library
        self._loop = asyncio.get_running_loop()
        self._group = library.group()
        self._cores: dict[int, Core] = {}
        descriptor, reference = self._group.fileno(), weakref.ref(self)

        def on_readable() -> None:
            group = reference()
            if group is not None:
                group._drive()

        self._loop.add_reader(descriptor, on_readable)
        self._unwatch = weakref.finalize(self, unwatch, self._loop, descriptor)

    async def __aenter__(self) -> Group:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __len__(self) -> int:
        """The number of open cores."""
        return len(self._cores)

    def open(
        self,
        app: str,
        config: Mapping[str, Any] | None = None,
        *,
        gateways: Mapping[str, Gateway] | None = None,
        on_message: Callable[[Message], object] | None = None,
    ) -> Core:
        """Opens a core, as `adit.aio.open` does, which the group drives and holds until it is closed."""
        core = Core(self._library, app, config, gateways, on_message)
        identity = core.drive_by(self._group, lambda: self._cores.pop(identity, None))
        self._cores[identity] = core
        return core

    async def close(self) -> None:
        """Closes the cores, and the group.

        Raises:
            TimedOutError: all are closed, but an effect ignored its cancellation.
        """
        closing: list[Any] = await asyncio.gather(
            *(core.close() for core in list(self._cores.values())), return_exceptions=True
        )
        self._unwatch()
        self._group.close()
        for error in closing:
            if error is not None:
                raise error

    def _drive(self) -> None:
        self._drive_cores()
        for core in list(self._cores.values()):
            core.send_unsent()

    def _drive_cores(self) -> None:
        for _ in range(_TURNS):
            try:
                identity, text = self._group.receive_text()
            except (BusyError, NoCoreError):
                return
            if text is None:
                return
            core = self._cores.get(identity)
            if core is not None:
                core.take(text)
