import Adit
import NIOCore

// Who receives the messages of cores.

extension Server {
    /// Passes a message of a core to the clients that it is for.
    func route(_ text: Bytes, of core: Core) {
        guard !core.isHosted else { return routeHosted(text, of: core) }
        let output = CoreOutput(text)
        var cause: Client?
        if options.mode == .stdio {
            cause = clients.first
            if let cause { deliver(output, of: core, to: cause) }
        } else {
            let name = output.client?.value.plainString
            cause = name.flatMap { core.process.flight.nextClient(named: $0) ?? client(named: $0) }
            switch output.key {
            case "@error"? where refuseReply(by: output, of: core, to: cause): return
            case "@effect"?: ask(output, of: core, causedBy: cause, named: name.flatMap { ClientName($0) })
            case "@cancel"?: cancel(output, of: core, causedBy: cause)
            // It goes on at another node.
            case "@closed"? where core.isHeld: break
            default:
                if let cause { deliver(output, of: core, to: cause) }
                let hasClient = output.client != nil
                let isForAll = if case "@closed"? = output.key { true } else { options.broadcasts && output.isOfApp }
                // What no client has caused is for those that have the authority of a host.
                let isForTrusted = !hasClient && options.hasTrustedClients
                guard isForAll || isForTrusted else { break }
                for client in core.users.values where client !== cause && (isForAll || client.isTrusted) {
                    deliver(output, of: core, to: client, keepsID: !hasClient)
                }
            }
        }
        if let id = output.id, let cause { core.process.flight.answer(id.value, of: cause, for: core) }
    }

    /// Passes an error on by which the core refuses an answer to a request, which waits for another one.
    ///
    /// - Parameter client: the client that the error names; nil if a trusted client has answered, as the host.
    /// - Returns: false if it is another error.
    private func refuseReply(by output: CoreOutput, of core: Core, to client: Client?) -> Bool {
        guard let id = output.id?.value, client != nil || output.client == nil,
            let code = output.value.member("code"), code == "\"emessage\"" || code == "\"edenied\"",
            let (reply, number) = core.process.flight.refusedReply(id, of: client, for: core)
        else { return false }
        reply.isAnswered = true
        if let effect = reply.effect { core.requests.end(effect, answeredBy: number, isTaken: false) }
        if let client = reply.client { deliver(output, of: core, to: client) }
        return true
    }

    private func client(named name: Bytes) -> Client? { ClientName(name).flatMap { clientsByName[$0] } }

    private func deliver(_ output: CoreOutput, of core: Core, to client: Client, keepsID: Bool = true) {
        guard !output.text.isEmpty else { return }
        client.say(count: output.lineCount(core.suffix, keepsID: keepsID)) { end in
            output.writeLine(to: &end, core.suffix, keepsID: keepsID)
        }
        touch(client)
    }

    /// An `@effect`: asks the client that serves its gateway, or the one that caused it, and remembers it until it is
    /// answered.
    private func ask(_ output: CoreOutput, of core: Core, causedBy cause: Client?, named name: ClientName?) {
        let gateway = output.value.member("gateway") ?? .empty
        let asked = core.server(of: gateway) ?? cause
        let reply = output.value.member("reply")
        if !(reply.map { $0 == "false" } ?? false) {
            // Only a process whose memory is damaged writes a request without an id.
            guard let id = output.value.member("id")?.decodedString else { return }
            var line = ByteBuffer()
            line.append(count: output.lineCount(core.suffix, keepsID: true)) {
                output.writeLine(to: &$0, core.suffix, keepsID: true)
            }
            core.requests.add(
                ByteString(id), gateway: gateway.text, client: name, isSource: reply.map { $0 == "\"many\"" } ?? false,
                line: line, asked: asked)
        }
        if let asked {
            deliver(output, of: core, to: asked)
        } else if options.hasTrustedClients, output.client == nil {
            // All trusted clients that use the core may answer it.
            for client in core.users.values where client.isTrusted { deliver(output, of: core, to: client) }
        }
    }

    private func cancel(_ output: CoreOutput, of core: Core, causedBy cause: Client?) {
        let effect = output.value.member("effect")?.decodedString
        let request = effect.flatMap { core.requests.remove(ByteString($0)) }
        if let asked = request != nil ? request?.asked : cause { deliver(output, of: core, to: asked) }
    }

    /// Sends the waiting requests of a core's gateways to clients that have come.
    func askAgain(_ core: Core) {
        core.requests.askAgain { request in
            let server = request.gateway.withBytes { core.server(of: $0) }
            guard let client = server ?? request.client.flatMap({ clientsByName[$0] }) else { return nil }
            client.use(core)
            client.say(request.line)
            touch(client)
            return client
        }
    }
}
