extension PythonSource {
    func writeClient() {
        writeGateways()
        writer.line(PythonSource.followed)
        let beside = zip(model.toCore.all, PythonSource.fields.names(model.toCore.all.map(\.key), beside: ["message"]))
            .map {
                (key: $0.0.key, name: $0.1, type: type($0.0.shape.wrapped))
            }
        writer.line("\n")
        writer.block("class \(clientName):", nil) { writer in
            writer.line(
                PythonSource.docstring(
                    "A client of the app \(model.app): a core of a library, which the running event loop drives.")
                    + "\n"
            )
            writer.line(ofClient(PythonSource.opening))
            let doc = "Sends a message. What the core refuses at once is raised."
            writeSending("def send", to: "None", doc, beside) {
                "self.core.send(Sent(message, \($0)).to_json())"
            }
            writeSending(
                "async def request", to: "Received", PythonSource.requestDoc, beside.filter { $0.key != "@id" }
            ) { "return Received.from_json(await self.core.request(Sent(message, \($0)).to_json()))" }
            for (part, name, _) in namedParts() { writeFollowing(part, name) }
            writer.line(PythonSource.closing)
        }
    }

    private func writeSending(
        _ head: String, to result: String, _ doc: String, _ beside: [(key: String, name: String, type: String)],
        _ body: (String) -> String
    ) {
        let arguments = beside.map { "\($0.name): Optional[\($0.type)] = None" }.joined(separator: ", ")
        writer.block("\(head)(self, message: \(ClientModel.messageToCore), *, \(arguments)) -> \(result):", nil) {
            writer in
            writer.line(PythonSource.docstring(doc))
            writer.line(body(beside.map { "\($0.name)=\($0.name)" }.joined(separator: ", ")))
        }
        writer.line()
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape)
        let window = part.isList ? ", *, start: Optional[int] = None, limit: Optional[int] = None" : ""
        writer.block("def \(name)(self\(window)) -> Followed[\(type)]:", nil) { writer in
            let doc = part.doc.isEmpty ? "" : " " + part.doc
            writer.line(PythonSource.docstring("Follows `\(part.path)`, in an `async with`.\(doc)"))
            writer.line(
                "follower = self.core.follow(\(literal(part.path))\(part.isList ? ", start=start, limit=limit" : ""))\n"
                    + "return Followed(follower, \(decode(part.shape)), \(literal(part.path)))")
        }
        writer.line()
    }

    private func writeGateways() {
        writer.line("\n\n@dataclass(frozen=True)")
        writer.block("class Gateways:", nil) { writer in
            writer.line(PythonSource.docstring(PythonSource.gatewaysDoc) + "\n")
            for (gateway, field) in namedGateways() {
                let request = type(gateway.request)
                let answer = gateway.reply.map(type) ?? "None"
                let result =
                    gateway.replies == .many ? "AsyncIterator[\(answer)]" : "Union[\(answer), Awaitable[\(answer)]]"
                writer.line(
                    "\(field): Optional[Callable[[\(request)], \(result)]] = None"
                        + PythonSource.docstring(gateway.doc, after: "\n"))
            }
            if !model.gateways.isEmpty { writer.line() }
            writer.block("def _functions(self) -> dict[str, adit.aio.Gateway]:", nil) { writer in
                writer.line("functions: dict[str, adit.aio.Gateway] = {}")
                for (gateway, field) in namedGateways() {
                    let serving = gateway.replies == .many ? "_serving_many" : "_serving"
                    writer.line("if self.\(field) is not None:")
                    writer.line(
                        "    functions[\(literal(gateway.name))] = \(serving)(\(decode(gateway.request)), self.\(field))"
                    )
                }
                writer.line("return functions")
            }
        }
    }
}
