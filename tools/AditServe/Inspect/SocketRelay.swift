import NIOCore
import NIOPosix
import NIOWebSocket

/// Passes the lines of a page on to a server at a Unix socket, and that server's lines to the page.
///
/// The event loop's thread: so it is sendable.
final class SocketRelay: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame
    private let inspection: Inspection
    private var context: ChannelHandlerContext?
    private var upstream: (any Channel)?
    /// Lines that came before the connection to the server.
    private var waiting: [ByteBuffer] = []
    private var isGone = false

    init(_ inspection: Inspection) { self.inspection = inspection }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let connected = ClientBootstrap(group: context.eventLoop)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(UpstreamHandler(self))
                }
            }
            .connect(unixDomainSocketPath: inspection.relay ?? "")
        connected.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let channel):
                upstream = channel
                for line in waiting { channel.writeAndFlush(line, promise: nil) }
                waiting = []
            case .failure(let error): lose("\(inspection.relay ?? ""): \(error)")
            }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        var line = frame.unmaskedData
        let isQuestion = frame.fin && line.withUnsafeReadableBytes { Inspection.isQuestion(Bytes($0)) }
        if isQuestion {
            line.withUnsafeReadableBytes { bytes in
                inspection.answer(Bytes(bytes), on: context.eventLoop) { [self] answer in say(answer) }
            }
            return
        }
        if frame.fin { line.writeInteger(UInt8(ascii: "\n")) }
        if let upstream { upstream.writeAndFlush(line, promise: nil) } else if !isGone { waiting.append(line) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isGone = true
        upstream?.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Passes a line of the server on.
    func pass(_ line: ByteBuffer) { say(inspection.mask?(line) ?? line) }

    func say(_ line: String) { say(ByteBuffer(string: line)) }

    func say(_ line: ByteBuffer) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: line)), promise: nil)
    }

    /// The server is gone; what is known of the file can still be asked for.
    func lose(_ reason: String) {
        guard !isGone else { return }
        isGone = true
        upstream = nil
        say("{\"@disconnected\":{\"reason\":\(reason.quoted)}}")
    }
}

/// Takes the lines of the server.
private final class UpstreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let page: SocketRelay
    private var input = ByteBuffer()

    init(_ page: SocketRelay) { self.page = page }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var more = unwrapInboundIn(data)
        input.writeBuffer(&more)
        while let length = input.readableBytesView.firstIndex(of: UInt8(ascii: "\n")).map({ $0 - input.readerIndex }) {
            if let line = input.readSlice(length: length) { page.pass(line) }
            input.moveReaderIndex(forwardBy: 1)
        }
        input.discardReadBytes()
    }

    func channelInactive(context: ChannelHandlerContext) { page.lose("the server has ended") }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
