extension CSharpSource {
    /// The features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        for feature in operations.features { write(feature) }
        if !model.gateways.isEmpty { writeGateways() }
        begin("A client of the app: a core of a library.")
        writer.braces("public sealed class \(clientName) : Client") { writer in
            let members = ClientMembers(model, CSharpSource.fields, beside: CSharpSource.taken + [clientName])
            writer.line("public const string App = \(literal(model.app));\n")
            doc("The hash of the catalog of which this was made.")
            writer.line("public const string Hash = \(literal(model.hash));")
            begin("What this client may send.")
            writeMessages("ToCore", operations.toCore)
            begin("What this client hears.")
            writeMessages("ToHost", operations.toHost)
            writeConstructor(members.features)
            for (feature, name) in members.features {
                begin(feature.doc)
                writer.line("public \(feature.name) \(name) { get; }")
            }
            for (operation, name) in members.others { write(operation, name) }
            for (part, name, _) in members.parts { writeFollowing(part, name) }
        }
    }

    private static let taken = [
        "Advance", "App", "Ask", "Core", "Dispose", "Export", "Follow", "Guard", "Hash", "ImportFrom", "Redo",
        "Request", "Send", "Start", "Stats", "ToCore", "ToHost", "Trace", "Undo",
    ]

    private func writeMessages(_ name: String, _ branches: [Operations.Branch]) {
        let all = branches.map { "Messages.In<\($0.type)>(\(literals($0.path)))" }
        writer.list("public static readonly Messages \(name) = Messages.\(name)(", all, ");")
    }

    private func write(_ feature: Operations.Feature) {
        begin(feature.summary)
        writer.braces("public sealed class \(feature.name) : Feature<\(feature.response ?? "Record")>") { writer in
            writer.line("internal \(feature.name)(Client client) : base(client, \(literal(feature.key))) { }")
            let names = CSharpSource.fields.names(
                feature.operations.map(\.one.key), beside: ["Ask", "Tell", feature.name])
            for (operation, name) in zip(feature.operations, names) { write(operation, name, feature) }
        }
    }

    /// A method that sends a message.
    private func write(_ operation: Operations.Operation, _ name: String, _ feature: Operations.Feature? = nil) {
        let one = operation.one
        let members: [(Member, String)] =
            switch one.payload {
            case .none: []
            case .value(let shape):
                [
                    (
                        Member(key: "", doc: "", shape: shape, isRequired: !shape.isOptional),
                        CSharpSource.parameters.names([shape.wrapped.noun])[0]
                    )
                ]
            case .members(_, let members): Array(zip(members, CSharpSource.parameters.names(members.map(\.words))))
            }
        let parameters = parameters(members)
        let type = "\(operation.type).\(caseNames.name(operation.type, one))"
        let message = "new \(type)(\(parameters.map(\.name).joined(separator: ", ")))"
        begin(one.doc)
        let result = operation.isAsked ? "Task<\(feature?.response ?? "Record")>" : "void"
        let tell =
            feature == nil ? "Send(\(message));" : "Tell(\(message)\(operation.isRequest ? ", isRequest: true" : ""));"
        let body = operation.isAsked ? "return Ask(\(message));" : tell
        writer.method("public \(result) \(name)(", parameters.map(\.text), [body])
    }

    private func writeGateways() {
        begin("The gateways that the host serves: those whose function is not null.")
        writer.braces("public sealed class Gateways : global::Adit.Typed.Gateways") { writer in
            for (gateway, name) in namedGateways(beside: ["Gateways", "Functions", "Serve", "Source", "Tell"]) {
                begin(gateway.doc)
                let request = type(gateway.request), reply = gateway.reply.map(type) ?? ""
                let (method, type) =
                    switch gateway.replies {
                    case .none: ("Tell", "Func<\(request), CancellationToken, Task>")
                    case .one: ("Serve", "Func<\(request), CancellationToken, Task<\(reply)>>")
                    case .many: ("Source", "Func<\(request), Action<\(reply)>, CancellationToken, Task>")
                    }
                let body = "set { \(method)(\(literal(gateway.name)), value); }"
                writer.oneOrMore("public \(type) \(name)", [body])
            }
        }
    }

    private func writeConstructor(_ features: [(feature: Operations.Feature, name: String)]) {
        begin("Opens a core of a library. Parameters but the library are null for their defaults.")
        writer.line(
            """
            /// <param name="config">
            /// `Expects` is this catalog's hash by default, so another app is refused; it may be a catalog that the app
            /// has extended since (docs/wire.md)
            /// </param>
            /// <param name="onMessage">
            /// receives each message that is no answer, no update of a followed part, and no request to a served gateway
            /// </param>
            /// <param name="onError">
            /// receives exceptions of the program's functions, and the DecodingException of a message that is not
            /// understood; by default, they are written to standard error
            /// </param>
            /// <exception cref="AditException">the codes of adit_open; ECONFIG if the app is another one</exception>
            """)
        let hasGateways = !model.gateways.isEmpty
        let parameters =
            ["Library library"] + (hasGateways ? ["Gateways gateways = null"] : [])
            + ["AditConfig config = null", "Action<Received> onMessage = null", "Action<Exception> onError = null"]
        writer.list("public \(clientName)(", parameters, ")")
        let gateways = hasGateways ? "gateways" : "null"
        let base = "base(library, App, Hash, ToCore, ToHost, \(gateways), config, onMessage, onError)"
        writer.braces("    : \(base)") { writer in
            for (feature, name) in features { writer.line("\(name) = new \(feature.name)(this);") }
        }
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape, isOptional: true), path = literal(part.path)
        let element = part.isList ? ", or `limit` elements of it from a position on" : ""
        begin(PlainText.sentences("Follows `\(part.path)`\(element).", part.doc))
        let window = part.isList ? ["long? from = null", "long? limit = null"] : []
        let arguments = [path, "onChange"] + (part.isList ? ["from", "limit"] : [])
        writer.method(
            "public Followed<\(type)> \(name)(", ["Action<\(type)> onChange = null"] + window,
            ["return Follow<\(type)>(\(arguments.joined(separator: ", ")));"])
    }
}
