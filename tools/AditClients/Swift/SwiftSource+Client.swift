extension SwiftSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        let sent = operations.tops(operations.toCore, SwiftSource.fields)
        let heard = operations.tops(operations.toHost, SwiftSource.fields)
        writeMessages("Sent", "What this client may send.", sent)
        writeMessages("Heard", "What this client hears.", heard)
        for feature in operations.features { write(feature, sent, heard) }
        if !model.gateways.isEmpty { writeGateways() }
        writer.line("\n/// A client of the app: a core, over a transport. Any thread.")
        writer.block("public final class \(clientName): AditTyped.Client<Sent, Heard>, @unchecked Sendable {") {
            writer in
            writeOpening()
            let members = ClientMembers(model, SwiftSource.fields, beside: SwiftSource.taken)
            for (feature, name) in members.features {
                writer.line()
                doc(feature.doc)
                writer.line("public var \(name): \(feature.name) { \(feature.name)(client: self) }")
            }
            for (operation, name) in members.others { write(operation, name, "self", sent, "") }
            for (part, name, _) in members.parts { writeFollowing(part, name) }
        }
    }

    /// What the class has besides.
    private static let taken = [
        "ask", "close", "follow", "open", "redo", "request", "send", "stats", "trace", "undo",
    ]

    private func writeMessages(_ name: String, _ doc: String, _ tops: [Operations.Top]) {
        let cases = tops.map(\.asCase)
        let wrappers = tops.compactMap { top in top.wrapper.map { (top.key, $0) } }
        writeCases(
            TypeDeclaration(name: name, doc: doc, kind: .cases(cases)), cases,
            below: Dictionary(wrappers) { first, _ in first })
    }

    private func write(_ feature: Operations.Feature, _ sent: [Operations.Top], _ heard: [Operations.Top]) {
        begin(feature.summary)
        writer.block("public struct \(feature.name): Sendable {") { writer in
            writer.line("let client: AditTyped.Client<Sent, Heard>")
            let names = SwiftSource.fields.names(feature.operations.map(\.one.key), beside: ["client", "ask"])
            for (operation, name) in zip(feature.operations, names) {
                write(operation, name, "client", sent, feature.key)
            }
            if let asked = feature.operations.first(where: \.isAsked), let response = feature.response {
                writeAsking(feature.key, asked.type, response, sent, heard)
            }
        }
    }

    /// The function by which those of a feature ask.
    private func writeAsking(
        _ key: String, _ request: String, _ response: String, _ sent: [Operations.Top], _ heard: [Operations.Top]
    ) {
        let isMixed = heard.first { $0.key == key }?.wrapper == nil
        let answer = name(of: key, among: heard)
        let pattern = isMixed ? ".\(answer)(.response(let response))" : ".\(answer)(let response)"
        writer.block("\nprivate func ask(_ request: \(request)) async throws -> \(response) {") { writer in
            writer.line(
                "let answer = try await client.ask(\(literal(key)), \(message("request", key, sent, isRequest: true)))")
            let isOnly = !isMixed && heard.count == 1
            writer.line(
                isOnly
                    ? "switch answer { case \(pattern): return response }"
                    : "if case \(pattern) = answer { return response }\nthrow AditTyped.otherAnswer(\(literal(key)))")
        }
    }

    /// The name of a case of `Sent` or `Heard`.
    private func name(of key: String, among tops: [Operations.Top]) -> String {
        tops.first { $0.key == key }?.name ?? ""
    }

    /// A value of a feature's type as a message.
    private func message(_ value: String, _ key: String, _ sent: [Operations.Top], isRequest: Bool) -> String {
        // Requests may be one case of several.
        let isMixed = isRequest && sent.first { $0.key == key }?.wrapper == nil
        return ".\(name(of: key, among: sent))(\(isMixed ? ".request(\(value))" : value))"
    }

    /// A method that sends a message.
    private func write(
        _ operation: Operations.Operation, _ name: String, _ client: String, _ sent: [Operations.Top], _ key: String
    ) {
        let parameters = parameters(of: operation.one)
        let keys = model.operations.declaration(operation.type)?.cases.map(\.key) ?? []
        let one = SwiftSource.fields.name(of: operation.one.key, among: keys)
        let values = parameters.map { $0.label.filter { $0 != "`" } + $0.name }.joined(separator: ", ")
        let value =
            ".\(key.isEmpty ? self.name(of: operation.one.key, among: sent) : one)"
            + (values.isEmpty ? "" : "(\(values))")
        begin(operation.one.doc)
        writer.function(
            "public func \(name)(", parameters.map { ($0.label.isEmpty ? "_ " : "") + "\($0.name): \($0.type)" },
            operation.isAsked
                ? ") async throws -> \(model.operations.features.first { $0.key == key }?.response ?? "Void") {"
                : ") throws {"
        ) { writer in
            if operation.isAsked {
                writer.line("try await ask(\(value))")
            } else {
                let message = key.isEmpty ? value : message(value, key, sent, isRequest: operation.isRequest)
                writer.line("try \(client).send(\(message))")
            }
        }
    }

    private func parameters(of one: Case) -> [(name: String, label: String, type: String)] {
        switch one.payload {
        case .none: return []
        case .value(let shape): return [(SwiftSource.fields.names([shape.wrapped.noun])[0], "", type(shape))]
        case .members(_, let members):
            let names = SwiftSource.fields.names(members.map { $0.shape.wrapped.noun })
            return zip(labelled(members), names).map { one, noun in
                let name = one.label.isEmpty ? noun : String(one.label.dropLast(2))
                return (name, one.label, fieldType(one.0) + (one.0.isRequired ? "" : " = nil"))
            }
        }
    }

    private func writeOpening() {
        writer.line("public static let app = \(literal(model.app))")
        writer.line(
            "/// The hash of the catalog of which this was made.\npublic static let hash = \(literal(model.hash))\n")
        writer.line(
            """
            /// Opens the core.
            ///
            /// - Parameters:
            ///   - config: `expects` is this catalog's hash by default, so another app is refused; it may be a catalog that
            ///     the app has extended since (docs/wire.md).
            ///   - onMessage: called with each message that is no answer, no update of a followed part, and no request to
            ///     one of the gateways; or with the error of a message that is not understood.
            /// - Throws: `RequestError`, with the code `econfig` if the app is another one.
            """)
        let hasGateways = !model.gateways.isEmpty
        writer.function(
            "public static func open(",
            ["_ transport: any AditTyped.Transport"] + (hasGateways ? ["gateways: Gateways = Gateways()"] : [])
                + [
                    "config: AditTyped.AditConfig = AditTyped.AditConfig()",
                    "onMessage: @escaping Handler = { _ in }",
                ], ") throws -> \(clientName) {", width: 90
        ) { writer in
            let served = hasGateways ? "servers(of: gateways)" : "[:]"
            writer.line("let client = \(clientName)(transport, serving: \(served), onMessage: onMessage)")
            writer.line("try client.open(app: app, hash: hash, config)\nreturn client")
        }
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape), path = literal(part.path)
        begin(PlainText.sentences("Follows `\(PlainText.line(part.path))`.", part.doc))
        writer.block("public func \(name)() -> AsyncThrowingStream<\(type)?, any Error> {") {
            $0.line("follow(\(path), as: \(type).self)")
        }
        if !part.isList { return }
        begin("Follows `limit` elements of `\(PlainText.line(part.path))` from a position on.")
        writer.function(
            "public func \(name)(", ["from: Int", "limit: Int"],
            ") -> AsyncThrowingStream<AditTyped.Window<\(type)>, any Error> {"
        ) { $0.line("follow(\(path), from: from, limit: limit, as: \(type).self)") }
    }
}
