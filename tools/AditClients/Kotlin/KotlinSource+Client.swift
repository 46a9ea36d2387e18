extension KotlinSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        writer.line(
            """

            const val APP = \(literal(model.app))

            /** The hash of the catalog of which this was made. */
            const val HASH = \(literal(model.hash))

            /** What this client may send. */
            """)
        writeMessages("toCore", operations.toCore)
        writer.line("\n/** What this client hears. */")
        writeMessages("toHost", operations.toHost)
        for feature in operations.features { write(feature) }
        writeGateways()
        writer.line("\n/** A client of the app: a core of a library. `open` opens it. */")
        writer.block(
            "class \(clientName) private constructor(core: Core) : dev.adit.typed.Client(core, toCore, toHost) {"
        ) { writer in
            let members = ClientMembers(model, KotlinSource.fields, beside: JavaSource.taken)
            for (feature, name) in members.features {
                doc(feature.doc)
                writer.line("val \(name): \(feature.name) = \(feature.name)(this)")
            }
            for (operation, name) in members.others { write(operation, name) }
            for (part, name, _) in members.parts { writeFollowing(part, name) }
            writer.line(KotlinSource.opening.replacing("AppClient", with: clientName))
        }
    }

    private func writeMessages(_ name: String, _ branches: [Operations.Branch]) {
        let all = branches.map {
            "Messages.`in`(\((["\($0.type)::class.java"] + $0.path.map(literal)).joined(separator: ", ")))"
        }
        writer.call("val \(name): Messages = Messages.\(name)(", all, ")", comma: "")
    }

    private func write(_ feature: Operations.Feature) {
        begin(feature.summary)
        let parent = "Feature<\(feature.response ?? "Unit")>(client, \(literal(feature.key)))"
        writer.line("class \(feature.name) internal constructor(client: dev.adit.typed.Client) :")
        writer.block("    \(parent) {") { writer in
            let names = KotlinSource.fields.names(feature.operations.map(\.one.key), beside: ["ask", "tell"])
            for (index, (operation, name)) in zip(feature.operations, names).enumerated() {
                write(operation, name, feature, isFirst: index == 0)
            }
        }
    }

    /// A method that sends a message.
    private func write(
        _ operation: Operations.Operation, _ name: String, _ feature: Operations.Feature? = nil, isFirst: Bool = false
    ) {
        let one = operation.one
        let parameters = parameters(of: one)
        let type = "\(operation.type).\(caseNames.name(operation.type, one))"
        let message = parameters.isEmpty ? type : "\(type)(\(parameters.map(\.name).joined(separator: ", ")))"
        if !isFirst { writer.line() }
        doc(one.doc)
        let list = parameters.map { "\($0.name): \($0.type)" }
        if operation.isAsked {
            writer.call("fun \(name)(", list, "): CompletableFuture<\(feature?.response ?? "Unit")> =", comma: "")
            writer.indented { $0.line("ask(\(message))") }
        } else {
            let below = operation.isRequest ? ", \"request\"" : ""
            writer.function("fun \(name)(", list, ") {") {
                $0.line(feature == nil ? "send(\(message))" : "tell(\(message)\(below))")
            }
        }
    }

    private func parameters(of one: Case) -> [(name: String, type: String)] {
        switch one.payload {
        case .none: []
        case .value(let shape): [(KotlinSource.fields.names([shape.wrapped.noun])[0], type(shape))]
        case .members(_, let members):
            namedInOrder(members).map { member, field in
                let type = type(member.shape.wrapped)
                return (field, member.isRequired ? type : type + (type.hasSuffix("?") ? "" : "?") + " = null")
            }
        }
    }

    private func writeGateways() {
        let gateways = namedGateways(beside: ["tell", "serve", "source"])
        begin("The gateways that the host serves: those that are not null.")
        if gateways.isEmpty { return writer.line("class Gateways : dev.adit.typed.Gateways()") }
        writer.line("class Gateways(")
        writer.indented { writer in
            for (index, (gateway, name)) in gateways.enumerated() {
                doc(gateway.doc)
                writer.line("\(name): (\(typeAndMethod(gateway).type))? = null\(index < gateways.count - 1 ? "," : "")")
            }
        }
        writer.block(") : dev.adit.typed.Gateways() {") { writer in
            writer.block("init {") { writer in
                for (gateway, name) in gateways {
                    let request = type(gateway.request), method = typeAndMethod(gateway).method
                    let raw = request.prefix { $0 != "<" && $0 != "?" }
                    let isPlain = !request.contains("<") && !request.hasSuffix("?")
                    let of = "\(raw)::class.javaObjectType" + (isPlain ? "" : " as Class<\(request)>")
                    writer.block("if (\(name) != null) {") {
                        $0.line(
                            "\(method)(\(literal(gateway.name)), \(of)) { request, with -> \(name)(request, with) }")
                    }
                }
            }
        }
    }

    /// The type of the function that serves a gateway, and the method that takes it.
    private func typeAndMethod(_ gateway: Gateway) -> (type: String, method: String) {
        let request = type(gateway.request), reply = gateway.reply.map(type) ?? "Unit"
        return switch gateway.replies {
        case .none: ("(\(request), GatewayCall) -> Unit", "tell<\(request)>")
        case .one: ("(\(request), GatewayCall) -> CompletionStage<\(reply)>", "serve<\(request), \(reply)>")
        case .many: ("(\(request), GatewayItems<\(reply)>) -> CompletionStage<*>", "source<\(request), \(reply)>")
        }
    }

    private func writeFollowing(_ part: Part, _ name: String) {
        let type = type(part.shape), path = literal(part.path)
        let plain = literal(name.filter { $0 != "`" })
        let own = "typeOf(\(clientName)::class.java, \(plain))"
        begin(PlainText.sentences("Follows `\(part.path)`.", part.doc))
        writer.line("fun \(name)(): Followed<\(type)> = follow(\(path), \(own))")
        if !part.isList { return }
        begin("Follows `limit` elements of `\(part.path)` from a position on.")
        writer.line(
            "fun \(name)(from: Long, limit: Long): Followed<\(type)> =\n    follow(\(path), \(own), from, limit)")
    }

    private static let opening = #"""

        companion object {
            /**
             * Opens a core of a library.
             *
             * @param config `expects` is this catalog's hash by default, so another app is refused; it may be a catalog
             * that the app has extended since (docs/wire.md)
             * @param onError receives the exceptions of `onMessage`, and the DecodingException of a message that is not
             * understood, while a `CoreRunner` drives; the thread's handler of uncaught exceptions by default
             * @param onMessage receives each message that is no answer, no update of a followed part, and no request to
             * one of the gateways
             * @throws dev.adit.AditException with the code `ECONFIG` if the app is another one; as `CoreBuilder.open` else
             */
            fun open(
                library: Library,
                gateways: Gateways = Gateways(),
                config: AditConfig? = null,
                onError: ((Throwable) -> Unit)? = null,
                onMessage: ((Received) -> Unit)? = null
            ): AppClient = AppClient(open(library, APP, HASH, toHost, gateways, config, onError, onMessage))
        }
        """#
}
