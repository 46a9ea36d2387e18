import NIOCore
import NIOPosix
import NIOWebSocket

/// Passes the lines of a page on to a server at a Unix socket, and that server's lines to the page.
///
/// While one side does not read, the other one is not read either, so the limits are those of the server: it drops a page
/// that does not read. The event loop's thread: so it is sendable.
final class SocketRelay: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = WebSocketFrame
    private let inspection: Inspection
    private var context: ChannelHandlerContext?
    private var upstream: (any Channel)?
    /// Lines that came before the connection to the server.
    private var waiting: [ByteBuffer] = []
    /// Questions that have no answer yet.
    private var questions = 0
    private var isGone = false

    /// How much waits for a side that does not read, beside what was read at once.
    private static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 1 << 16, high: 1 << 20)

    init(_ inspection: Inspection) { self.inspection = inspection }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        try? context.channel.syncOptions?.setOption(.writeBufferWaterMark, value: SocketRelay.waterMark)
        let connected = ClientBootstrap(group: context.eventLoop)
            .channelOption(.writeBufferWaterMark, value: SocketRelay.waterMark)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(UpstreamHandler(self))
                }
            }
            .connect(unixDomainSocketPath: inspection.relay ?? "")
        connected.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let channel):
                guard !isGone else { return channel.close(promise: nil) }
                upstream = channel
                for line in waiting { channel.writeAndFlush(line, promise: nil) }
                waiting = []
                regulate()
            case .failure(let error): lose("\(inspection.relay ?? ""): \(error)")
            }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let line = unwrapInboundIn(data)
        let isQuestion = line.withUnsafeReadableBytes { bytes in
            guard bytes.last == UInt8(ascii: "\n"), Inspection.isQuestion(Bytes(bytes)) else { return false }
            questions += 1
            inspection.answer(Bytes(bytes), on: context.eventLoop) { [self] answer in
                questions -= 1
                say(answer)
                regulate()
            }
            return true
        }
        if isQuestion { return regulate() }
        if let upstream { upstream.writeAndFlush(line, promise: nil) } else if !isGone { waiting.append(line) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { regulate() }

    /// Reads the server while the page takes what it says, and the page while both do and its questions have answers.
    fileprivate func regulate() {
        guard let page = context?.channel else { return }
        try? upstream?.syncOptions?.setOption(.autoRead, value: page.isWritable)
        let isRead = page.isWritable && upstream?.isWritable ?? true && questions < Inspection.mostQuestions
        try? page.syncOptions?.setOption(.autoRead, value: isRead)
    }

    func channelInactive(context: ChannelHandlerContext) {
        isGone = true
        upstream?.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Passes a line of the server on.
    fileprivate func pass(_ line: ByteBuffer) { say(inspection.mask?(line) ?? line) }

    private func say(_ line: String) { say(ByteBuffer(string: line)) }

    private func say(_ line: ByteBuffer) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: line)), promise: nil)
    }

    /// The server is gone; what is known of the file can still be asked for.
    fileprivate func lose(_ reason: String) {
        guard !isGone else { return }
        isGone = true
        upstream = nil
        regulate()
        say("{\"@disconnected\":{\"reason\":\(reason.quoted)}}")
    }
}

/// Takes the lines of the server.
private final class UpstreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let page: SocketRelay
    private var input = LineBuffer()

    init(_ page: SocketRelay) { self.page = page }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        input.append(unwrapInboundIn(data))
        input.takeLines(longest: .max, isLast: false) { line in
            if let line { page.pass(ByteBuffer(bytes: line.buffer)) }
            return true
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { page.regulate() }
    func channelInactive(context: ChannelHandlerContext) { page.lose("the server has ended") }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
