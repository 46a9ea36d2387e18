import NIOCore
import NIOWebSocket

/// Passes on the data of messages, each of which has one or more lines in one or more frames, and answers other frames.
///
/// A frame that no client may send ends the connection with 1002: one that is not masked, of an unknown kind, with bits of an
/// extension, as none is agreed upon, or in the wrong place of a fragmented message (RFC 6455, 5.1, 5.2 and 5.4).
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = WebSocketFrame
    /// A message has begun, and not ended.
    private var isInMessage = false
    /// A close frame has been written, after which nothing is handled.
    private var isClosing = false
    /// The latest ping without an answer. The others need none (5.5.3), so little is kept for a peer that does not read.
    private var ping: ByteBuffer?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !isClosing else { return }
        guard frame.maskKey != nil, frame.reservedBits.isEmpty else { return refuse(context) }
        switch frame.opcode {
        case .text, .binary, .continuation:
            guard isInMessage == (frame.opcode == .continuation) else { return refuse(context) }
            isInMessage = !frame.fin
            var bytes = frame.unmaskedData
            if frame.fin { bytes.writeInteger(UInt8(ascii: "\n")) }
            context.fireChannelRead(wrapInboundOut(bytes))
        case .ping:
            ping = frame.unmaskedData
            answerPing(context)
        case .pong: break
        case .connectionClose:
            guard frame.unmaskedData.isCloseReason else { return refuse(context) }
            close(context, frame.unmaskedData)
        default: refuse(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerPing(context)
        context.fireChannelWritabilityChanged()
    }

    private func answerPing(_ context: ChannelHandlerContext) {
        guard let ping, !isClosing, context.channel.isWritable else { return }
        self.ping = nil
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: ping)), promise: nil)
    }

    private func refuse(_ context: ChannelHandlerContext) {
        var reason = ByteBuffer()
        reason.write(webSocketErrorCode: .protocolError)
        close(context, reason)
    }

    private func close(_ context: ChannelHandlerContext, _ reason: ByteBuffer) {
        isClosing = true
        context.writeAndClose(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: reason)))
    }
}

extension ByteBuffer {
    /// Whether a close frame may have it: nothing, or a code that may be sent, and a text (RFC 6455, 7.4).
    fileprivate var isCloseReason: Bool {
        guard readableBytes > 0 else { return true }
        return switch getInteger(at: readerIndex, as: UInt16.self) ?? 0 {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
