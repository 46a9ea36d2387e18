extension JavaSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        writer.line(
            """

            public static final String APP = \(literal(model.app));

            /** The hash of the catalog of which this was made. */
            public static final String HASH = \(literal(model.hash));

            /** What this client may send. */
            """)
        writeMessages("TO_CORE", "toCore", operations.toCore)
        writer.line("\n/** What this client hears. */")
        writeMessages("TO_HOST", "toHost", operations.toHost)
        for feature in operations.features { write(feature) }
        if !model.gateways.isEmpty { writeGateways() }
        writer.line("\n/** A client of the app: a core of a library. */")
        writer.block("public static final class \(clientName) extends dev.adit.typed.Client {") { writer in
            let members = ClientMembers(model, JavaSource.fields, beside: JavaSource.taken)
            for (feature, name) in members.features {
                doc(feature.doc)
                writer.line("public final \(feature.name) \(name) = new \(feature.name)(this);")
            }
            if !members.features.isEmpty { writer.line() }
            writeOpening()
            for (operation, name) in members.others { write(operation, name) }
            for (part, name, _) in members.parts { writeFollowing(part, name) }
        }
    }

    /// What the class of the package has, for Kotlin as well.
    static let taken = [
        "advance", "ask", "close", "core", "export", "follow", "importFrom", "open", "redo", "request", "send", "stats",
        "tell", "toHost", "trace", "typeOf", "undo",
    ]

    private func writeMessages(_ name: String, _ function: String, _ branches: [Operations.Branch]) {
        let all = branches.map {
            "Messages.in(\((["\($0.type).class"] + $0.path.map(literal)).joined(separator: ", ")))"
        }
        writer.call("public static final Messages \(name) = Messages.\(function)(", all, ");", comma: "")
    }

    private func write(_ feature: Operations.Feature) {
        begin(feature.summary)
        writer.block("public static final class \(feature.name) extends Feature<\(feature.response ?? "Void")> {") {
            writer in
            writer.block("private \(feature.name)(\(clientName) client) {") {
                $0.line("super(client, \(literal(feature.key)));")
            }
            let names = JavaSource.fields.names(feature.operations.map(\.one.key), beside: ["ask", "tell"])
            for (operation, name) in zip(feature.operations, names) { write(operation, name, feature) }
        }
    }

    /// A method that sends a message.
    private func write(_ operation: Operations.Operation, _ name: String, _ feature: Operations.Feature? = nil) {
        let one = operation.one
        let parameters = parameters(of: one)
        let message = "new \(caseNames.name(operation.type, one))(\(parameters.map(\.name).joined(separator: ", ")))"
        begin(one.doc)
        let result = operation.isAsked ? "CompletableFuture<\(feature?.response ?? "Void")>" : "void"
        writer.function("public \(result) \(name)(", parameters.map { "\($0.type) \($0.name)" }, ") {") { writer in
            if operation.isAsked {
                writer.line("return ask(\(message));")
            } else {
                let below = operation.isRequest ? ", \"request\"" : ""
                writer.line(feature == nil ? "send(\(message));" : "tell(\(message)\(below));")
            }
        }
    }

    private func parameters(of one: Case) -> [(name: String, type: String)] {
        switch one.payload {
        case .none: []
        case .value(let shape):
            [(JavaSource.fields.names([shape.wrapped.noun])[0], type(shape.wrapped, boxed: shape.isOptional))]
        case .members(_, let members):
            named(members).map { ($1, type($0.shape.wrapped, boxed: !$0.isRequired)) }
        }
    }

    private func writeGateways() {
        begin("The gateways that the host serves: those whose function is not null.")
        writer.block("public static final class Gateways extends dev.adit.typed.Gateways {") { writer in
            for (gateway, name) in namedGateways(beside: ["tell", "serve", "source"]) {
                writer.separate()
                doc(gateway.doc)
                let request = type(gateway.request, boxed: true)
                let reply = gateway.reply.map { type($0, boxed: true) } ?? "Void"
                let (method, function) =
                    switch gateway.replies {
                    case .none: ("tell", "BiConsumer<\(request), GatewayCall>")
                    case .one: ("serve", "BiFunction<\(request), GatewayCall, ? extends CompletionStage<\(reply)>>")
                    case .many:
                        ("source", "BiFunction<\(request), GatewayItems<\(reply)>, ? extends CompletionStage<?>>")
                    }
                writer.function("public Gateways \(name)(", ["\(function) function"], ") {") { writer in
                    let isGeneric = request.contains("<")
                    if isGeneric {
                        // The class of a generic type is that of any.
                        writer.line("@SuppressWarnings({\"unchecked\", \"rawtypes\"})")
                        writer.line("Class<\(request)> type = (Class) \(request.prefix { $0 != "<" }).class;")
                    }
                    let type = isGeneric ? "type" : "\(request).class"
                    writer.line("\(method)(\(literal(gateway.name)), \(type), function);\nreturn this;")
                }
            }
        }
    }

    private func writeOpening() {
        writer.block("private \(clientName)(Core core) {") { $0.line("super(core, TO_CORE, TO_HOST);") }
        let gateways = model.gateways.isEmpty ? "dev.adit.typed.Gateways" : "Gateways"
        writer.line(
            """

            /**
             * Opens a core of a library. Parameters but the library are null for their defaults.
             *
             * @param config `expects` is this catalog's hash by default, so another app is refused; it may be a catalog
             *     that the app has extended since (docs/wire.md)
             * @param onError receives the exceptions of `onMessage`, and the DecodingException of a message that is not
             *     understood, while a `CoreRunner` drives; the thread's handler of uncaught exceptions by default
             * @param onMessage receives each message that is no answer, no update of a followed part, and no request to
             *     one of the gateways
             * @throws dev.adit.AditException with the code `ECONFIG` if the app is another one; as `CoreBuilder.open` else
             */
            public static \(clientName) open(
                Library library,
                \(gateways) gateways,
                AditConfig config,
                Consumer<? super Throwable> onError,
                Consumer<? super Received> onMessage) {
                return new \(clientName)(open(library, APP, HASH, TO_HOST, gateways, config, onError, onMessage));
            }
            """)
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape, boxed: true), path = literal(part.path)
        let own = "typeOf(\(clientName).class, \(literal(name)))"
        begin(PlainText.sentences("Follows `\(part.path)`.", part.doc))
        writer.block("public Followed<\(type)> \(name)() {") { $0.line("return follow(\(path), \(own));") }
        if !part.isList { return }
        begin("Follows `limit` elements of `\(part.path)` from a position on.")
        writer.block("public Followed<\(type)> \(name)(long from, long limit) {") {
            $0.line("return follow(\(path), \(own), from, limit);")
        }
    }
}
