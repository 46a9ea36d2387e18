"""A library of apps in a child process, `adit serve`."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import contextlib
import itertools
import json
import os
import threading
import time
from typing import Any

from ._child import Child
from ._delivery import Sink
from ._hosted import Hosted, HostedGroup
from ._inbox import REFUSED
from ._lines import message_of
from ._routes import id_member
from .errors import (
    BusyError,
    CallError,
    Code,
    ForkError,
    InvalidArgumentError,
    NoCoreError,
    TimedOutError,
    UnknownAppError,
    error_of_message,
)
from .transport import Transport

_DISCARD_MILLISECONDS = 1000


class Served(Transport):
    """The functions of a library in a child process, which is started at once, and again after it has ended."""

    def __init__(self, path: str, program: list[str]) -> None:
        self.name = path
        self._command = [*program, path, "--stdio"]
        self._child: Child | None = None
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._cores: dict[int, Hosted] = {}
        self._groups: dict[int, HostedGroup] = {}
        self._process = os.getpid()
        self._started()

    def version(self) -> str:
        return str(self._started().ready["adit"])

    def catalog(self, app: str | None) -> bytes:
        child = self._started()
        if app is None:
            return _dumped(child.ready["apps"])
        return _dumped(child.ask(_dumped({"@catalog": {"app": app}}))["@catalog"]["catalog"])

    def compare(self, old: bytes, new: bytes) -> bytes:
        raise InvalidArgumentError(Code.EINVAL, "adit serve compares no catalogs; a library in this process does")

    def open(self, app: str, config: bytes, sink: Sink | None) -> tuple[int, str]:
        child, number = self._started(), next(self._numbers)
        if app not in child.ready["apps"]:
            known = ", ".join(child.ready["apps"])
            raise UnknownAppError(Code.EAPP, f"found no app {app!r}; one of {known} is expected")
        message_of(config)  # It must not become another part of the line.
        core = Hosted(child, f"c{number}", sink)
        begin = f'{{"@open":{{"core":"{core.name}","app":{json.dumps(app)},"config":'.encode()
        try:
            answer = child.ask(begin + config.replace(b"\n", b"\r") + b"}}", core=core.name)["@opened"]
        except CallError as error:
            child.remove(core.name)
            offset = None if error.offset is None else max(error.offset - len(begin), 0)
            raise type(error)(error.code, error.text, offset) from None
        except BaseException:
            child.remove(core.name)
            raise
        if "verdict" in answer:
            child.remove(core.name)
            return 0, str(answer["verdict"])
        self._cores[number] = core
        return number, ""

    def send(self, core: int, text: bytes) -> None:
        self._find(core).write(text, message_of(text))

    def submit(self, core: int, client: str, text: bytes) -> None:
        self._find(core)
        raise InvalidArgumentError(
            Code.EINVAL, "a core in a child process has no clients of this host; those of a socket of adit serve are"
        )

    def process(self, core: int, timeout: int) -> int:
        hosted = self._find(core)
        with hosted.inbox as inbox:
            left = _settle(hosted, timeout)
            if not hosted.has_callback:
                return 0
            texts = _raised(inbox.take(left))
            hosted.deliver(texts)
            return len(texts)

    def receive(self, core: int, timeout: int) -> bytes | None:
        taken = self._receive(core, timeout, most=1)
        return taken[0] if taken else None

    def receive_all(self, core: int, timeout: int, max_bytes: int) -> bytes | None:
        return _array(self._receive(core, timeout, max_bytes=max_bytes))

    def receive_ready(self, core: int) -> bytes | None:
        with self._find(core).inbox as inbox:
            return _array(inbox.take(0, with_refusals=True))

    def call(self, core: int, text: bytes, timeout: int) -> bytes:
        hosted = self._find(core)
        if hosted.inbox.is_own():
            raise BusyError(Code.EBUSY, "the core is being driven by the caller's own callback")
        message = message_of(text)
        own = message.get("@id")
        identity = hosted.child.new_id() if own is None else None
        member = id_member(identity if own is None else own)
        if "@advance" in message:
            hosted.synchronise(timeout)
            member = b""  # It causes what other messages have begun, with their ids.
        with hosted.child.collect(hosted.route, member) as collected:
            hosted.write(text, message, identity)
            hosted.synchronise(timeout)
            if hosted.route.is_paused and "@pause" not in message:
                raise TimedOutError(Code.ETIMEDOUT, "the core is paused: the message is handled when it is resumed")
        if hosted.has_callback:
            _deliver_earlier(hosted)
        return _joined([hosted.child.without_own_id(text) for text in collected.texts])

    def descriptor(self, core: int) -> int:
        return self._find(core).inbox.fileno()

    def wakeup(self, core: int) -> None:
        self._find(core).inbox.wakeup()

    def close(self, core: int, timeout: int) -> None:
        hosted = self._find(core)
        begun = time.monotonic()
        with hosted.inbox.taking_over(timeout):
            left = timeout if timeout < 0 else max(0, timeout - int((time.monotonic() - begun) * 1000))
            has_closed = hosted.child.close(hosted.route, left)
            texts = hosted.inbox.drain()
            self._forget(core)
            hosted.deliver(texts)
        if not has_closed:
            raise TimedOutError(Code.ETIMEDOUT, "an effect ignored its cancellation")

    def discard(self, core: int) -> None:
        hosted = self._cores.get(core)
        if hosted is None:
            return
        try:
            hosted.child.close(hosted.route, _DISCARD_MILLISECONDS)
        finally:
            self._forget(core)

    def group_open(self) -> int:
        group = next(self._numbers)
        self._groups[group] = HostedGroup()
        return group

    def group_add(self, group: int, core: int) -> None:
        hosted = self._find(core)
        if any(core in each.cores for each in self._groups.values()):
            raise InvalidArgumentError(Code.EINVAL, "the core is in a group")
        self._group(group).add(core, hosted)

    def group_process(self, group: int, timeout: int) -> int:
        ready = self._group(group).ready(timeout, has_sink=True)
        return sum(self.process(core, 0) for core in ready)

    def group_receive(self, group: int, timeout: int, max_bytes: int) -> tuple[int, bytes | None]:
        found = self._group(group)
        for core in found.ready(timeout, has_sink=False):
            text = self.receive_all(core, 0, max_bytes)
            if text is not None:
                found.put_last(core)
                return core, text
        return 0, None

    def group_receive_ready(self, group: int) -> tuple[int, bytes | None]:
        found = self._group(group)
        for core in found.readable(0):
            found.put_last(core)
            return core, self.receive_ready(core)
        return 0, None

    def group_descriptor(self, group: int) -> int:
        return self._group(group).poll.fileno()

    def group_close(self, group: int) -> None:
        self._group(group).poll.close()
        del self._groups[group]

    def end(self) -> None:
        """Ends the child, which closes its cores first."""
        if self._child is not None and self._process == os.getpid():
            self._child.end()

    def _started(self) -> Child:
        self._check_process()
        with self._lock:
            if self._child is None or self._child.has_ended:
                self._child = Child(self._command)
            return self._child

    def _check_process(self) -> None:
        if self._process != os.getpid():
            raise ForkError(Code.EFORK, "the core was opened by the parent process")

    def _find(self, core: int) -> Hosted:
        hosted = self._cores.get(core)
        if hosted is None:
            raise NoCoreError(Code.ECORE, "no core has that id")
        self._check_process()
        return hosted

    def _group(self, group: int) -> HostedGroup:
        found = self._groups.get(group)
        if found is None:
            raise NoCoreError(Code.ECORE, "no group has that id")
        self._check_process()
        return found

    def _forget(self, core: int) -> None:
        hosted = self._cores.pop(core)
        for group in self._groups.values():
            group.remove(core)
        hosted.child.remove(hosted.name)
        hosted.inbox.fail(NoCoreError(Code.ECORE, "the core has been closed"))
        hosted.inbox.close()

    def _receive(self, core: int, timeout: int, most: int = 0, max_bytes: int = 0) -> list[bytes]:
        hosted = self._find(core)
        if hosted.has_callback:
            raise InvalidArgumentError(Code.EINVAL, "the core has a callback; one without is expected")
        with hosted.inbox as inbox:
            _settle(hosted, timeout)
            return _raised(inbox.take(timeout, most, max_bytes))


def _deliver_earlier(hosted: Hosted) -> None:
    """Delivers what was there before a call, unless another thread does."""
    with contextlib.suppress(BusyError), hosted.inbox as inbox:
        hosted.deliver(inbox.drain(with_refusals=False))


def _settle(hosted: Hosted, timeout: int) -> int:
    """Waits until what was sent has been handled. Returns how long to wait for messages then."""
    if timeout < -1:
        raise InvalidArgumentError(Code.EINVAL, f"found the timeout {timeout}; one from -1 on is expected")
    if not hosted.has_sent:
        return timeout
    hosted.synchronise()
    return 0


def _raised(texts: list[bytes]) -> list[bytes]:
    """Raises a refusal, which is taken by itself."""
    if texts and texts[0].startswith(REFUSED):
        raise error_of_message(json.loads(texts[0])["@refused"])
    return texts


def _array(texts: list[bytes]) -> bytes | None:
    return _joined(texts) if texts else None


def _joined(texts: list[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
