// SPDX-License-Identifier: Apache-2.0

extension PythonSource {
    /// What a client needs beside the types.
    static let clientRuntime = #"""


        class Transport(Protocol):
            """What carries messages: a binding's core, or a connection to a server."""

            def open(self, app: str, config: str, on_message: Callable[[str], None]) -> None:
                """Opens a core with a config. The function is called with each message, while the host drives the core."""

            def send(self, text: str) -> None:
                """Sends a message."""


        class Reply(Generic[T]):
            """The answer to a request of the core, which may be given later, and by any thread that the transport allows."""

            def __init__(self, transport: Transport, effect: str, many: bool) -> None:
                self._transport, self._many = transport, many
                self.effect = effect
                self.is_cancelled = False
                """Whether the core needs no answer any more."""
                self.on_cancel: Optional[Callable[[], None]] = None
                """Called when the core needs no answer any more."""

            def send(self, result: T) -> None:
                """Answers; of a source, with one of its items."""
                self._answer({"result": _json(result), **({"more": True} if self._many else {})})

            def fail(self, error: object) -> None:
                """Answers with an error: any JSON."""
                self._answer({"error": error})

            def end(self) -> None:
                """Ends a source."""
                self._answer({})

            def _answer(self, answer: Mapping[str, object]) -> None:
                if not self.is_cancelled:
                    reply = {"@reply": {"effect": self.effect, **answer}}
                    self._transport.send(json.dumps(reply, ensure_ascii=False, allow_nan=False))

            def _cancel(self) -> None:
                self.is_cancelled = True
                if self.on_cancel is not None:
                    self.on_cancel()
        """#

    static let clientMethods = #"""
        def open(self, config: Optional[AditConfig] = None, *, expects: object = HASH) -> None:
            """Opens the core.

            `expects` is what the app has to be compatible with: this catalog's hash, and no other, or the text of a catalog
            that the app may have extended since (docs/compatibility.md). An app that is not is refused by the transport.
            """
            members = {} if config is None else config.to_json()
            members.setdefault("gateways", list(self._served))
            members["expects"] = json.loads(expects) if isinstance(expects, str) and expects.startswith("{") else expects
            self._transport.open(APP, json.dumps(members, ensure_ascii=False, allow_nan=False), self._receive)
        """#

    /// Serves the requests of the core.
    static let receiving = #"""
        def _receive(self, text: str) -> None:
            received = loads(text)
            message = received.message
            if isinstance(message, AditCancel):
                reply = self._replies.pop(message.effect, None)
                if reply is not None:
                    reply._cancel()
            elif isinstance(message, MessageToHostEffect):
                serve = self._served.get(message.value.gateway)
                if serve is not None:
                    try:
                        serve(message.value)
                    except Exception as error:
                        if message.value.reply is False:  # nobody waits for an answer
                            raise
                        answer: Reply[object] = Reply(self._transport, message.value.id, False)
                        answer.fail({"name": type(error).__name__, "message": str(error)})
                    return
            self._on_message(received)
        """#

    static let receivingWithoutGateways = #"""
        def _receive(self, text: str) -> None:
            self._on_message(loads(text))
        """#
}
