extension PythonSource {
    func writeClient() {
        let operations = model.operations
        writeAlias("Sent", "What this client may send.", union(operations.toCore))
        writeAlias("Heard", "What this client hears.", union(operations.toHost))
        for feature in operations.features { write(feature) }
        writeGateways()
        writer.line("\n\nclass \(clientName)(typed.Client[Sent, Heard, Gateways]):")
        let members = ClientMembers(model, PythonSource.fields, beside: PythonSource.taken)
        writer.indented { writer in
            writer.line(PythonSource.docstring("A client of the app \(model.app). `open` opens a core."))
            writer.line()
            writer.line("_app = APP\n_hash = HASH")
            write("_to_core", "typed.ToCore", operations.toCore)
            write("_to_host", "typed.ToHost", operations.toHost)
            if !operations.features.isEmpty {
                writer.line()
                writer.block("def __init__(self, core: aio.Core) -> None:", nil) { writer in
                    writer.line("super().__init__(core)")
                    for (feature, name) in members.features {
                        writer.line("self.\(name) = \(feature.name)(self, \(literal(feature.key)))")
                        if !feature.doc.isEmpty { writer.line(PythonSource.docstring(feature.doc, indented: 2)) }
                    }
                }
            }
            for (operation, name) in members.others { write(operation, name) }
            for (part, name, _) in members.parts { writeFollowing(part, name) }
        }
    }

    /// The members of `typed.Client`.
    private static let taken = [
        "advance", "close", "core", "export", "heard", "import_", "open", "pause", "redo", "request", "resume", "send",
        "stats", "trace", "undo",
    ]

    /// The types of some messages.
    private func union(_ branches: [Operations.Branch]) -> [String] {
        var names: [String] = []
        for branch in branches where !names.contains(branch.type) { names.append(branch.type) }
        return names.isEmpty ? ["NoReturn"] : names
    }

    private func write(_ name: String, _ type: String, _ branches: [Operations.Branch]) {
        writer.call(
            "\(name) = \(type)(",
            ["__name__"] + branches.map { "(\(PythonSource.tuple($0.path)), \(literal($0.type)))" }, ")")
    }

    private func write(_ feature: Operations.Feature) {
        let operations = feature.operations
        writer.line("\n")
        writer.block("class \(feature.name)(typed.Feature[\(feature.response ?? "None")]):", nil) { writer in
            writer.line(PythonSource.docstring(feature.doc.isEmpty ? "The messages of `\(feature.key)`." : feature.doc))
            let names = PythonSource.fields.names(operations.map(\.one.key))
            for (operation, name) in zip(operations, names) { write(operation, name, feature.response) }
        }
    }

    /// A method that sends a message.
    ///
    /// - Parameter response: the type of the feature's response.
    private func write(_ operation: Operations.Operation, _ name: String, _ response: String? = nil) {
        let one = operation.one
        let parameters = parameters(of: one)
        let all = ["self"] + parameters.map { "\($0.name): \($0.type)" }
        let message = "\(caseNames.name(operation.type, one))(\(parameters.map(\.name).joined(separator: ", ")))"
        writer.line()
        writer.call(
            "\(operation.isAsked ? "async " : "")def \(name)(", all,
            ") -> \(operation.isAsked ? response ?? "None" : "None"):")
        writer.indented { writer in
            if !one.doc.isEmpty { writer.line(PythonSource.docstring(one.doc, indented: 2)) }
            if operation.isAsked {
                writer.line("return await self._ask(\(message))")
            } else if response == nil && operation.type == ClientModel.messageToCore {
                writer.line("self.send(\(message))")
            } else {
                writer.line("self._tell(\(message)\(operation.isRequest ? ", \"request\"" : ""))")
            }
        }
    }

    private func parameters(of one: Case) -> [(name: String, type: String)] {
        switch one.payload {
        case .none: return []
        case .value(let shape):
            return [(PythonSource.fields.names([shape.wrapped.noun])[0], type(shape))]
        case .members(_, let members):
            return namedInOrder(members).map { member, name in
                let type = type(member.shape.wrapped)
                return (name, member.isRequired ? type : PythonSource.optional(type) + " = None")
            }
        }
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape)
        let window = part.isList ? ["*", "start: int | None = None", "limit: int | None = None"] : []
        writer.line()
        writer.call("def \(name)(", ["self"] + window, ") -> typed.Followed[\(type)]:")
        writer.indented { writer in
            let doc = PlainText.sentences("Follows `\(part.path)`, in an `async with`.", part.doc)
            writer.line(PythonSource.docstring(doc, indented: 2))
            writer.call(
                "return self._follow(",
                [literal(part.path), literal(type)] + (part.isList ? ["start=start", "limit=limit"] : []), ")")
        }
    }

    private func writeGateways() {
        let gateways = namedGateways(beside: ["functions"])
        writer.line("\n\n@dataclass(frozen=True)")
        writer.call("class Gateways(", ["typed.Gateways"] + keys(gateways.map { ($0.1, $0.0.name) }), "):")
        writer.indented { writer in
            writer.line(PythonSource.docstring("The gateways that the host serves: those that are not None."))
            if !gateways.isEmpty { writer.line() }
            for (gateway, name) in gateways {
                let answer = gateway.reply.map(type) ?? "None"
                let result = gateway.replies == .many ? "AsyncIterator[\(answer)]" : "typed.Answer[\(answer)]"
                writer.call("\(name): Callable[", ["[\(type(gateway.request))]", result], "] | None = None")
                if !gateway.doc.isEmpty { writer.line(PythonSource.docstring(gateway.doc)) }
            }
        }
    }
}
