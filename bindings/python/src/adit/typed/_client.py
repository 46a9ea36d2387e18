"""A client of an app, over a core that an event loop drives."""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from types import TracebackType
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

from .. import aio
from .._text import Message
from ..library import Library
from ._coding import Case, evaluated, reader, to_json
from ._messages import Received, Sent, ToCore, ToHost
from ._readers import Reader
from .protocol import (
    AditAdvance,
    AditConfig,
    AditExport,
    AditExported,
    AditImport,
    AditImported,
    AditPaused,
    AditRedone,
    AditResumed,
    AditStats,
    AditToCore,
    AditToCoreHeard,
    AditToCorePause,
    AditToCoreRedo,
    AditToCoreResume,
    AditToCoreStats,
    AditToCoreTrace,
    AditToCoreUndo,
    AditTrace,
    AditUndone,
    AditWith,
)

T = TypeVar("T")
A = TypeVar("A")
O = TypeVar("O", bound=Case)  # noqa: E741
S = TypeVar("S")
M = TypeVar("M")
G = TypeVar("G", bound="Gateways")
C = TypeVar("C", bound="Client[Any, Any, Any]")

Answer = typing.Union[T, Awaitable[T]]
"""What a gateway returns, or awaits."""


class Gateways:
    """The gateways that the host serves: those that are not None.

    A function gets the request, and returns or awaits the result. Of a source, it is an asynchronous generator. An
    exception is the effect's error, and a cancelled effect cancels the function.
    """

    _keys: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, keys: Mapping[str, str] | None = None) -> None:
        super().__init_subclass__()
        cls._keys = keys or {}

    def functions(self) -> dict[str, aio.Gateway]:
        """Returns the functions by the names of the gateways, as `aio.open` takes them."""
        module, functions = type(self).__module__, {}
        for field in dataclasses.fields(cast("Any", self)):
            function = getattr(self, field.name)
            if function is not None:
                forms = typing.get_args(evaluated(str(field.type), module))
                (request,), result = next(filter(None, map(typing.get_args, forms)))
                read, is_source = reader(request, module), typing.get_origin(result) is AsyncIterator
                key = self._keys.get(field.name, field.name)
                functions[key] = _serving_many(read, function) if is_source else _serving(read, function)
        return functions


def _serving(read: Reader, function: Callable[[Any], object]) -> aio.Gateway:
    async def serve(request: object) -> object:
        answer = function(read(request, "@effect.request"))
        return to_json(await answer if inspect.isawaitable(answer) else answer)

    return serve


def _serving_many(read: Reader, function: Callable[[Any], AsyncIterator[object]]) -> aio.Gateway:
    async def serve(request: object) -> AsyncIterator[object]:
        items = function(read(request, "@effect.request"))
        try:
            async for item in items:
                yield to_json(item)
        finally:
            if isinstance(items, AsyncGenerator):
                await items.aclose()

    return serve


class Followed(Generic[T]):
    """A part of the core's state, kept up to date while its `async with` lasts."""

    follower: aio.Follower
    """The part as the binding has it: its revision, and of a window the position, the count, and `move`."""

    def __init__(self, follower: aio.Follower, read: Reader, path: str) -> None:
        self.follower, self._read, self._path = follower, read, path

    @property
    def value(self) -> T | None:
        """The present value, which is read anew each time; None if there is none now.

        Raises:
            DecodingError: it has another form.
        """
        value: T | None = self._read(self.follower.value, self._path) if self.follower.exists else None
        return value

    async def __aenter__(self) -> Followed[T]:
        await self.follower.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.follower.__aexit__(kind, error, trace)

    async def __aiter__(self) -> AsyncIterator[T | None]:
        """Waits for changes, and gives the value after each. A slow reader gets those that it missed as one."""
        async for _ in self.follower:
            yield self.value


class Client(Generic[S, M, G]):
    """A client of an app: a core of a library, which the running event loop drives."""

    core: aio.Core
    """The core, for what this class has no types for."""
    _app: ClassVar[str]
    _hash: ClassVar[str]
    _to_core: ClassVar[ToCore[Any]]
    _to_host: ClassVar[ToHost[Any]]

    def __init__(self, core: aio.Core) -> None:
        self.core = core

    @classmethod
    def open(
        cls: type[C],
        library: Library | aio.Group,
        on_message: Callable[[Received[M]], object] | None = None,
        *,
        gateways: G | None = None,
        config: AditConfig | None = None,
    ) -> C:
        """Opens a core; `async with` closes it.

        Args:
            library: the library, in this process or in a child; or a group of its cores.
            on_message: gets each message that is no answer, no update of a followed part, and no request to one of
                the gateways. Its exceptions, and the `DecodingError` of a message that is not understood, go to
                the loop's exception handler.
            gateways: the gateways that this host serves.
            config: `expects` is this catalog's hash by default, so another app is refused. It may be a catalog that
                the app has extended since (docs/wire.md).

        Raises:
            adit.ConfigError: the app is not what `expects` says. Further errors are those of `adit.Library.open`.
        """
        members: dict[str, object] = {"expects": cls._hash, **({} if config is None else config.to_json())}

        def receive(message: Message) -> None:
            if on_message is not None:
                on_message(cls._to_host.from_json(message))

        functions = {} if gateways is None else gateways.functions()
        if isinstance(library, aio.Group):
            return cls(library.open(cls._app, members, gateways=functions, on_message=receive))
        return cls(aio.open(library, cls._app, members, gateways=functions, on_message=receive))

    async def __aenter__(self: C) -> C:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def send(
        self,
        message: S | AditToCore,
        *,
        id: str | int | None = None,
        with_: AditWith | None = None,
        group: str | None = None,
    ) -> None:
        """Sends a message. What the core refuses at once is raised."""
        self.core.send(Sent(message, self._to_core.path(message), id, with_, group).to_json())

    async def request(
        self, message: S | AditToCore, *, with_: AditWith | None = None, group: str | None = None
    ) -> Received[M]:
        """Sends a message, and returns the first one that answers it.

        What it causes besides goes to `on_message`. `asyncio.wait_for` limits the wait.

        Raises:
            DecodingError: the answer is no message of the catalog.
            adit.CallError: the message was refused, or answered by an `@error`; it is of the code's own class.
            adit.ClosedError: the core closed before there was an answer.
        """
        sent = Sent(message, self._to_core.path(message), None, with_, group)
        return self._to_host.from_json(await self.core.request(sent.to_json()))

    async def stats(self) -> AditStats:
        """Returns the core's figures."""
        return await self._own(AditToCoreStats(), AditStats)

    async def trace(self) -> AditTrace:
        """Returns the last events, each with its cause. The config's `trace` has to be set."""
        return await self._own(AditToCoreTrace(), AditTrace)

    async def undo(self) -> AditUndone:
        """Reverts the last message that changed the state. The config's `undo` has to be set."""
        return await self._own(AditToCoreUndo(), AditUndone)

    async def redo(self) -> AditRedone:
        """Reverts the last undo."""
        return await self._own(AditToCoreRedo(), AditRedone)

    async def pause(self) -> AditPaused:
        """Closes the store's file; all messages wait until `resume`."""
        return await self._own(AditToCorePause(), AditPaused)

    async def resume(self) -> AditResumed:
        """Opens the store's file again."""
        return await self._own(AditToCoreResume(), AditResumed)

    async def export(self, options: AditExport) -> AditExported:
        """Writes the present state to a file."""
        return await self._own(options, AditExported)

    async def import_(self, path: str) -> AditImported:
        """Replaces the state with one read from a file."""
        return await self._own(AditImport(path), AditImported)

    def advance(self, by: int) -> None:
        """Advances a virtual clock by milliseconds."""
        self.core.send(AditAdvance(by).to_json())

    def heard(self, cursor: int) -> None:
        """Acknowledges the messages up to a `cursor`."""
        self.core.send(AditToCoreHeard(cursor).to_json())

    async def close(self) -> None:
        """Closes the core: handles what was sent before, and fails what is pending."""
        await self.core.close()

    async def _own(self, message: AditToCore, answer: type[O]) -> O:
        """Sends one of Adit's own messages, and returns its answer."""
        received = await self.core.request(message.to_json(), answers=lambda each: answer._case in each)
        found = self._to_host.from_json(received).message
        assert isinstance(found, answer)
        return found

    def _follow(self, path: str, shape: object, *, start: int | None = None, limit: int | None = None) -> Followed[Any]:
        follower = self.core.follow(path, start=start, limit=limit)
        return Followed(follower, reader(shape, type(self).__module__), path)


class Feature(Generic[A]):
    """The methods of one feature of an app."""

    def __init__(self, client: Client[Any, Any, Any], key: str) -> None:
        self._client, self._key = client, key

    async def _ask(self, request: Case) -> A:
        """Sends a request, and returns the feature's response; what it causes besides goes to `on_message`."""
        answer = await self._client.core.request(
            {self._key: {"request": request.to_json()}},
            answers=lambda message: "response" in (message.get(self._key) or ()),
        )
        received: Any = self._client._to_host.from_json(answer).message
        return cast(A, received)

    def _tell(self, message: Case, below: Literal["request"] | None = None) -> None:
        value: object = message.to_json()
        self._client.core.send({self._key: value if below is None else {below: value}})
