extension RustSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        let sent = tops(operations.toCore), heard = tops(operations.toHost)
        writeMessages("Sent", "What this client may send.", sent)
        writeMessages("Heard", "What this client hears.", heard)
        var answered: Set<String> = []
        for top in heard where top.wrapper != nil && answered.insert(top.type).inserted { writeAnswer(top, heard) }
        for feature in operations.features { write(feature, sent) }
        if !model.gateways.isEmpty { writeGateways() }
        writer.line(
            """

            /// A client of the app: a core of a library.
            pub struct \(clientName)(typed::Client<Sent, Heard>);

            impl std::ops::Deref for \(clientName) {
                type Target = typed::Client<Sent, Heard>;

                fn deref(&self) -> &Self::Target {
                    &self.0
                }
            }

            impl typed::App for \(clientName) {
                const NAME: &'static str = \(literal(model.app));
                const HASH: &'static str = \(literal(model.hash));
                type Sent = Sent;
                type Heard = Heard;

                fn new(client: typed::Client<Sent, Heard>) -> Self {
                    Self(client)
                }
            }

            """)
        writer.block("impl \(clientName) {") { writer in
            writer.line("/// What opens a client of an app in a library.")
            writer.block("pub fn builder(library: &adit::Library) -> typed::Builder<Self> {") {
                $0.line("typed::Builder::new(library)")
            }
            let names = RustSource.fields.names(
                operations.features.map(\.key) + operations.others.map(\.one.key)
                    + model.parts.flatMap { [$0.name] + ($0.isList ? [$0.name + " window"] : []) },
                beside: RustSource.taken)
            for (feature, name) in zip(operations.features, names) {
                writer.line()
                doc(feature.doc)
                writer.block("pub fn \(name)(&self) -> \(feature.name)<'_> {") { $0.line("\(feature.name)(&self.0)") }
            }
            for (operation, name) in zip(operations.others, names.dropFirst(operations.features.count)) {
                writer.line()
                write(operation, name, "&self.0", sent, "")
            }
            var rest = names.dropFirst(operations.features.count + operations.others.count)
            for part in model.parts {
                writeFollowing(part, rest.popFirst() ?? "", isWindow: false)
                if part.isList { writeFollowing(part, rest.popFirst() ?? "", isWindow: true) }
            }
        }
    }

    private static let taken = [
        "block_on", "builder", "core", "deref", "export", "follow", "follow_window", "import", "new", "redo", "request",
        "send", "stats", "trace", "undo",
    ]

    /// A variant of `Sent` or `Heard`.
    private struct Top {
        let message: Operations.Top
        let variant: String
        var key: String { message.key }
        var type: String { message.type }
        var wrapper: String? { message.wrapper }
        var one: Case? { message.one }
    }

    private func tops(_ branches: [Operations.Branch]) -> [Top] {
        let tops = model.operations.tops(branches)
        return zip(tops, RustSource.variants.names(tops.map(\.key))).map { Top(message: $0, variant: $1) }
    }

    private func writeMessages(_ name: String, _ doc: String, _ tops: [Top]) {
        begin(doc)
        let cases = tops.map { $0.one ?? Case(key: $0.key, doc: "", payload: .value(.named($0.type))) }
        let hasSecrets = TypeDeclaration(name: name, doc: "", kind: .cases(cases)).hasSecrets
        writer.line("#[derive(Clone, \(hasSecrets ? "" : "Debug, ")PartialEq, Serialize, Deserialize)]")
        writer.line("#[serde(deny_unknown_fields)]")
        defer { if hasSecrets { writeDebug(name, Array(zip(cases, tops.map(\.variant)))) } }
        if tops.isEmpty { return writer.line("pub enum \(name) {}") }
        writer.block("pub enum \(name) {") { writer in
            for top in tops {
                if let one = top.one {
                    writeCase(one, top.variant, of: top.type)
                    continue
                }
                let with = top.wrapper.map { ", with = \(literal("typed::" + $0))" } ?? ""
                writer.line("#[serde(rename = \(literal(top.key))\(with))]\n\(top.variant)(\(top.type)),")
            }
        }
    }

    private func writeAnswer(_ top: Top, _ all: [Top]) {
        let variants = all.filter { $0.type == top.type && $0.wrapper != nil }.map(\.variant)
        writer.block("\nimpl TryFrom<Heard> for \(top.type) {") { writer in
            writer.line("type Error = Heard;\n")
            writer.block("fn try_from(heard: Heard) -> Result<Self, Heard> {") { writer in
                let isOnly = variants.count == all.count
                writer.block("match heard {") { writer in
                    for variant in variants { writer.line("Heard::\(variant)(answer) => Ok(answer),") }
                    if !isOnly { writer.line("other => Err(other),") }
                }
            }
        }
    }

    private func write(_ feature: Operations.Feature, _ sent: [Top]) {
        begin(feature.doc.isEmpty ? "The messages of `\(PlainText.line(feature.key))`." : feature.doc)
        writer.line("pub struct \(feature.name)<'a>(&'a typed::Client<Sent, Heard>);\n")
        writer.block("impl \(feature.name)<'_> {") { writer in
            let names = RustSource.fields.names(feature.operations.map(\.one.key))
            for (index, (operation, name)) in zip(feature.operations, names).enumerated() {
                if index > 0 { writer.line() }
                write(operation, name, "self.0", sent, feature.key, feature.response)
            }
        }
    }

    /// A method that sends a message.
    private func write(
        _ operation: Operations.Operation, _ name: String, _ client: String, _ sent: [Top], _ key: String,
        _ response: String? = nil
    ) {
        let one = operation.one
        let top = sent.first { $0.one?.key == one.key || $0.one == nil && $0.key == key && key != "" }
        doc(one.doc)
        let parameters = parameters(of: one, in: operation.type)
        let answer = operation.isAsked ? response : nil
        writer.call(
            "pub fn \(name)(", ["&self"] + parameters.map { "\($0.name): \($0.type)" },
            ") -> \(answer.map { "typed::Answer<\($0)>" } ?? "Result<(), adit::Error>") {", width: 100)
        writer.indented { writer in
            let owner = declaration(operation.type)
            let cases = owner?.cases.map(\.key) ?? []
            let variant =
                top?.one == nil
                ? zip(cases, RustSource.variants.names(cases)).first { $0.0 == one.key }?.1 ?? "" : top?.variant ?? ""
            let type = top?.one == nil ? operation.type : "Sent"
            write("let message = ", "\(type)::\(variant)", one, parameters.map(\.name), ";")
            var message = "message"
            if top?.one == nil {
                if operation.isRequest, top?.wrapper == nil, let whole = top?.type {
                    // Its requests are one case of several.
                    let keys = declaration(whole)?.cases.map(\.key) ?? []
                    let wrapper = zip(keys, RustSource.variants.names(keys)).first { $0.0 == "request" }?.1 ?? ""
                    writer.line("let message = \(whole)::\(wrapper)(message);")
                }
                message = "Sent::\(top?.variant ?? "")(message)"
            }
            writer.line(
                answer == nil
                    ? "typed::tell(\(client), \(message))"
                    : "typed::ask(\(client), \(literal(key)), \(message))")
        }
        writer.line("}")
    }

    private func declaration(_ name: String) -> TypeDeclaration? {
        model.operations.mixed[name] ?? model.operations.types.first { $0.name == name }
    }

    /// Writes a value of a case as rustfmt has it.
    private func write(_ head: String, _ path: String, _ one: Case, _ names: [String], _ tail: String) {
        switch one.payload {
        case .none: writer.line("\(head)\(path) {}\(tail)")
        case .value: writer.line("\(head)\(path)(\(names[0]))\(tail)")
        case .members:
            let list = names.joined(separator: ", ")
            if list.utf8.count <= 18 { return writer.line("\(head)\(path) { \(list) }\(tail)") }
            writer.block("\(head)\(path) {", "}\(tail)") { writer in for name in names { writer.line(name + ",") } }
        }
    }

    private func parameters(of one: Case, in owner: String) -> [(name: String, type: String)] {
        switch one.payload {
        case .none: []
        case .value(let shape): [(RustSource.fields.names([shape.wrapped.noun])[0], type(shape, in: owner))]
        case .members(_, let members):
            named(members).map { member, field in
                let type = type(member.shape.wrapped, in: owner)
                return (field, member.isRequired ? type : "Option<\(type)>")
            }
        }
    }

    private func writeGateways() {
        writer.line("\n/// The gateways that a host serves, of what opens a client.")
        let gateways = namedGateways(beside: ["config", "new", "on_message", "open", "serve", "serve_many"])
        writer.block("pub trait Gateways {") { writer in
            for (index, (gateway, name)) in gateways.enumerated() {
                if index > 0 { writer.line() }
                doc(gateway.doc.isEmpty ? "Serves the gateway `\(PlainText.line(gateway.name))`." : gateway.doc)
                writeGateway(gateway, name, ";")
            }
        }
        writer.block("\nimpl Gateways for typed::Builder<\(clientName)> {") { writer in
            for (index, (gateway, name)) in gateways.enumerated() {
                if index > 0 { writer.line() }
                writeGateway(gateway, name, "")
                writer.block("{") {
                    $0.line("self.serve\(gateway.replies == .many ? "_many" : "")(\(literal(gateway.name)), function)")
                }
            }
        }
    }

    private func writeGateway(_ gateway: Gateway, _ name: String, _ tail: String) {
        let (request, reply) = (type(gateway.request), gateway.reply.map(type) ?? "()")
        let isSource = gateway.replies == .many
        writer.line("fn \(name)<F, A>(self, function: F) -> Self")
        writer.block("where", nil) { writer in
            let items = isSource ? ", typed::GatewayItems<\(reply)>" : ""
            writeBound("F: Fn(\(request)\(items)) -> A", ["Send", "Sync", "'static"], ",")
            let output = "Result<\(isSource ? "()" : reply), typed::GatewayError>"
            writeBound(
                "A: std::future::Future<Output = \(output)>", ["Send", "'static"], tail.isEmpty ? "," : ";")
        }
    }

    /// Writes what a type has to be, as rustfmt has it.
    private func writeBound(_ first: String, _ others: [String], _ tail: String) {
        let line = first + others.map { " + " + $0 }.joined() + tail
        if line.utf8.count + 8 <= 100 { return writer.line(line) }
        writer.line(first)
        writer.indented { writer in
            for (index, other) in others.enumerated() {
                writer.line("+ \(other)\(index == others.count - 1 ? tail : "")")
            }
        }
    }

    private func writeFollowing(_ part: Part, _ name: String, isWindow: Bool) {
        let type = type(part.shape), path = literal(part.path)
        writer.line()
        let path2 = PlainText.line(part.path)
        doc(
            isWindow
                ? "Follows some elements of `\(path2)`."
                : "Follows `\(path2)`." + (part.doc.isEmpty ? "" : " " + part.doc))
        writer.call(
            "pub fn \(name)(", ["&self"] + (isWindow ? ["window: adit::Window"] : []),
            ") -> typed::Followed<\(type)> {",
            width: 100)
        writer.indented { $0.line(isWindow ? "self.0.follow_window(\(path), window)" : "self.0.follow(\(path))") }
        writer.line("}")
    }
}
