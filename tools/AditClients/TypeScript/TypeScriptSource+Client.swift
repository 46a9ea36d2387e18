extension TypeScriptSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        writeMessages("Sent", "What this client may send.", operations.toCore)
        writeMessages("Heard", "What this client hears.", operations.toHost)
        writer.line()
        writer.block("export const toCore = typed.toCore<Sent>({", "});") { _ in writeChecks(operations.toCore) }
        writer.block("export const toHost = typed.toHost<Heard>({", "});") { _ in writeChecks(operations.toHost) }
        for feature in operations.features { write(feature) }
        writeGateways()
        writer.line("\n/** A client of the app: `open` opens a core. */")
        writer.block("export class \(clientName) extends typed.Client<Sent, Heard> {") { writer in
            let members = ClientMembers(model, TypeScriptSource.members, beside: TypeScriptSource.taken)
            for (feature, name) in members.features {
                doc(feature.doc)
                writer.line("readonly \(name) = new \(feature.name)(this, \(literal(feature.key)));")
            }
            writer.line(
                """

                /** Opens a core of a library, in this process or in a child. Throws an AditError if the app is another one. */
                """)
            writer.block(
                "static open(library: adit.Library, options?: typed.ClientOptions<Heard, Gateways>): \(clientName) {"
            ) {
                $0.line("return new \(clientName)(typed.open(library, APP, HASH, toHost, requests, options), toHost);")
            }
            for (operation, name) in members.others { write(operation, name) }
            for (part, name, _) in members.parts { write(part, name) }
        }
    }

    /// The names of methods and properties. What `typed.Client` has is taken; `$` is in no name.
    private static let members = FieldNames(keywords: "constructor", spelling: Words.camel)
    private static let taken = [
        "advance", "close", "core", "end", "export", "heard", "import", "pause", "redo", "request", "resume", "send",
        "stats", "trace", "undo",
    ]

    private func writeMessages(_ name: String, _ doc: String, _ branches: [Operations.Branch]) {
        begin(doc)
        writer.line(
            "export type \(name) ="
                + alternatives(
                    branches.map { branch in
                        ("", branch.path.reversed().reduce(branch.type) { "{ readonly \(key($1)): \($0) }" })
                    }))
    }

    /// The checks of messages by their keys.
    private func writeChecks(_ branches: [Operations.Branch]) {
        for branch in branches {
            guard let first = branch.path.first else {
                for one in declared.first(where: { $0.name == branch.type })?.cases ?? [] {
                    write(one, isOutside: true)
                }
                continue
            }
            let below = branches.first { $0.path.count == 2 && $0.path[0] == first }
            let whole = branches.first { $0.path == [first] }
            switch (below, whole) {
            case (let below?, let whole?) where branch.path.count == 2:
                let inner = "typed.cases({ \(key(below.path[1])): checks.\(below.type) })"
                writer.line("\(key(first)): typed.either(\(literal(below.path[1])), \(inner), checks.\(whole.type)),")
            case (let below?, nil):
                writer.line("\(key(first)): typed.cases({ \(key(below.path[1])): checks.\(below.type) }),")
            case (nil, _): writer.line("\(key(first)): checks.\(branch.type),")
            default: break
            }
        }
    }

    private func write(_ feature: Operations.Feature) {
        begin(feature.doc.isEmpty ? "The messages of `\(feature.key)`." : feature.doc)
        writer.block("export class \(feature.name) extends typed.Feature<\(feature.response ?? "never")> {") { writer in
            let names = TypeScriptSource.members.names(feature.operations.map(\.one.key))
            for (operation, name) in zip(feature.operations, names) { write(operation, name, feature) }
        }
    }

    /// A method that sends a message.
    private func write(_ operation: Operations.Operation, _ name: String, _ feature: Operations.Feature? = nil) {
        let one = operation.one
        let parameters = parameters(of: one)
        let message = "{ \(key(one.key)): \(payload(one, parameters)) }"
        writer.separate()
        doc(one.doc)
        let result = operation.isAsked ? "Promise<\(feature?.response ?? "never")>" : "void"
        writer.function(
            "\(name)(", parameters.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.type)" }, "): \(result) {",
            comma: ","
        ) { writer in
            if operation.isAsked {
                writer.line("return this.$ask(\(message));")
            } else if feature == nil {
                writer.line("this.send(\(message));")
            } else {
                writer.line("this.$tell(\(operation.isRequest ? "{ request: \(message) }" : message));")
            }
        }
    }

    private typealias Parameter = (key: String, name: String, type: String, isRequired: Bool)

    private func parameters(of one: Case) -> [Parameter] {
        switch one.payload {
        case .none: return []
        case .value(let shape):
            return [("", TypeScriptSource.fields.names([shape.wrapped.noun])[0], type(shape), true)]
        case .members(_, let members):
            return namedInOrder(members).map { ($0.key, $1, type($0.shape.wrapped), $0.isRequired) }
        }
    }

    private func payload(_ one: Case, _ parameters: [Parameter]) -> String {
        switch one.payload {
        case .none: "{}"
        case .value: parameters[0].name
        case .members:
            "{ "
                + parameters.map { parameter in
                    let member =
                        parameter.key == parameter.name ? parameter.name : "\(key(parameter.key)): \(parameter.name)"
                    // With exactOptionalPropertyTypes, undefined is no value.
                    return parameter.isRequired || parameter.key == ""
                        ? member : "...(\(parameter.name) === undefined ? {} : { \(member) })"
                }.joined(separator: ", ") + " }"
        }
    }

    private func write(_ part: Part, _ name: String) {
        var (type, make) = (self.type(part.shape), "typed.asIs")
        if case .named(let table) = part.shape, case .table(let id, let element)? = model[table]?.kind {
            (type, make) = ("typed.Rows<\(self.type(element)), \(self.type(id))>", "typed.asRows")
        }
        begin(PlainText.sentences("Follows `\(part.path)`.", part.doc))
        writer.block("\(name)(\(part.isList ? "window?: typed.Window" : "")): typed.Followed<\(type)> {") { writer in
            writer.line("return this.$follow(\(literal(part.path)), \(make)\(part.isList ? ", window" : ""));")
        }
    }

    private func writeGateways() {
        writer.line(
            """

            /**
             * The gateways that the host serves: those that are there. An exception is the effect's error. When the effect is
             * cancelled, the signal of the context is aborted.
             */
            """)
        if model.gateways.isEmpty {
            writer.line("export type Gateways = typed.Empty;")
        } else {
            writer.block("export interface Gateways {") { writer in
                for gateway in model.gateways {
                    doc(gateway.doc)
                    let reply = gateway.reply.map(type) ?? "void"
                    let result = gateway.replies == .many ? "AsyncIterable<\(reply)>" : "typed.Answer<\(reply)>"
                    let parameters = ["request: \(type(gateway.request))", "context: adit.GatewayContext"]
                    writer.call("readonly \(key(gateway.name))?: (", parameters, ") => \(result);")
                }
            }
        }
        writer.line("\n/** What the gateways are asked. */")
        writer.block("const requests = {", "};") { writer in
            for gateway in model.gateways {
                writer.line("\(key(gateway.name)): \(check(gateway.request, isOutside: true)),")
            }
        }
    }
}
