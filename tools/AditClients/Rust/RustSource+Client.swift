extension RustSource {
    /// The client, and what opens it.
    func writeClient() {
        writer.line(RustSource.serving)
        writer.line(ofClient(RustSource.opening))
        writer.block("\nimpl \(clientName)Builder {") { writer in
            let gateways = namedGateways(beside: ["config", "on_message", "open", "serve", "serve_many"])
            for (index, (gateway, name)) in gateways.enumerated() {
                if index > 0 { writer.line() }
                writeGateway(gateway, name)
            }
            writer.line((model.gateways.isEmpty ? "" : "\n") + ofClient(RustSource.builder))
        }
        writer.line(ofClient(RustSource.client))
        writer.block("\nimpl \(clientName) {") { writer in
            writer.line(ofClient(RustSource.methods))
            for (part, name, window) in namedParts() { writeFollowing(part, name, window) }
        }
    }

    private func writeGateway(_ gateway: Gateway, _ name: String) {
        doc(gateway.doc.isEmpty ? "Serves the gateway `\(gateway.name)`." : gateway.doc)
        let (request, reply) = (type(gateway.request), gateway.reply.map(type) ?? "()")
        let isSource = gateway.replies == .many
        writer.line("pub fn \(name)<F, A>(self, function: F) -> Self")
        writer.block("where", nil) { writer in
            writer.line("F: Fn(\(request)\(isSource ? ", GatewayItems<\(reply)>" : "")) -> A + Send + Sync + 'static,")
            writer.line("A: Future<Output = Result<\(isSource ? "()" : reply), GatewayError>> + Send + 'static,")
        }
        writer.block("{") {
            $0.line("self.\(isSource ? "serve_many" : "serve")(\(literal(gateway.name)), function)")
        }
    }

    private func writeFollowing(_ part: Part, _ name: String, _ window: String) {
        let type = type(part.shape)
        let path = literal(part.path)
        writer.line()
        doc("Follows `\(part.path)`." + (part.doc.isEmpty ? "" : " " + part.doc))
        writer.block("pub fn \(name)(&self) -> Followed<\(type)> {") {
            $0.line("Followed { mirror: self.core.mirror(\(path)), path: \(path), value: PhantomData }")
        }
        if !part.isList { return }
        writer.line()
        doc("Follows some elements of `\(part.path)`.")
        writer.block("pub fn \(window)(&self, window: adit::Window) -> Followed<\(type)> {") {
            $0.line("Followed { mirror: self.core.mirror_window(\(path), window), path: \(path), value: PhantomData }")
        }
    }
}
