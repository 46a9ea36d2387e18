import NIOCore

/// Closes a connection of TCP so that its peer reads what was written last.
///
/// A connection that is closed while input waits is reset, and what its peer has not read yet may be lost (RFC 9112, 9.6). So
/// the output is closed first, and input is dropped until the peer closes as well, for a second at most.
///
/// It is the first handler of a connection. The event loop's thread.
final class ClosingHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    private var isClosing = false

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, context.channel.isActive else { return context.close(mode: mode, promise: promise) }
        if let promise { context.channel.closeFuture.cascade(to: promise) }
        guard !isClosing else { return }
        isClosing = true
        let deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
        context.channel.closeFuture.assumeIsolated().whenComplete { _ in deadline.cancel() }
        let outputClosed = context.eventLoop.makePromise(of: Void.self)
        outputClosed.futureResult.assumeIsolated().whenFailure { _ in context.close(promise: nil) }
        context.close(mode: .output, promise: outputClosed)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isClosing { context.fireChannelRead(data) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isClosing { context.read() } else { context.fireChannelReadComplete() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isClosing, case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
