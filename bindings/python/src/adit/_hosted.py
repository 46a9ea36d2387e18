"""Cores in the process `adit serve`, and groups of them."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import contextlib
import json
import select
import weakref
from typing import Any

from ._child import Child
from ._delivery import Sink
from ._inbox import Inbox
from ._lines import line_of
from ._routes import Routed
from .errors import ClosedError, Code, NoCoreError


class Hosted:
    """A core in the child."""

    def __init__(self, child: Child, name: str, sink: Sink | None) -> None:
        self.child = child
        self.name = name
        # The core holds it. This must not, as its callback may refer to the core.
        self._sink = None if sink is None else weakref.ref(sink)
        self.route: Routed = child.add(name)
        self.has_sent = False  # something that is not known to be handled

    @property
    def has_callback(self) -> bool:
        return self._sink is not None

    def deliver(self, texts: list[bytes]) -> None:
        """Passes messages on to the callback, if the core has one that is still there."""
        sink = None if self._sink is None else self._sink()
        if sink is not None:
            for text in texts:
                sink.deliver(text)

    @property
    def inbox(self) -> Inbox:
        return self.route.inbox

    def write(self, text: bytes, message: dict[str, Any], identity: str | None = None) -> None:
        line = line_of(text, self.name, identity)
        if self.route.has_closed.is_set():
            raise self.inbox.failure or ClosedError(Code.ECLOSED, "the core has closed")
        if "@close" in message:
            if self.route.is_closing:
                raise ClosedError(Code.ECLOSED, "the core is closing already")
            self.route.is_closing = True
            if self.has_sent:
                self.synchronise()  # A queue that is full would refuse it.
        self.child.write(line)
        self.has_sent = True

    def synchronise(self, timeout: int = -1) -> None:
        """Waits until what was sent has been handled."""
        self.has_sent = False
        if not self.route.has_closed.is_set():
            line = json.dumps({"@sync": {"core": self.name}}).encode()
            try:
                self.child.ask(line, timeout, core=self.name)
            except NoCoreError:
                self.route.has_closed.wait()  # It closed before.


class HostedGroup:
    """Cores of a group, with one descriptor for theirs."""

    def __init__(self) -> None:
        self.cores: dict[int, Hosted] = {}
        self.poll = select.epoll()
        self._descriptors: dict[int, int] = {}

    def add(self, core: int, hosted: Hosted) -> None:
        descriptor = hosted.inbox.fileno()
        self.cores[core] = hosted
        self._descriptors[descriptor] = core
        self.poll.register(descriptor, select.EPOLLIN)

    def remove(self, core: int) -> None:
        hosted = self.cores.pop(core, None)
        if hosted is not None:
            descriptor = hosted.inbox.fileno()
            del self._descriptors[descriptor]
            with contextlib.suppress(FileNotFoundError):  # It has closed before.
                self.poll.unregister(descriptor)

    def put_last(self, core: int) -> None:
        """Lets the others have their turns before a core."""
        self.cores[core] = self.cores.pop(core)

    def readable(self, timeout: int) -> list[int]:
        """The cores that have messages, in the order of their turns; waits for the first."""
        found = {self._descriptors[each] for each, _ in self.poll.poll(None if timeout < 0 else timeout / 1000)}
        for core in list(found):
            if self.cores[core].inbox.is_spent():
                found.remove(core)
                self.poll.unregister(self.cores[core].inbox.fileno())
        return [core for core in self.cores if core in found] if len(found) > 1 else list(found)

    def ready(self, timeout: int, *, has_sink: bool) -> list[int]:
        """The cores that have messages, once what was sent to them has been handled."""
        waiting = [hosted for hosted in self.cores.values() if hosted.has_sent]
        for hosted in waiting:
            hosted.synchronise()
        found = self.readable(0 if waiting else timeout)
        return [core for core in found if self.cores[core].has_callback == has_sink]
