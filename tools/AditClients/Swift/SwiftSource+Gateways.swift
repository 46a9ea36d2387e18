extension SwiftSource {
    func writeGateways() {
        begin(
            """
            The gateways that the host serves: those that are not nil. Each request runs in a task, which is cancelled when the \
            core needs no answer any more.
            """)
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
        writer.block("\nprivate func servers(of gateways: Gateways) -> [String: AditTyped.GatewayServer] {") { writer in
            writer.line("var served: [String: AditTyped.GatewayServer] = [:]")
            for (gateway, field) in pairs {
                writer.line(
                    "if let serve = gateways.\(field) { served[\(literal(gateway.name))] = .\(gateway.replies)(serve) }"
                )
            }
            writer.line("return served")
        }
    }
}
