import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection of HTTP: what it asks for, until it becomes a client by a WebSocket or by server-sent events.
///
/// | request | |
/// |---|---|
/// | `GET /socket` | becomes a WebSocket: each message has lines in both directions |
/// | `GET /events` | becomes a stream of server-sent events: output |
/// | `POST /messages?client=NAME` | lines of the client of an event stream |
/// | `GET /health`, `GET /metrics` | |
/// | `GET` of anything else | a file of the page of `adit inspect` |
///
/// The event loop's thread: so it is sendable.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let access: HTTPAccess
    private let server: Server
    /// Writes bytes as they are, as it stands before the handlers of HTTP.
    private let outputHandler: OutputHandler
    private var request: HTTPRequest?
    private var body = ByteBuffer()
    private var isTooLong = false
    /// Of an event stream.
    private var client: Client?
    /// It counts as a connection that is no client.
    private var isCounted = true

    private init(_ access: HTTPAccess, _ server: Server, _ output: OutputHandler) {
        (self.access, self.server, outputHandler) = (access, server, output)
    }

    /// Adds the handlers to a connection.
    static func prepare(_ channel: any Channel, _ access: HTTPAccess, _ server: Server) throws {
        let operations = channel.pipeline.syncOperations
        let output = OutputHandler()
        let connection = HTTPConnection(access, server, output)
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: server.options.longestLine, automaticErrorHandling: true,
            shouldUpgrade: { channel, head in
                let request = HTTPRequest(head)
                let isAllowed = request.path == "/socket" && access.refusal(of: request) == nil && !server.isEnding
                return channel.eventLoop.makeSucceededFuture(isAllowed ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture { try connection.becomeWebSocket(channel) }
            })
        try operations.addHandler(output)
        try operations.addHandler(IdleStateHandler(allTimeout: .seconds(30)))
        try operations.configureHTTPServerPipeline(
            withPipeliningAssistance: true, withServerUpgrade: ([upgrader], { _ in }), withErrorHandling: true)
        try operations.addHandler(connection)
        server.httpConnections += 1
        let closed = channel.closeFuture.assumeIsolated()
        closed.whenComplete { _ in connection.wasClosed() }
    }

    private func becomeWebSocket(_ channel: any Channel) throws {
        // What came behind the request may have ended the connection meanwhile.
        guard channel.isActive else { return }
        let operations = channel.pipeline.syncOperations
        _ = operations.removeHandler(try operations.handler(type: IdleStateHandler.self))
        _ = operations.removeHandler(self)
        if let inspection = server.options.inspection, inspection.relay != nil {
            try operations.addHandler(SocketRelay(inspection))
            return uncount()
        }
        let client = server.makeClient(isTrusted: access.isOfOwnPage, framing: .webSocket)
        try operations.addHandler(WebSocketHandler(client, of: server))
        try channel.syncOptions?.setOption(.autoRead, value: false)
        becomeClient(client)
    }

    private func becomeClient(_ client: Client) {
        uncount()
        guard let context = outputHandler.context else { return }
        outputHandler.output = client.output
        client.output.useSocket(of: context.channel)
        server.add(client, writingTo: context)
    }

    private func uncount() {
        if isCounted { server.httpConnections -= 1 }
        isCounted = false
    }

    private func wasClosed() {
        uncount()
        if let client { server.remove(client) }
        server.acceptMore()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            request = HTTPRequest(head)
            (body, isTooLong) = (ByteBuffer(), false)
        case .body(let part):
            isTooLong = isTooLong || body.readableBytes + part.readableBytes > server.options.longestLine
            if isTooLong { body = ByteBuffer() } else { body.writeImmutableBuffer(part) }
        case .end:
            guard client == nil, let request else { return }
            server.figures.requests += 1
            answer(request, context)
        }
    }

    private func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        if request.head.method == .GET, let inspection = server.options.inspection,
            let file = inspection.file(request.path)
        {
            return respond(.ok, file.text, type: file.type, Inspection.headers, to: request, context)
        }
        switch (request.head.method, request.path) {
        case (.GET, "/health"):
            let isWell =
                server.processes.allSatisfy { $0.state == .running } && !server.isEnding && !server.isDraining
                && !server.isUncertain
            respond(
                isWell ? .ok : .serviceUnavailable, "{\"status\":\"\(isWell ? "ok" : "failing")\"}\n", to: request,
                context)
        case (.OPTIONS, _):
            // A page asks whether it may send a token.
            let isAllowed = !access.headers(for: request).isEmpty
            respond(isAllowed ? .noContent : .forbidden, "", to: request, context)
        case _ where access.refusal(of: request) != nil:
            respond(access.refusal(of: request) ?? .unauthorized, "", to: request, context)
        case (.GET, "/metrics"): respond(.ok, server.metrics, type: "text/plain; version=0.0.4", to: request, context)
        case (.GET, "/events"): becomeEventStream(request, context)
        case (.POST, "/messages"): takeMessages(request, context)
        case (_, "/health"), (_, "/metrics"), (_, "/events"), (_, "/messages"), (_, "/socket"):
            respond(request.path == "/socket" ? .upgradeRequired : .methodNotAllowed, "", to: request, context)
        default: respond(.notFound, "", to: request, context)
        }
    }

    private func becomeEventStream(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        // Written as it is, so that no handler adds an encoding of its own to what follows.
        var head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-store\r\nconnection: close\r\n"
        for (name, value) in access.headers(for: request) { head += "\(name): \(value)\r\n" }
        outputHandler.context?.writeAndFlush(NIOAny(ByteBuffer(string: head + "\r\n")), promise: nil)
        let operations = context.pipeline.syncOperations
        if let idle = try? operations.handler(type: IdleStateHandler.self) { _ = operations.removeHandler(idle) }
        let client = server.makeClient(isTrusted: false, framing: .events)
        self.client = client
        becomeClient(client)
    }

    /// Takes the lines of a client that receives events. Refusals of lines are events.
    private func takeMessages(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard !isTooLong else { return respond(.payloadTooLarge, "", to: request, context) }
        let name = request.query["client"].flatMap { $0.withBytes { ClientName($0) } }
        guard let client = name.flatMap({ server.clientsByName[$0] }), client.framing == .events, !client.isDropped
        else {
            return respond(.notFound, "no stream of events has a client of that name\n", to: request, context)
        }
        guard !client.hasLines, server.canAnswer(client), server.canPass, !server.isEnding else {
            return respond(.serviceUnavailable, "", to: request, context)
        }
        body.writeInteger(UInt8(ascii: "\n"))
        client.receive(body)
        body = ByteBuffer()
        server.handleLines(of: client)
        respond(.accepted, "", to: request, context)
    }

    private func respond(
        _ status: HTTPResponseStatus, _ text: String, type: String = "application/json",
        _ more: [(String, String)] = [], to request: HTTPRequest, _ context: ChannelHandlerContext
    ) {
        var headers = HTTPHeaders(access.headers(for: request) + more)
        if status == .noContent {
            headers.add(name: "access-control-allow-headers", value: "authorization, content-type")
            headers.add(name: "access-control-allow-methods", value: "GET, POST")
        } else {
            headers.add(name: "content-type", value: type)
            headers.add(name: "content-length", value: String(text.utf8.count))
        }
        if status == .unauthorized { headers.add(name: "www-authenticate", value: "Bearer") }
        if status == .serviceUnavailable { headers.add(name: "retry-after", value: "1") }
        if !request.head.isKeepAlive { headers.add(name: "connection", value: "close") }
        let head = HTTPResponseHead(version: request.head.version, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !text.isEmpty { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil) }
        let end = wrapOutboundOut(.end(nil))
        if request.head.isKeepAlive { context.writeAndFlush(end, promise: nil) } else { context.writeAndClose(end) }
        self.request = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // It does not finish its request, or has none.
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// The first handler of a connection: what is written by it reaches the socket as it is.
final class OutputHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private(set) var context: ChannelHandlerContext?
    /// Of the client that the connection has become.
    var output: ChannelOutput?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        output?.writabilityHasChanged(of: context)
        context.fireChannelWritabilityChanged()
    }
}

/// Reads the lines of a WebSocket: a message has one or more, in one or more frames.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame
    private let client: Client
    private let server: Server

    init(_ client: Client, of server: Server) { (self.client, self.server) = (client, server) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !client.isRemoved, frame.isMessage(from: context) else { return }
        guard !server.isEnding, !client.isDropped else { return }
        var bytes = frame.unmaskedData
        if let inspection = server.options.inspection, frame.fin, ask(bytes, inspection, context) { return }
        if frame.fin { bytes.writeInteger(UInt8(ascii: "\n")) }
        client.receive(bytes)
        if !client.hasLines { server.handleLines(of: client) }
    }

    /// Asks what is no matter of cores.
    ///
    /// - Returns: false if a message is for a core, or for the server.
    private func ask(_ bytes: ByteBuffer, _ inspection: Inspection, _ context: ChannelHandlerContext) -> Bool {
        bytes.withUnsafeReadableBytes { text in
            guard Inspection.isQuestion(Bytes(text)) else { return false }
            inspection.answer(Bytes(text), on: context.eventLoop) { [client, server] answer in
                client.say(answer)
                server.touch(client)
            }
            return true
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        client.isReadRequested = false
        server.requestRead(of: client)
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) { server.remove(client) }

    // NIO answers a frame that is none, and closes the connection.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension WebSocketFrame {
    /// Whether it is a part of a message. Other frames are answered; one that no client may send ends the connection: one that is
    /// not masked, of an unknown kind, or with bits of an extension, as none is agreed upon (RFC 6455, 5.1 and 5.2).
    func isMessage(from context: ChannelHandlerContext) -> Bool {
        guard maskKey != nil, reservedBits.isEmpty else { return refuse(context) }
        switch opcode {
        case .text, .binary, .continuation: return true
        case .ping:
            context.writeAndFlush(NIOAny(WebSocketFrame(fin: true, opcode: .pong, data: unmaskedData)), promise: nil)
        case .connectionClose:
            context.writeAndClose(NIOAny(WebSocketFrame(fin: true, opcode: .connectionClose, data: unmaskedData)))
        case .pong: break
        default: return refuse(context)
        }
        return false
    }

    private func refuse(_ context: ChannelHandlerContext) -> Bool {
        var reason = ByteBuffer()
        reason.write(webSocketErrorCode: .protocolError)
        context.writeAndClose(NIOAny(WebSocketFrame(fin: true, opcode: .connectionClose, data: reason)))
        return false
    }
}
