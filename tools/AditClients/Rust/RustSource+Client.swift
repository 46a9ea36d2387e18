extension RustSource {
    /// The messages, the features, the gateways and the client.
    func writeClient() {
        let operations = model.operations
        let sent = operations.tops(operations.toCore, RustSource.variants)
        let heard = operations.tops(operations.toHost, RustSource.variants)
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
            let members = ClientMembers(model, RustSource.fields, beside: RustSource.taken, hasWindows: true)
            for (feature, name) in members.features {
                writer.line()
                doc(feature.doc)
                writer.block("pub fn \(name)(&self) -> \(feature.name)<'_> {") { $0.line("\(feature.name)(&self.0)") }
            }
            for (operation, name) in members.others {
                writer.line()
                write(operation, name, "&self.0", sent, "")
            }
            for (part, name, isWindow) in members.parts { writeFollowing(part, name, isWindow: isWindow) }
        }
    }

    private static let taken = [
        "block_on", "builder", "core", "deref", "export", "follow", "follow_window", "import", "new", "redo", "request",
        "send", "stats", "trace", "undo",
    ]

    private func writeMessages(_ name: String, _ doc: String, _ tops: [Operations.Top]) {
        begin(doc)
        let cases = tops.map(\.asCase)
        let hasSecrets = TypeDeclaration(name: name, doc: "", kind: .cases(cases)).hasSecrets
        writer.line("#[derive(Clone, \(hasSecrets ? "" : "Debug, ")PartialEq, Serialize, Deserialize)]")
        writer.line("#[serde(deny_unknown_fields)]")
        defer { if hasSecrets { writeDebug(name, Array(zip(cases, tops.map(\.name)))) } }
        if tops.isEmpty { return writer.line("pub enum \(name) {}") }
        writer.block("pub enum \(name) {") { writer in
            for top in tops {
                if let one = top.one {
                    writeCase(one, top.name, of: top.type)
                    continue
                }
                let with = top.wrapper.map { ", with = \(literal("typed::" + $0))" } ?? ""
                writer.line("#[serde(rename = \(literal(top.key))\(with))]\n\(top.name)(\(top.type)),")
            }
        }
    }

    private func writeAnswer(_ top: Operations.Top, _ all: [Operations.Top]) {
        let variants = all.filter { $0.type == top.type && $0.wrapper != nil }.map(\.name)
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

    private func write(_ feature: Operations.Feature, _ sent: [Operations.Top]) {
        begin(feature.summary)
        writer.line("pub struct \(feature.name)<'a>(&'a typed::Client<Sent, Heard>);\n")
        writer.block("impl \(feature.name)<'_> {") { writer in
            let names = RustSource.fields.names(feature.operations.map(\.one.key))
            for (operation, name) in zip(feature.operations, names) {
                writer.separate()
                write(operation, name, "self.0", sent, feature.key, feature.response)
            }
        }
    }

    /// A method that sends a message.
    private func write(
        _ operation: Operations.Operation, _ name: String, _ client: String, _ sent: [Operations.Top], _ key: String,
        _ response: String? = nil
    ) {
        let one = operation.one
        let top = sent.first { $0.one?.key == one.key || $0.one == nil && $0.key == key && key != "" }
        doc(one.doc)
        let parameters = parameters(of: one, in: operation.type)
        let answer = operation.isAsked ? response : nil
        writer.function(
            "pub fn \(name)(", ["&self"] + parameters.map { "\($0.name): \($0.type)" },
            ") -> \(answer.map { "typed::Answer<\($0)>" } ?? "Result<(), adit::Error>") {", comma: ",", width: 100
        ) { writer in
            let cases = model.operations.declaration(operation.type)?.cases.map(\.key) ?? []
            let variant =
                top?.one == nil ? RustSource.variants.name(of: one.key, among: cases) : top?.name ?? ""
            let type = top?.one == nil ? operation.type : "Sent"
            write("let message = ", "\(type)::\(variant)", one, parameters.map(\.name), ";")
            var message = "message"
            if top?.one == nil {
                if operation.isRequest, top?.wrapper == nil, let whole = top?.type {
                    // Its requests are one case of several.
                    let keys = model.operations.declaration(whole)?.cases.map(\.key) ?? []
                    let wrapper = RustSource.variants.name(of: "request", among: keys)
                    writer.line("let message = \(whole)::\(wrapper)(message);")
                }
                message = "Sent::\(top?.name ?? "")(message)"
            }
            writer.line(
                answer == nil
                    ? "typed::tell(\(client), \(message))"
                    : "typed::ask(\(client), \(literal(key)), \(message))")
        }
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
            for (gateway, name) in gateways {
                writer.separate()
                doc(gateway.doc.isEmpty ? "Serves the gateway `\(PlainText.line(gateway.name))`." : gateway.doc)
                writeGateway(gateway, name, ";")
            }
        }
        writer.block("\nimpl Gateways for typed::Builder<\(clientName)> {") { writer in
            for (gateway, name) in gateways {
                writer.separate()
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
        doc(followingDoc(part, isWindow))
        writer.function(
            "pub fn \(name)(", ["&self"] + (isWindow ? ["window: adit::Window"] : []),
            ") -> typed::Followed<\(type)> {", comma: ",", width: 100
        ) { $0.line(isWindow ? "self.0.follow_window(\(path), window)" : "self.0.follow(\(path))") }
    }
}
