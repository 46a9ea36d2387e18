extension CppSource {
    /// The features, the gateways and the client.
    func writeClient() {
        for feature in model.operations.features { write(feature) }
        if !model.gateways.isEmpty { writeGateways() }
        let gateways = model.gateways.isEmpty ? "typed::NoGateways" : "Gateways"
        begin("How a client is opened: its config, its gateways and its callbacks.")
        writer.line("using ClientOptions = typed::Options<Heard, \(gateways)>;")
        writer.line("\n/** A client of the app: a core of a library. */")
        writer.line("class \(clientName) : public typed::Client<Sent, ClientOptions> {")
        writer.line("  public:")
        writer.indented { writer in
            writeOpening()
            let members = ClientMembers(model, CppSource.fields, beside: CppSource.taken)
            for (operation, name) in members.others { write(operation, name) }
            for (part, name, _) in members.parts {
                writeFollowing(part, name, isWindow: false)
                if part.isList { writeFollowing(part, name, isWindow: true) }
            }
            for (feature, name) in members.features {
                begin(feature.doc)
                pack("\(feature.name) \(name){", ["session()", literal(feature.key)], "};")
            }
        }
        writer.line("};")
    }

    /// What the class has besides, and the parameters of its functions.
    private static let taken = [
        "ask", "close", "core", "export_", "follow", "hash", "import_", "library", "name", "on_change", "options",
        "own", "process",
        "redo", "request", "send", "session", "settle", "stats", "trace", "undo", "wait", "window",
    ]

    private func write(_ feature: Operations.Feature) {
        begin(feature.summary)
        writer.line("class \(feature.name) : public typed::Feature {")
        writer.line("  public:")
        writer.indented { writer in
            writer.line("using typed::Feature::Feature;")
            let names = CppSource.fields.names(
                feature.operations.map(\.one.key), beside: ["ask", "key_", "session_", "tell", "tell_request"])
            for (operation, name) in zip(feature.operations, names) { write(operation, name, feature) }
        }
        writer.line("};")
    }

    /// A method that sends a message.
    private func write(_ operation: Operations.Operation, _ name: String, _ feature: Operations.Feature? = nil) {
        let one = operation.one
        let parameters = parameters(of: one, in: operation.type)
        let type = caseNames.name(feature == nil ? "Sent" : operation.type, one)
        let message = "\(type){\(parameters.map(\.name).joined(separator: ", "))}"
        let result = operation.isAsked ? "std::future<\(feature?.response ?? "void")>" : "void"
        begin(one.doc)
        writeFunction(result, name, parameters.map { $0.declaration }, feature == nil ? ")" : ") const") {
            if operation.isAsked {
                "return ask<\(feature?.response ?? "void")>(\(message));"
            } else {
                feature == nil ? "send(\(message));" : "\(operation.isRequest ? "tell_request" : "tell")(\(message));"
            }
        }
    }

    /// A type has a line of its own where the parameters are too long beside it.
    private func writeFunction(
        _ type: String, _ name: String, _ parameters: [String], _ tail: String, _ body: () -> String
    ) {
        let lines = packed("\(type) \(name)(", parameters, tail + " {")
        if lines.allSatisfy({ $0.utf8.count <= 120 - 4 * writer.depth }) {
            for line in lines { writer.line(line) }
        } else {
            writer.line(type)
            pack("\(name)(", parameters, tail + " {")
        }
        writer.indented { $0.line(body()) }
        writer.line("}")
    }

    private func parameters(of one: Case, in owner: String) -> [(name: String, declaration: String)] {
        func parameter(_ name: String, _ type: String) -> (name: String, declaration: String) {
            (name, type.hasSuffix("&") ? type + name : type + " " + name)
        }
        switch one.payload {
        case .none: return []
        case .value(let shape):
            return [
                parameter(CppSource.fields.names([shape.wrapped.noun])[0], parameterType(shape, type(shape, in: owner)))
            ]
        case .members(_, let members):
            return namedInOrder(members).map { member, field in
                let type = fieldType(member, in: owner)
                let (name, declaration) = parameter(
                    field, member.isRequired ? parameterType(member.shape.wrapped, type) : "const \(type) &")
                return (name, declaration + (member.isRequired ? "" : " = std::nullopt"))
            }
        }
    }

    private func writeGateways() {
        begin("The gateways that the host serves: those whose function is set.")
        let gateways = namedGateways()
        writer.block("struct Gateways {", "};") { writer in
            for (gateway, field) in gateways {
                doc(gateway.doc)
                let answers =
                    switch gateway.replies {
                    case .none: [String]()
                    case .one: ["typed::Reply<\(gateway.reply.map(type) ?? "bool")>"]
                    case .many: ["typed::Items<\(gateway.reply.map(type) ?? "bool")>"]
                    }
                pack("typed::Gateway<", [type(gateway.request)] + answers, "> \(field){};")
            }
            writer.block("\nvoid adit_serve(adit::Host &host) const {") { _ in
                for (gateway, field) in gateways {
                    pack("typed::serve(", ["host", literal(gateway.name), field], ");")
                }
            }
        }
    }

    private func writeOpening() {
        writer.line(
            """
            static constexpr const char *name = \(literal(model.app));
            /** The hash of the catalog of which this was made. */
            static constexpr const char *hash = \(literal(model.hash));

            /** Opens a core of a library. Throws adit::Error, with the code ADIT_ECONFIG if the app is another one. */
            explicit \(clientName)(const adit::Library &library, ClientOptions options = {})
            """)
        writer.indented { $0.line(": Client(library, name, hash, std::move(options)) {}\n") }
        writer.line("/** Opens a core of the library that the program is linked to. */")
        let head = "explicit \(clientName)(ClientOptions options = {})"
        let tail = ": \(clientName)(adit::Library::linked(), std::move(options)) {}"
        let isShort = head.utf8.count + tail.utf8.count <= 115
        writer.line(isShort ? "\(head) \(tail)" : "\(head)\n    \(tail)")
    }

    private func writeFollowing(_ part: Part, _ name: String, isWindow: Bool) {
        let type = type(part.shape)
        begin(followingDoc(part, isWindow))
        writeFunction(
            "typed::Followed<\(type)>", name,
            (isWindow ? ["typed::Window window"] : []) + ["typed::OnChange<\(type)> on_change = {}"], ")"
        ) {
            "return follow<\(type)>(\(literal(part.path)), std::move(on_change)\(isWindow ? ", window" : ""));"
        }
    }
}
