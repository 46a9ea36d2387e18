extension PythonSource {
    /// What serves the gateways.
    static let serving = #"""


        def _serving(read: Callable[[object, str], Q], function: Callable[[Q], object]) -> adit.aio.Gateway:
            async def serve(request: object) -> object:
                answer = function(read(request, "@effect.request"))
                return _json(await answer if inspect.isawaitable(answer) else answer)

            return serve


        def _serving_many(
            read: Callable[[object, str], Q], function: Callable[[Q], AsyncIterator[object]]
        ) -> adit.aio.Gateway:
            async def serve(request: object) -> AsyncIterator[object]:
                items = function(read(request, "@effect.request"))
                try:
                    async for item in items:
                        yield _json(item)
                finally:
                    if isinstance(items, AsyncGenerator):
                        await items.aclose()

            return serve
        """#

    static let gatewaysDoc = """
        The gateways that the host serves: those that are not None.

        A function gets the request, and returns or awaits the result. Of a source, it is an asynchronous generator. An
        exception is the effect's error, and a cancelled effect cancels the function.

        """

    /// A part of the state.
    static let followed = #"""


        class Followed(Generic[T]):
            """A part of the core's state, kept up to date while its `async with` lasts."""

            follower: adit.aio.Follower
            """The part as the binding has it: its revision, and of a window the position, the count, and `move`."""

            def __init__(self, follower: adit.aio.Follower, read: Callable[[object, str], T], path: str) -> None:
                self.follower, self._read, self._path = follower, read, path

            @property
            def value(self) -> Optional[T]:
                """The present value, which is read anew each time; None if there is none now.

                Raises:
                    DecodingError: it has another form.
                """
                return self._read(self.follower.value, self._path) if self.follower.exists else None

            async def __aenter__(self) -> Followed[T]:
                await self.follower.__aenter__()
                return self

            async def __aexit__(
                self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
            ) -> None:
                await self.follower.__aexit__(kind, error, trace)

            async def __aiter__(self) -> AsyncIterator[Optional[T]]:
                """Waits for changes, and gives the value after each. A slow reader gets those that it missed as one."""
                async for _ in self.follower:
                    yield self.value
        """#

    static let opening = #"""
        core: adit.aio.Core
        """The core, for what this class has no types for."""

        def __init__(self, core: adit.aio.Core) -> None:
            self.core = core

        @classmethod
        def open(
            cls,
            library: Union[adit.Library, adit.aio.Group],
            on_message: Optional[Callable[[Received], object]] = None,
            *,
            gateways: Optional[Gateways] = None,
            config: Optional[AditConfig] = None,
        ) -> AppClient:
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
            members: dict[str, object] = {"expects": HASH, **({} if config is None else config.to_json())}

            def receive(message: dict[str, Any]) -> None:
                if on_message is not None:
                    on_message(Received.from_json(message))

            functions = (gateways or Gateways())._functions()
            if isinstance(library, adit.aio.Group):
                return cls(library.open(APP, members, gateways=functions, on_message=receive))
            return cls(adit.aio.open(library, APP, members, gateways=functions, on_message=receive))

        async def __aenter__(self) -> AppClient:
            return self

        async def __aexit__(
            self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
        ) -> None:
            await self.close()

        """#

    static let requestDoc = """
        Sends a message, and returns the first one that answers it.

        What it causes besides goes to `on_message`. `asyncio.wait_for` limits the wait.

        Raises:
            DecodingError: the answer is no message of the catalog.
            adit.CallError: the message was refused, or answered by an `@error`; it is of the code's own class.
            adit.ClosedError: the core closed before there was an answer.

        """

    static let closing = #"""
        async def close(self) -> None:
            """Closes the core: handles what was sent before, and fails what is pending."""
            await self.core.close()
        """#
}
