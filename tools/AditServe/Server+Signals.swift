import CServe
import Glibc
import NIOCore
import NIOPosix

extension Server {
    /// The signals come in by a pipe, so that they are handled between two events. A second one ends the server at once.
    func watchSignals() {
        var ends: [Int32] = [-1, -1]
        guard serve_pipe(&ends, false) == 0 else { return }
        SignalPipe.input = ends[1]
        for number in endSignals { signal(number, SignalPipe.receive) }
        signal(SIGPIPE, SIG_IGN)
        _ = NIOPipeBootstrap(group: loop)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SignalHandler { self.end() })
                }
            }
            .takingOwnershipOfDescriptor(input: ends[0])
    }
}

/// The pipe by which a signal reaches the loop.
private enum SignalPipe {
    // Written before the signals are handled, on the one thread.
    nonisolated(unsafe) static var input: Int32 = -1
    nonisolated(unsafe) static var count = 0

    static let receive: @convention(c) (Int32) -> Void = { _ in
        count += 1
        if count > 1 { _exit(1) }
        _ = write(input, "!", 1)
    }
}

private final class SignalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let receive: () -> Void

    init(_ receive: @escaping () -> Void) { self.receive = receive }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive() }
}
