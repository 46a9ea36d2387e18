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
    private let outputHandler = OutputHandler()
    private let handshake: Handshake
    /// Those of HTTP, without this one.
    private let handlers: [any RemovableChannelHandler] = [
        HTTPResponseEncoder(),
        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), HTTPServerPipelineHandler(),
        NIOHTTPResponseHeadersValidator(), HTTPServerProtocolErrorHandler(),
    ]
    private var request: HTTPRequest?
    /// The request is complete, and is answered once the connection has written what came before.
    private var isComplete = false
    private var body = ByteBuffer()
    /// The body is kept, and not skipped.
    private var keepsBody = false
    /// Of an event stream.
    private var client: Client?

    private init(_ access: HTTPAccess, _ server: Server, _ handshake: Handshake) {
        (self.access, self.server, self.handshake) = (access, server, handshake)
    }

    /// Adds the handlers to a connection.
    static func prepare(_ channel: any Channel, _ access: HTTPAccess, _ server: Server) throws {
        let connection = HTTPConnection(access, server, Handshake(channel, of: server))
        let operations = channel.pipeline.syncOperations
        try operations.addHandlers([ClosingHandler(), connection.outputHandler])
        try operations.addHandlers(connection.handlers)
        try operations.addHandler(connection)
        let closed = channel.closeFuture.assumeIsolated()
        closed.whenComplete { _ in if let client = connection.client { server.remove(client) } }
    }

    private func becomeClient(_ client: Client) {
        guard let context = outputHandler.context else { return }
        outputHandler.output = client.output
        client.output.useSocket(of: context.channel)
        server.add(client, writingTo: context)
        handshake.end()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let request = HTTPRequest(head)
            (self.request, body, keepsBody) = (request, ByteBuffer(), takesBody(of: request))
            guard request.expectsContinue else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        case .body(let part):
            keepsBody = keepsBody && body.readableBytes + part.readableBytes <= server.options.longestLine
            if keepsBody { body.writeImmutableBuffer(part) } else { body = ByteBuffer() }
        case .end:
            guard client == nil else { return }
            isComplete = true
            answerNext(context)
        }
    }

    private func takesBody(of request: HTTPRequest) -> Bool {
        request.head.method == .POST && request.path == "/messages" && access.refusal(of: request) == nil
            && request.bodyLength ?? 0 <= server.options.longestLine
    }

    /// Answers the request that was read. Until then, NIO reads no further: a peer that does not read its answers has one of
    /// them here, and no more.
    private func answerNext(_ context: ChannelHandlerContext) {
        guard isComplete, let request, context.channel.isWritable else { return }
        (self.request, isComplete) = (nil, false)
        server.figures.requests += 1
        answer(request, context)
        handshake.restart()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerNext(context)
        context.fireChannelWritabilityChanged()
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
        case (.GET, "/socket"): becomeWebSocket(request, context)
        case (.POST, "/messages"): takeMessages(request, context)
        case (_, "/health"), (_, "/metrics"), (_, "/events"), (_, "/messages"), (_, "/socket"):
            respond(.methodNotAllowed, "", to: request, context)
        default: respond(.notFound, "", to: request, context)
        }
    }

    /// Answers the handshake of a WebSocket (RFC 6455, 4.2.2). NIO's handler for upgrades refuses without an answer, and serves
    /// only the first request of a connection.
    private func becomeWebSocket(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard request.isWebSocketHandshake else {
            return respond(.upgradeRequired, "a WebSocket of version 13 is expected\n", to: request, context)
        }
        guard !server.isEnding else { return respond(.serviceUnavailable, "", to: request, context) }
        let handshake = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        let headers = handshake.buildUpgradeResponse(
            channel: context.channel, upgradeRequest: request.head, initialResponseHeaders: [:])
        headers.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let headers): switchToWebSocket(headers, context)
            case .failure: respond(.badRequest, "one Sec-WebSocket-Key is expected\n", to: request, context)
            }
        }
    }

    private func switchToWebSocket(_ headers: HTTPHeaders, _ context: ChannelHandlerContext) {
        write(status: "101 Switching Protocols", headers)
        // A write that fails ends the connection.
        guard context.channel.isActive else { return }
        let operations = context.pipeline.syncOperations
        do {
            for handler in [self] + handlers.reversed() { _ = operations.removeHandler(handler) }
            try operations.addHandler(WebSocketFrameEncoder())
            let decoder = WebSocketFrameDecoder(maxFrameSize: server.options.longestLine)
            try operations.addHandlers(
                [ByteToMessageHandler(decoder), WebSocketProtocolErrorHandler(), WebSocketHandler()])
            if let inspection = server.options.inspection, inspection.relay != nil {
                try operations.addHandler(SocketRelay(inspection))
                return handshake.end()
            }
            let client = server.makeClient(isTrusted: access.isOfOwnPage, framing: .webSocket)
            try operations.addHandler(ClientHandler(client, of: server))
            try context.channel.syncOptions?.setOption(.autoRead, value: false)
            becomeClient(client)
        } catch {
            context.close(promise: nil)
        }
    }

    /// Writes a head as it is, so that no handler adds an encoding to what follows.
    private func write(status: String, _ headers: HTTPHeaders) {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let head = ByteBuffer(string: "HTTP/1.1 \(status)\r\n\(lines)\r\n")
        outputHandler.context?.writeAndFlush(NIOAny(head), promise: nil)
    }

    private func becomeEventStream(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let headers = [("content-type", "text/event-stream"), ("cache-control", "no-store"), ("connection", "close")]
        write(status: "200 OK", HTTPHeaders(headers + access.headers(for: request)))
        let client = server.makeClient(isTrusted: false, framing: .events)
        self.client = client
        becomeClient(client)
    }

    /// Takes the lines of a client that receives events. Refusals of lines are events.
    private func takeMessages(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        guard keepsBody else { return respond(.payloadTooLarge, "", to: request, context) }
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
        if status == .upgradeRequired {
            headers.add(name: "upgrade", value: "websocket")
            headers.add(name: "connection", value: "upgrade")
            headers.add(name: "sec-websocket-version", value: "13")
        }
        // NIO's parser reads nothing after a request to change the protocol.
        let isLast = !request.head.isKeepAlive || request.isUpgrade
        if isLast { headers.add(name: "connection", value: "close") }
        let head = HTTPResponseHead(version: request.head.version, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !text.isEmpty { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil) }
        let end = wrapOutboundOut(.end(nil))
        if isLast { context.writeAndClose(end) } else { context.writeAndFlush(end, promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Stands before the handlers of HTTP: what is written by it reaches the socket as it is.
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
