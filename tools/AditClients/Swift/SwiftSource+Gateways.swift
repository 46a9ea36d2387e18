extension SwiftSource {
    func writeGateways() {
        writer.line(
            "\n/// The gateways that the host serves: those that are not nil. Each request runs in a task of its own, which is cancelled when\n/// the core needs no answer any more."
        )
        let pairs = namedGateways()
        writer.block("public struct Gateways: Sendable {") { writer in
            for (gateway, field) in pairs {
                doc(gateway.doc)
                let result =
                    switch gateway.replies {
                    case .none: "async throws -> Void"
                    case .one: "async throws -> \(type(gateway.reply ?? .bool))"
                    case .many: "-> AsyncThrowingStream<\(type(gateway.reply ?? .bool)), any Error>"
                    }
                writer.line("public var \(field): (@Sendable (\(type(gateway.request))) \(result))?")
            }
            writer.line("\npublic init() {}")
        }
        // Not a member: a gateway may have any name.
        writer.block("\nprivate func servers(of gateways: Gateways) -> [String: Server] {") { writer in
            writer.line("\(pairs.isEmpty ? "let" : "var") served: [String: Server] = [:]")
            for (gateway, field) in pairs {
                writer.line(
                    "if let serve = gateways.\(field) { served[\(literal(gateway.name))] = .\(gateway.replies)(serve) }"
                )
            }
            writer.line("return served")
        }
    }
}
