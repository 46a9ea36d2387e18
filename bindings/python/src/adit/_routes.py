"""The lines of `adit serve`, as they are read, and who waits for them."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import threading
from typing import IO, Any

from ._inbox import Inbox
from ._lines import core_of, member_length
from .errors import ClosedError, Code, CrashedError, Error, LoadError, NoCoreError, TimedOutError, error_of_message


class Answer:
    """The answer to a line, which a thread waits for."""

    def __init__(self, core: str | None) -> None:
        self.core = core
        self._has_come = threading.Event()
        self._line: dict[str, Any] = {}
        self._error: Exception | None = None

    def set(self, line: dict[str, Any] | Exception) -> None:
        if isinstance(line, Exception):
            self._error = line
        else:
            self._line = line
        self._has_come.set()

    def get(self, timeout: int) -> dict[str, Any]:
        """Waits, in milliseconds, -1 without limit."""
        if not self._has_come.wait(None if timeout < 0 else timeout / 1000):
            raise TimedOutError(Code.ETIMEDOUT, "the time is up")
        if self._error is not None:
            raise self._error
        return self._line


class Collected:
    """What one message causes, by its `@id`; all but updates of subscriptions for an empty member."""

    def __init__(self, member: bytes) -> None:
        self.member = member
        self.texts: list[bytes] = []
        self.error: Exception | None = None


class Routed:
    """A core in the process, as its lines are read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.inbox = Inbox()
        self.collected: list[Collected] = []
        self.has_closed = threading.Event()
        self.is_up = threading.Event()
        self.is_up.set()
        self.is_closing = False  # `@close` has been sent.
        self.is_paused = False

    def close(self, error: Exception, last: bytes | None = None) -> None:
        """Ends the messages: the core has closed, or is gone."""
        self.inbox.fail(error, last, self.has_closed)
        self.is_up.set()


class Routes:
    """Who waits for which lines. One thread reads the lines and passes them on."""

    def __init__(self) -> None:
        # Of the ids of this side, which nobody else makes.
        self.prefix = f"adit-{secrets.token_hex(4)}-"
        # What a call causes after its end is not to have its id.
        self.own_member = f'"@id":"{self.prefix}'.encode()
        self.own_id = re.compile(f',"@id":"{self.prefix}[0-9]+"'.encode())
        self.ready: Answer = Answer(None)
        self.cores: dict[str, Routed] = {}
        self.answers: dict[str, Answer] = {}
        self.has_ended = False

    def read(self, output: IO[bytes], process: subprocess.Popen[bytes]) -> None:
        """Passes the lines on until their end."""
        reason = None
        try:
            self._read(output)
        except Exception as error:  # Without its lines, the process is of no use, and nobody is to wait for it.
            reason = f"found a line that is not understood: {error!r}"
            process.kill()
        self._end(process.wait(), reason)

    def _read(self, output: IO[bytes]) -> None:
        rest = bytearray()
        with output:
            while more := os.read(output.fileno(), 1 << 18):
                rest += more
                end = rest.rfind(b"\n")
                if end >= 0:
                    for line in bytes(rest[:end]).split(b"\n"):
                        self._pass(line)
                    del rest[: end + 1]

    def _pass(self, line: bytes) -> None:
        found = core_of(line)
        if found is None:
            self._pass_answer(json.loads(line))
            return
        core = self.cores.get(found[0])
        if core is not None:
            self._pass_message(core, found[1])

    def _pass_message(self, core: Routed, text: bytes) -> None:
        for collected in core.collected:
            if collected.member in text if collected.member else not text.startswith(b'{"@patch":'):
                collected.texts.append(text)
                return
        if text.startswith(b'{"@closed":'):
            self._close(core, text)
            return
        core.inbox.put(self.own_id.sub(b"", text) if self.own_member in text else text)
        if text.startswith((b'{"@paused":', b'{"@resumed":')):
            core.is_paused = text.startswith(b'{"@paused":')

    def _close(self, core: Routed, text: bytes) -> None:
        identity = json.loads(text).get("@id")
        is_own = self._is_own(identity)
        core.close(ClosedError(Code.ECLOSED, "the core has closed"), self.own_id.sub(b"", text))
        answer = self.answers.pop(identity, None) if is_own else None
        if answer is not None:
            answer.set({})

    def _is_own(self, identity: Any) -> bool:
        return isinstance(identity, str) and identity.startswith(self.prefix)

    def _pass_answer(self, line: dict[str, Any]) -> None:
        if "@ready" in line:
            self.ready.set(line)
            return
        identity, name = line.pop("@id", None), line.pop("@core", None)
        answer = self.answers.pop(identity, None) if self._is_own(identity) else None
        if answer is not None:
            answer.set(error_of_message(line["@refused"]) if "@refused" in line else line)
            return
        core = self.cores.get(name or "")
        if core is not None:
            self._pass_event(core, line, identity)

    def _pass_event(self, core: Routed, line: dict[str, Any], identity: Any) -> None:
        """A refused message, or the end of the core's process."""
        if "@refused" in line:
            self._refuse(core, line["@refused"], identity)
            return
        if "@reopened" in line:
            core.is_up.set()
            core.inbox.put(_dumped(line))
            return
        core.is_up.clear()
        core.is_closing = core.is_paused = False
        name = "@crashed" if "@crashed" in line else "@gone"
        error: Error = CrashedError(f"the core's process has ended: {_dumped(line[name]).decode()}")
        for key, answer in list(self.answers.items()):
            if answer.core == core.name and self.answers.pop(key, None) is not None:
                answer.set(error)
        if "@gone" in line:
            core.close(error_of_message(line["@gone"]), _dumped(line))
        else:
            core.inbox.put(_dumped(line))

    def _refuse(self, core: Routed, refused: dict[str, Any], identity: Any) -> None:
        for collected in core.collected:
            if identity is not None and collected.member == id_member(identity):
                refused = _shifted(refused, member_length(core.name, identity))
                collected.error = error_of_message(refused)
                return
        if self._is_own(identity):
            return  # The caller knows it: the core's process has ended.
        refused = _shifted(refused, member_length(core.name))
        beside = {} if identity is None else {"@id": identity}
        core.inbox.put(_dumped({"@refused": refused, **beside}))

    def _end(self, status: int, reason: str | None) -> None:
        self.has_ended = True
        how = reason or (f"by signal {-status}" if status < 0 else f"with the status {status}")
        if status == 0:
            error: Error = NoCoreError(Code.ECORE, "adit serve has ended")
        else:
            error = CrashedError(f"adit serve has ended {how}")
        self.ready.set(LoadError(f"adit serve ended {how} before it was ready"))
        for answer in list(self.answers.values()):
            answer.set(error)
        gone = _dumped({"@gone": {"code": "ecrashed" if status else "ecore", "message": error.text}})
        for core in list(self.cores.values()):
            core.close(error, None if core.has_closed.is_set() else gone)


def id_member(identity: Any) -> bytes:
    """The member `@id` of a message."""
    return b'"@id":' + _dumped(identity)


def _shifted(refused: dict[str, Any], length: int) -> dict[str, Any]:
    """A refusal with the offset in the message, before the members `@core` and `@id` were added behind its brace."""
    offset = refused.get("offset")
    return refused if offset is None or offset == 0 else {**refused, "offset": max(offset - length, 1)}


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
