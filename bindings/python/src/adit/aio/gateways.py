"""Gateways as functions of the host."""

from __future__ import annotations

import asyncio
import collections
import contextvars
import functools
import inspect
from collections.abc import Mapping
from typing import Any, Callable

from .._text import Message
from ..core import Core
from ..errors import CallError, ClosedError, CrashedError, FullError, NoCoreError

Gateway = Callable[[Any], Any]
"""Serves a gateway: gets the request, and returns or awaits the result.

For an `@effect` with `"reply": "many"`, it is an asynchronous generator, each of whose items is a result.
"""

_effect: contextvars.ContextVar[Message] = contextvars.ContextVar("adit_effect")


def current_effect() -> Message:
    """Returns the message with the `@effect` that the running gateway serves, with its `@id` and `@client`.

    Raises:
        LookupError: no gateway is running.
    """
    return _effect.get()


class Gateways:
    """The running functions of a core's gateways, by their effects."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, core: Core, functions: Mapping[str, Gateway], report: Callable[..., None]
    ) -> None:
        self._loop = loop
        self._core = core
        self._functions = dict(functions)
        self._report = report
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # With the ids of their effects.
        self._unsent: collections.deque[tuple[str, Callable[[], None]]] = collections.deque()

    def begin(self, message: Message) -> bool:
        """Starts the function for an `@effect`. Returns False if there is none."""
        effect = message["@effect"]
        function = self._functions.get(effect["gateway"])
        if function is None:
            return False
        identity: str = effect["id"]
        task = self._loop.create_task(self._serve(function, message))
        self._tasks[identity] = task
        task.add_done_callback(lambda done: self._ended(identity, done))
        return True

    def cancel(self, identity: str) -> bool:
        """Cancels the function of an effect. Returns False if none is running."""
        task = self._tasks.pop(identity, None)
        if task is None:
            return False
        task.cancel()
        return True

    def cancel_all(self) -> list[asyncio.Task[None]]:
        """Cancels all functions, and returns their tasks."""
        tasks = [task for task in self._tasks.values() if task is not _current_task()]
        self._tasks.clear()  # Their answers are not expected any more.
        self._unsent.clear()
        for task in tasks:
            task.cancel()
        return tasks

    def send_unsent(self) -> None:
        """Sends the answers that were kept, as far as the queue has room. Is called whenever the core was driven."""
        while self._unsent:
            identity, send = self._unsent.popleft()
            try:
                is_sent = self._is_sent(send)
            except (ClosedError, NoCoreError):
                raise
            except CallError as error:
                self._report("a gateway's result was refused", error)
                send = functools.partial(self._core.reply, identity, error=_reason(error))
                is_sent = self._is_sent(send)
            if not is_sent:
                self._unsent.appendleft((identity, send))
                return

    def _send(self, identity: str, send: Callable[[], None]) -> None:
        """Sends an answer, or keeps it until the queue has room: no sooner than the core was driven."""
        if self._unsent or not self._is_sent(send):
            self._unsent.append((identity, send))

    @staticmethod
    def _is_sent(send: Callable[[], None]) -> bool:
        try:
            send()
        except FullError:
            return False
        except CrashedError:
            pass  # The effect has ended with the core's process.
        return True

    async def end(self) -> None:
        """Cancels all functions, and waits until they have ended."""
        await asyncio.gather(*self.cancel_all(), return_exceptions=True)

    def _ended(self, identity: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(identity) is task:
            del self._tasks[identity]
        if not task.cancelled() and task.exception() is not None:
            self._report("a gateway's answer was refused", task.exception())

    def _is_expected(self, identity: str) -> bool:
        return self._tasks.get(identity) is asyncio.current_task()

    async def _serve(self, function: Gateway, message: Message) -> None:
        _effect.set(message)
        effect = message["@effect"]
        reply, identity = effect.get("reply", True), effect["id"]
        failure: BaseException | None = None
        result: Any = None
        try:
            result = function(effect["request"])
            if inspect.isasyncgen(result):
                await self._serve_many(result, identity, effect["gateway"])
                return
            if inspect.isawaitable(result):
                result = await result
        except asyncio.CancelledError as error:
            if not self._is_expected(identity):
                raise  # `@cancel`, or the end of the core
            failure = error  # The function has cancelled itself.
        except Exception as error:
            failure = error
        if failure is not None:
            self._report(f"the gateway {effect['gateway']} failed", failure)
        if reply is not False and self._is_expected(identity):
            self._answer(identity, result, failure)

    async def _serve_many(self, results: Any, identity: str, gateway: str) -> None:
        failure: BaseException | None = None
        try:
            async for result in results:
                if not self._is_expected(identity):
                    return
                self._send(identity, functools.partial(self._core.reply, identity, result, more=True))
        except Exception as error:
            failure = error
            self._report(f"the gateway {gateway} failed", failure)
        finally:
            await results.aclose()
        if self._is_expected(identity):
            if failure is None:
                self._send(identity, lambda: self._core.send({"@reply": {"effect": identity}}))
            else:
                self._answer(identity, None, failure)

    def _answer(self, identity: str, result: Any, failure: BaseException | None) -> None:
        if failure is None:
            try:
                self._send(identity, lambda: self._core.reply(identity, result))
                return
            except (CallError, TypeError, ValueError) as error:  # It is no JSON.
                failure = error
                self._report("a gateway's result was refused", failure)
        reason = _reason(failure)
        self._send(identity, lambda: self._core.reply(identity, error=reason))


def _reason(failure: BaseException) -> Message:
    """Returns what the app receives in place of a result."""
    text = str(failure).encode("utf-8", "replace").decode()  # without lone surrogates, which are no JSON
    return {"name": type(failure).__name__, "message": text}


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:  # In a callback of the loop, there is none.
        return None
