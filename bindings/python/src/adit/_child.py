"""The process `adit serve`."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

from ._lines import line_of
from ._routes import Answer, Collected, Routed, Routes
from .errors import CrashedError, LoadError, TimedOutError

_END_SECONDS = 5.0


class Child:
    """The process, as its lines are written. Any thread."""

    def __init__(self, command: list[str]) -> None:
        try:
            # In a session of its own, an interruption from the terminal is for this process to handle.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise LoadError(f"cannot run {command[0]}: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._routes = Routes()
        arguments = (self._process.stdout, self._process)
        threading.Thread(target=self._routes.read, args=arguments, name="adit serve", daemon=True).start()
        self._finalizer = weakref.finalize(self, _end, self._process, os.getpid())
        _children.add(self)
        self.ready: dict[str, Any] = self._routes.ready.get(-1)["@ready"]

    @property
    def has_ended(self) -> bool:
        return self._routes.has_ended

    def add(self, name: str) -> Routed:
        """Begins to route the messages of a core."""
        core = self._routes.cores[name] = Routed(name)
        return core

    def remove(self, name: str) -> None:
        self._routes.cores.pop(name, None)

    def write(self, line: bytes) -> None:
        """Writes a line.

        Raises:
            CrashedError: the process has ended.
        """
        view = memoryview(line)
        try:
            with self._lock:
                while view:
                    view = view[self._input.write(view) :]
        except (OSError, ValueError) as error:
            raise CrashedError(f"adit serve has ended: {error}") from error

    def ask(self, line: bytes, timeout: int = -1, *, core: str | None = None) -> dict[str, Any]:
        """Writes a line to the server, a JSON object, and waits for its answer.

        Raises:
            CrashedError: the process, or that of the core, has ended.
            TimedOutError
            CallError: the line was refused.
        """
        identity = self.new_id()
        return self._ask(line[:-1] + f',"@id":"{identity}"}}\n'.encode(), identity, timeout, core)

    def new_id(self) -> str:
        """Returns an id that nobody else makes, and no other message of this process has."""
        return f"{self._routes.prefix}{next(self._numbers)}"

    def close(self, core: Routed, timeout: int) -> bool:
        """Closes a core, and waits for its last message. Returns False if the time is up."""
        deadline = None if timeout < 0 else time.monotonic() + timeout / 1000
        while not core.has_closed.is_set():
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                if core.is_closing:
                    return core.has_closed.wait(left)
                core.is_closing = True
                if core.is_paused:  # Otherwise `@close` would wait, too.
                    self.write(line_of(b'{"@resume":{}}', core.name))
                identity = self.new_id()
                line = line_of(b'{"@close":{}}', core.name, identity)
                self._ask(line, identity, -1 if left is None else int(left * 1000), core.name)
            except CrashedError:
                # It is started again, and then it can be closed; or all of the process has ended.
                if not core.is_up.wait(left):
                    return False
                core.is_closing = False
            except TimedOutError:
                return False
        return True

    def _ask(self, line: bytes, identity: str, timeout: int, core: str | None) -> dict[str, Any]:
        answer = self._routes.answers[identity] = Answer(core)
        try:
            self.write(line)
            if self._routes.has_ended:
                raise CrashedError("adit serve has ended")
            return answer.get(timeout)
        finally:
            self._routes.answers.pop(identity, None)

    @contextlib.contextmanager
    def collect(self, core: Routed, member: bytes) -> Iterator[Collected]:
        """Collects the messages of a core with a member. Without success, they are received in the usual way."""
        collected = Collected(member)
        core.collected.append(collected)
        try:
            yield collected
            core.collected.remove(collected)
            if collected.error is not None:
                raise collected.error
        except BaseException:
            if collected in core.collected:
                core.collected.remove(collected)
            for text in collected.texts:
                core.inbox.put(self.without_own_id(text))
            raise

    def without_own_id(self, text: bytes) -> bytes:
        """Returns the text of a message without an id of `new_id`."""
        return self._routes.own_id.sub(b"", text)

    def end(self) -> None:
        """Lets the process close its cores, and waits for its end."""
        self._finalizer()

    def abandon(self) -> None:
        """Closes the pipes of the parent in a forked child."""
        self._input.close()
        if self._process.stdout is not None:
            self._process.stdout.close()


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    if owner != os.getpid() or process.stdin is None:
        return
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


# A forked child must not keep the input open: its end is what ends the process.
_children: weakref.WeakSet[Child] = weakref.WeakSet()


def _abandon_all() -> None:
    for child in list(_children):
        with contextlib.suppress(OSError, ValueError):
            child.abandon()


os.register_at_fork(after_in_child=_abandon_all)
