import NIOCore

// Clients come, are read, and go.

extension Server {
    func makeClient(isTrusted: Bool, isParent: Bool = false, framing: Framing = .lines) -> Client {
        let name = isParent ? nil : ClientName(isMarked: isTrusted && options.isMixed)
        return makeClient(name, isTrusted: isTrusted, framing: framing)
    }

    private func makeClient(
        _ name: ClientName?, isTrusted: Bool, isNode: Bool = false, framing: Framing = .lines
    ) -> Client {
        // With a small --buffer, a client would be dropped for a chunk of which most has been written.
        let chunkSize = min(1 << 16, max(1024, options.mostOutput / 4))
        let client = Client(name: name, isTrusted: isTrusted, isNode: isNode, framing: framing, chunkSize: chunkSize)
        client.mask = options.inspection?.mask
        client.output.whenWritten = { [self, client] in touch(client) }
        return client
    }

    /// A client of another node, which speaks for it. An earlier connection of the client is taken for dead.
    func makeClient(ofNode name: ClientName) -> Client {
        if let former = clientsByName[name] { disconnect(former) }
        return makeClient(name, isTrusted: name.isMarked, isNode: true)
    }

    func disconnect(_ client: Client) {
        let context = client.output.context
        remove(client)
        context?.close(promise: nil)
    }

    /// A client has connected.
    ///
    /// - Parameter context: writes to it.
    func add(_ client: Client, writingTo context: ChannelHandlerContext) {
        client.output.context = context
        client.position = clients.count
        clients.append(client)
        if let name = client.name { clientsByName[name] = client }
        sayReady(to: client)
        if client.isNode { for case let core? in cores { askAgain(core) } }
        touch(client)
    }

    /// Handles the lines that were received, as long as the client's output does not wait for it.
    func handleLines(of client: Client, isBounded: Bool = true) {
        client.hasLines = false
        client.takeLines(longest: options.longestLine) { [self] line in
            figures.lines += 1
            if let line {
                handle(line, of: client)
            } else {
                refuse(client, "esize", "the line is longer than --line allows; it is skipped")
            }
            client.hasLines = isBounded && !canAnswer(client)
            return !client.hasLines
        }
        if client.isParent, client.hasInputEnded, !client.hasLines { end() }
        // What is said to the client touches it.
        scheduleFlush()
    }

    /// Handles all lines that were received.
    func handleRest() {
        for client in clients where client.hasLines && !client.isDropped { handleLines(of: client, isBounded: false) }
    }

    /// A descriptor has become free.
    func acceptMore() {
        for listener in listeners { listener.requestAccept() }
    }

    /// A client's connection is closed.
    func remove(_ client: Client) {
        guard !client.isRemoved else { return }
        client.output.close()
        client.output.whenWritten = {}
        client.isRemoved = true
        if client.isParent {
            hearProcesses()
            return end()
        }
        if !client.isDropped { forget(client) }
        endRelays(of: client)
        let last = clients.removeLast()
        if last !== client {
            clients[client.position] = last
            last.position = client.position
        }
        acceptMore()
        checkRelays()
    }

    /// Ends the subscriptions of a client that is gone, and forgets it.
    private func forget(_ client: Client) {
        if let name = client.name, clientsByName[name] === client { clientsByName[name] = nil }
        for core in client.cores.values where !core.isHosted && core.state != .crashed && !isEnding {
            let text = "{\"@unsubscribe\":{\"client\":\"\(client.name?.text ?? "")\"}}"
            let number = core.process.addToFlight(Message(kind: .own, core: core))
            text.withBytes { core.process.send(Frame(.send, core: core.number, number: number, text: $0)) }
        }
        for core in cores {
            guard let core else { continue }
            let wasHost = core.host === client
            core.forget(client)
            if wasHost, !isEnding { abandon(core) }
        }
        client.forgetCores()
        for process in processes { process.flight.forget(client) }
        scheduleFlush()
    }

    func dropIfSlow(_ client: Client) {
        guard !client.isParent, !client.isDropped, client.output.count > options.mostOutput else { return }
        forget(client)
        figures.drops += 1
        client.drop(
            saying: """
                {"@dropped":{"code":"efull","message":"more output than --buffer allows waits for this client, which does \
                not read"}}
                """)
        client.output.flush()
    }
}

/// Reads the lines of a client.
final class ClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let client: Client
    private let server: Server

    init(_ client: Client, of server: Server) {
        self.client = client
        self.server = server
    }

    func channelActive(context: ChannelHandlerContext) { server.add(client, writingTo: context) }

    /// Begins with a connection that is active, and has sent this already.
    func begin(with input: ByteBuffer, writingTo context: ChannelHandlerContext) {
        server.add(client, writingTo: context)
        guard input.readableBytes > 0 else { return server.requestRead(of: client) }
        client.receive(input)
        server.handleLines(of: client)
        server.requestRead(of: client)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !server.isEnding, !client.isRemoved, !client.isDropped else { return }
        client.receive(unwrapInboundIn(data))
        if !client.hasLines { server.handleLines(of: client) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        client.isReadRequested = false
        server.requestRead(of: client)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        client.hasInputEnded = true
        if !server.isEnding, !client.isDropped, !client.hasLines { server.handleLines(of: client) }
        server.touch(client)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        client.output.writabilityHasChanged(of: context)
    }

    func channelInactive(context: ChannelHandlerContext) { server.remove(client) }

    // The channel is closed then.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
