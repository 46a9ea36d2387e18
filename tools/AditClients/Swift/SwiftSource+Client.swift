extension SwiftSource {
    static func client(hasGateways: Bool) -> String {
        let serving = #"""

                    if case .cancel(let effect) = message.message { lock.withLock { tasks.removeValue(forKey: effect) }?.cancel() }
                    if case .effect(let effect) = message.message, let server = served[effect.gateway] { return try serve(effect, server) }
            """#
        let serve = #"""


                private func serve(_ effect: AditEffect, _ server: Server) throws {
                    let transport = transport
                    let answer: @Sendable ([String: JSONValue]) throws -> Void = { members in
                        if Task.isCancelled { return }
                        let reply = members.merging(["effect": .text(effect.id)]) { $1 }
                        try transport.send(write(["@reply": JSONValue.object(reply)]))
                    }
                    let work = try server.prepare(effect.request, answer)
                    lock.withLock {
                        tasks[effect.id] = Task {
                            do { try await work() } catch {
                                try? answer(["error": .object(["name": .text("\(type(of: error))"), "message": .text("\(error)")])])
                            }
                            lock.withLock { _ = tasks.removeValue(forKey: effect.id) }
                        }
                    }
                }
            """#
        return #"""

            /// A client of the app, over a transport: an opened library, or a connection to a server. Any thread.
            public final class AppClient: @unchecked Sendable {
                private let transport: any Transport
                private let served: [String: Server]
                private let handle: @Sendable (Received) -> Void
                private let lock = NSLock()
                /// Guarded by the lock.
                private var tasks: [String: Task<Void, Never>] = [:]

                /// - Parameter handle: called with each message, except for the requests to the gateways.
                public init(_ transport: any Transport, gateways: Gateways = Gateways(), handle: @escaping @Sendable (Received) -> Void) {
                    (self.transport, served, self.handle) = (transport, servers(of: gateways), handle)
                }

                deinit { for task in tasks.values { task.cancel() } }

                /// Opens the core. The app has to be compatible with what the config expects: by default, this catalog's hash, and no
                /// other; or a catalog that the app may have extended since (docs/wire.md). The transport refuses one that is not.
                public func open(_ config: AditConfig = AditConfig()) throws {
                    var config = config
                    config.expects = config.expects ?? .text(Catalog.hash)
                    config.gateways = config.gateways ?? served.keys.sorted()
                    try transport.open(app: Catalog.app, config: write(config)) { [weak self] text in try self?.receive(text) }
                }

                /// Sends a message.
                public func send(_ message: MessageToCore) throws { try send(Sent(message)) }

                /// Sends a message with what stands beside it.
                public func send(_ message: Sent) throws { try transport.send(message.json) }

                private func receive(_ text: String) throws {
                    let message = try Received(json: text)\#(hasGateways ? "\n" + serving : "")
                    handle(message)
                }\#(hasGateways ? serve : "")
            }
            """#
    }
}
