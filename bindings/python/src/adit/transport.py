"""What a library of apps can do, whether it is in this process or in a child."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import abc

from ._delivery import Sink


class Transport(abc.ABC):
    """The functions of `adit.h`, with Python's types. Texts are bytes, timeouts are milliseconds, errors are raised.

    The functions and their threads are described in `adit.h`.
    """

    name: str
    """The library, for texts to people."""

    @abc.abstractmethod
    def version(self) -> str: ...

    @abc.abstractmethod
    def catalog(self, app: str | None) -> bytes: ...

    @abc.abstractmethod
    def compare(self, old: bytes, new: bytes) -> bytes: ...

    @abc.abstractmethod
    def open(self, app: str, config: bytes, sink: Sink | None) -> tuple[int, str]:
        """Returns the id of a core, 0 with `store.check` and `store.repair`, and what Adit says about it."""

    @abc.abstractmethod
    def send(self, core: int, text: bytes) -> None: ...

    @abc.abstractmethod
    def submit(self, core: int, client: str, text: bytes) -> None: ...

    @abc.abstractmethod
    def process(self, core: int, timeout: int) -> int: ...

    @abc.abstractmethod
    def receive(self, core: int, timeout: int) -> bytes | None: ...

    @abc.abstractmethod
    def receive_all(self, core: int, timeout: int, max_bytes: int) -> bytes | None: ...

    @abc.abstractmethod
    def receive_ready(self, core: int) -> bytes | None:
        """Returns what waits of a core whose descriptor is readable. An event loop calls it: it waits for nothing.

        The array may have refusals of `adit serve`, `{"@refused": …}`.
        """

    @abc.abstractmethod
    def call(self, core: int, text: bytes, timeout: int) -> bytes: ...

    @abc.abstractmethod
    def descriptor(self, core: int) -> int: ...

    @abc.abstractmethod
    def wakeup(self, core: int) -> None: ...

    @abc.abstractmethod
    def close(self, core: int, timeout: int) -> None: ...

    @abc.abstractmethod
    def discard(self, core: int) -> None:
        """Closes a core that nobody refers to any more. Raises nothing."""

    @abc.abstractmethod
    def group_open(self) -> int: ...

    @abc.abstractmethod
    def group_add(self, group: int, core: int) -> None: ...

    @abc.abstractmethod
    def group_process(self, group: int, timeout: int) -> int: ...

    @abc.abstractmethod
    def group_receive(self, group: int, timeout: int, max_bytes: int) -> tuple[int, bytes | None]: ...

    @abc.abstractmethod
    def group_receive_ready(self, group: int) -> tuple[int, bytes | None]:
        """Like `receive_ready`, of the first core that has anything."""

    @abc.abstractmethod
    def group_descriptor(self, group: int) -> int: ...

    @abc.abstractmethod
    def group_close(self, group: int) -> None: ...

    @abc.abstractmethod
    def end(self) -> None:
        """Ends what the transport has started, such as a child process."""
