"""A core in an asyncio event loop."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import warnings
import weakref
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any, Callable

from .. import core as _core
from .._text import Message, Sendable, describe, expect_function, from_text
from ..errors import BusyError, ClosedError, Code, CrashedError, Error, NoCoreError, error_of_message
from ..library import Library
from ..mirror import Mirror
from .follower import Follower
from .gateways import Gateway, Gateways

# Messages that a message causes on the way to its answer.
_UNDERWAY = ("@effect", "@cancel", "@log", "@gap", "@progress")


def open(
    library: Library,
    app: str,
    config: Mapping[str, Any] | None = None,
    *,
    gateways: Mapping[str, Gateway] | None = None,
    on_message: Callable[[Message], object] | None = None,
) -> Core:
    """Opens a core that the running event loop drives.

    Args:
        library: the library.
        app: the app's name.
        config: the keys in docs/abi.md. The names of the gateways are added.
        gateways: functions that serve the app's gateways: each gets a request, and returns or awaits the result.
        on_message: is called with each message that is no answer to a `request`, no update of a follower, and no
            request to one of the gateways. An exception goes to the loop's exception handler.

    Raises:
        The errors of `Library.open`.
    """
    core = Core(library, app, config, gateways, on_message)
    core.drive_alone()
    return core


class Core:
    """A core that an event loop drives. `open` makes one; `async with` closes it.

    All methods but `send` and `submit` are for the loop's thread.
    """

    def __init__(
        self,
        library: Library,
        app: str,
        config: Mapping[str, Any] | None,
        gateways: Mapping[str, Gateway] | None,
        on_message: Callable[[Message], object] | None,
    ) -> None:
        if not isinstance(library, Library):
            raise TypeError(f"found {describe(library)}; an adit.Library is expected")
        if on_message is not None:
            expect_function(on_message, "on_message")
        self.loop = asyncio.get_running_loop()
        self._core = library.open(app, _with_gateways(config, gateways))
        self._gateways = Gateways(self.loop, self._core, gateways or {}, self._report)
        self._on_message = on_message
        self._followers: dict[str, Follower] = {}
        # The answer, and what it has to be.
        self._pending: dict[str, tuple[asyncio.Future[Message], Callable[[Message], bool]]] = {}
        self._readers: set[asyncio.Queue[Message | None]] = set()
        # Ids of another run of the program may be in a store, and those of other senders beside them.
        self._prefix = secrets.token_hex(4)
        self._numbers = itertools.count(1)
        self._has_closed: asyncio.Future[None] = self.loop.create_future()
        self._is_closing = self._is_paused = False
        self._stop: Callable[[], object] = _nothing

    async def __aenter__(self) -> Core:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def __del__(self) -> None:
        if hasattr(self, "_core") and not self.closed:
            warnings.warn(f"{self!r} was not closed", ResourceWarning, stacklevel=2, source=self)

    def __repr__(self) -> str:
        return f"<adit.aio.Core of {self._core.app!r}, {'closed' if self.closed else 'open'}>"

    @property
    def app(self) -> str:
        """The app's name."""
        return self._core.app

    @property
    def closed(self) -> bool:
        """Whether the core has been closed."""
        return self._core.closed

    def send(self, message: Sendable) -> None:
        """Queues a message. Any thread. The errors are those of `adit.Core.send`."""
        self._core.send(message)

    def submit(self, client: str, message: Sendable) -> None:
        """Queues a message on behalf of a client. Any thread. The errors are those of `adit.Core.submit`."""
        self._core.submit(client, message)

    def reply(self, effect: str, result: Any = None, *, error: Any = None, more: bool = False) -> None:
        """Answers an `@effect` of a gateway without a function. Any thread."""
        self._core.reply(effect, result, error=error, more=more)

    async def request(self, message: Mapping[str, Any], *, answers: Callable[[Message], bool] | None = None) -> Message:
        """Sends a message with an `@id` of its own, and returns the first message that answers it.

        Args:
            message: the message.
            answers: whether a message that has the `@id` is the answer; others go to `on_message`. By default, the
                first one is it. An `@error` always is.

        Requests to gateways, their cancellation, log lines and progress are no answers. What the message causes
        besides, or after the request was cancelled, goes to `on_message`. `asyncio.wait_for` limits the wait.

        Raises:
            CallError: the message was refused, or answered by an `@error`; it is of the code's own class.
            ClosedError: the core closed before there was an answer.
        """
        if not isinstance(message, Mapping):
            raise TypeError(f"found {describe(message)}; a dict is expected, as a request gets an @id")
        if "@id" in message:
            raise ValueError(f"found an @id, {message['@id']!r}, in a request, which has one of its own")
        identity = f"{self._prefix}-{next(self._numbers)}"
        answer: asyncio.Future[Message] = self.loop.create_future()
        self._pending[identity] = (answer, answers or _always)
        try:
            self._core.send({**message, "@id": identity})
            return await answer
        finally:
            self._pending.pop(identity, None)

    async def get(self, path: str) -> Any:
        """Returns a part of the state, by its JSON Pointer; None if the path leads nowhere now.

        Raises:
            InvalidMessageError: no state of the app can have that path.
        """
        answer = await self.request({"@get": {"path": path}})
        return answer["@value"].get("value")

    def call(self, message: Sendable) -> list[Message]:
        """Sends a message, handles it at once, and returns its output, as `adit.Core.call` does.

        For tests, and for an `@advance` of a virtual clock. Requests to gateways that it causes are in the output, and
        are served as well.
        """
        messages = self._core.call(message, _core.CLOSE_TIMEOUT)
        self._drive()  # The output of earlier messages comes first.
        for each in messages:
            self._dispatch(each)
        return messages

    def follow(self, path: str, *, start: int | None = None, limit: int | None = None) -> Follower:
        """Follows a part of the state, by its JSON Pointer, in an `async with`.

        Args:
            path: the pointer.
            start, limit: of a list, the first position and the number of elements of a window.

        Entering it waits for the value.

        Raises:
            InvalidMessageError: on entering: no state of the app can have that path.
        """
        return Follower(self, Mirror(path, start=start, limit=limit))

    async def messages(self) -> AsyncIterator[Message]:
        """Iterates over the messages that `on_message` gets, from the first iteration on, until the core closes."""
        queue: asyncio.Queue[Message | None] = asyncio.Queue()
        self._readers.add(queue)
        try:
            while not self._has_closed.done() or not queue.empty():
                message = await queue.get()
                if message is None:
                    return
                yield message
        finally:
            self._readers.discard(queue)

    async def close(self, timeout: float | None = _core.CLOSE_TIMEOUT) -> None:
        """Closes the core: handles what was sent before, cancels effects and gateways, and fails what is pending.

        Args:
            timeout: how long to wait for effects that ignore their cancellation, in seconds.

        Raises:
            TimedOutError: the core is closed, but an effect ignored its cancellation.
        """
        if self.closed:
            return
        self._is_closing = True
        try:
            if self._is_paused:
                self._core.send({"@resume": {}})  # Otherwise `@close` would wait, too.
            self._core.send({"@close": {}})
        except ClosedError:
            pass  # It is closing already.
        except Error:
            timeout = 0  # Its queue is full, or it is gone with its process: it closes below.
        try:
            await asyncio.wait([self._has_closed], timeout=timeout)
            self._stop()
            self._core.close(0)
        except asyncio.CancelledError:
            self._stop()
            with contextlib.suppress(Error):
                self._core.close(0)
            raise
        finally:
            self._end()
            await self._gateways.end()

    def drive_alone(self) -> None:
        """Lets the loop poll the core's own descriptor. For `open`."""
        descriptor, reference = self._core.fileno(), weakref.ref(self)

        def on_readable() -> None:
            core = reference()
            if core is not None:
                core._drive()

        self.loop.add_reader(descriptor, on_readable)
        self._stop = weakref.finalize(self, unwatch, self.loop, descriptor)

    def drive_by(self, group: _core.Group, stop: Callable[[], object]) -> int:
        """Lets a group drive the core, until `stop` is called. Returns the core's id. For `Group`."""
        group.add(self._core)
        self._stop = stop
        return self._core.id

    def _drive(self) -> None:
        try:
            text = self._core.receive_all_text()
        except BusyError:
            return  # Another thread drives it.
        except (ClosedError, NoCoreError, CrashedError) as error:
            self._stop()
            self._end(error)
            return
        if text is not None:
            self.take(text)
        self.send_unsent()

    def take(self, text: bytes) -> None:
        """Passes on the messages of a JSON array."""
        for message in from_text(text):
            self._dispatch(message)

    def send_unsent(self) -> None:
        """Sends the answers of gateways for which the queue had no room. Is called whenever the core was driven."""
        with contextlib.suppress(ClosedError, NoCoreError, CrashedError):  # It needs none any more.
            self._gateways.send_unsent()

    def _dispatch(self, message: Message) -> None:
        if "@effect" in message and self._gateways.begin(message):
            return
        if "@cancel" in message and self._gateways.cancel(message["@cancel"]["effect"]):
            return
        is_own = "@client" not in message
        update = message.get("@patch") or message.get("@value")
        if is_own and update is not None:
            follower = self._followers.get(update.get("subscription", ""))
            if follower is not None:
                follower.take(message)
                if "@id" in message:
                    self._answer(message)
                return
        if is_own and "@id" in message and self._answer(message):
            return
        self._follow_process(message)
        self._publish(message)
        if "@closed" in message:
            self._end()
        elif "@paused" in message or "@resumed" in message:
            self._is_paused = "@paused" in message

    def _follow_process(self, message: Message) -> None:
        """Follows the end and the beginning of the core's process, if it is `adit serve`."""
        if "@crashed" in message:
            self._fail_pending(CrashedError("the process of the core ended before there was an answer"))
            self._gateways.cancel_all()
        elif "@reopened" in message:
            with contextlib.suppress(CrashedError):  # Another `@reopened` follows then, or `@gone`.
                if self._is_closing:
                    self._core.send({"@close": {}})
            for follower in [] if self._is_closing else list(self._followers.values()):
                follower.subscribe_again(is_new=True)
        elif "@gone" in message:
            self._gateways.cancel_all()
            self._end(error_of_message(message["@gone"]))

    def _answer(self, message: Message) -> bool:
        """Completes the request that a message answers. Returns False if it answers none."""
        if any(key in message for key in _UNDERWAY):
            return False
        answer, answers = self._pending.get(message["@id"], (None, _always))
        if answer is None or answer.done() or not ("@error" in message or answers(message)):
            return False
        del self._pending[message["@id"]]
        if "@error" in message:
            answer.set_exception(error_of_message(message["@error"]))
        else:
            answer.set_result(message)
        return True

    def _publish(self, message: Message) -> None:
        for queue in self._readers:
            queue.put_nowait(message)
        if self._on_message is not None:
            try:
                self._on_message(message)
            except Exception as error:
                self._report("on_message failed", error)

    def _fail_pending(self, error: Exception) -> None:
        pending, self._pending = self._pending, {}
        for answer, _ in pending.values():
            if not answer.done():
                answer.set_exception(error)

    def _end(self, error: Exception | None = None) -> None:
        """Ends what waits for the core."""
        if not self._has_closed.done():
            self._has_closed.set_result(None)
        self._fail_pending(error or ClosedError(Code.ECLOSED, "the core closed before there was an answer"))
        for follower in list(self._followers.values()):
            follower.core_closed()
        for queue in self._readers:
            queue.put_nowait(None)

    def _report(self, text: str, error: BaseException) -> None:
        self.loop.call_exception_handler({"message": f"{self!r}: {text}", "exception": error})


def _with_gateways(config: Mapping[str, Any] | None, gateways: Mapping[str, Gateway] | None) -> dict[str, Any]:
    if config is not None and not isinstance(config, Mapping):
        raise TypeError(f"config: found {describe(config)}; a dict is expected, to which the gateways are added")
    if gateways is not None and not isinstance(gateways, Mapping):
        raise TypeError(f"gateways: found {describe(gateways)}; a dict of functions by their names is expected")
    for name, function in (gateways or {}).items():
        expect_function(function, f"gateways: {name}")
    whole = dict(config or {})
    names = [*whole.get("gateways", []), *(gateways or {})]
    if names:
        whole["gateways"] = list(dict.fromkeys(names))
    return whole


def unwatch(loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
    """Lets a loop poll a descriptor no more. Any thread."""
    if loop.is_closed():
        return
    if _running_loop() is loop or not loop.is_running():
        loop.remove_reader(descriptor)
    else:
        loop.call_soon_threadsafe(loop.remove_reader, descriptor)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _nothing() -> None:
    pass


def _always(_: Message) -> bool:
    return True
