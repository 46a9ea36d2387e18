import Adit
import AditLibrary
import CServe
import Glibc
import NIOCore
import NIOPosix

/// A child process that runs the cores of a library, as the server sees it: its channel, what was sent to it, and when it is
/// started again.
///
/// The event loop's thread: so it is sendable.
final class LibraryProcess: @unchecked Sendable {
    enum State {
        /// It has not said which apps it has.
        case starting
        case running
        /// It has crashed, and is started again later.
        case waiting
        /// It has ended, and is not started again.
        case ended
    }

    /// The library's path.
    let library: String
    var state = State.ended
    private(set) var id: pid_t = 0
    let output = ChannelOutput()
    var input = ByteBuffer()
    var flight = Flight()
    var version = ""
    var apps = JSONValue.Object()
    /// The catalogs of the apps.
    var catalogs: [ByteString: String] = [:]
    /// Of `waitpid`, once the process has ended.
    private(set) var status: Int32 = 0
    /// In a row.
    private var crashes = 0
    private var started = NIODeadline.now()
    /// When it last wrote something, or nothing was expected of it.
    var lastSign = NIODeadline.now()
    var isReadRequested = false

    init(library: String) { self.library = library }

    var hasProcess: Bool { id != 0 }

    // MARK: Starting

    /// Starts the process.
    ///
    /// - Throws: `SystemError` if the system refuses.
    func start(for server: Server) throws(SystemError) {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw SystemError("socketpair")
        }
        defer { close(pair[1]) }
        do throws(SystemError) {
            id = try spawnSelf(
                ["serve", "--worker", library],
                serve_spawning(has_input: false, kept: pair[1], is_detached: false, blocks_signals: true))
        } catch {
            close(pair[0])
            throw error
        }
        state = .starting
        started = .now()
        lastSign = started
        _ = ClientBootstrap(group: server.loop)
            .channelOption(.autoRead, value: false)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 1 << 16))
            .channelOption(.writeBufferWaterMark, value: ChannelOutput.waterMark)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LibraryProcessHandler(self, of: server))
                }
            }
            .withConnectedSocket(pair[0])
    }

    /// Waits for the end of the process, whose channel is closed, and notes its status.
    func reap() {
        output.close()
        // What waited for it does not hold clients back.
        output.whenWritten()
        input = ByteBuffer()
        isReadRequested = false
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        id = 0
    }

    /// Ends the process at once.
    func kill() {
        if id > 0 { _ = Glibc.kill(id, SIGKILL) }
    }

    /// When a process that has crashed starts again; nil after too many crashes in a row.
    func pauseBeforeRestart(mostCrashes: Int) -> TimeAmount? {
        if NIODeadline.now() - started >= .seconds(60) { crashes = 0 }
        guard crashes < mostCrashes else {
            state = .ended
            return nil
        }
        // At once the first time, and then after 100 ms, 200 ms and so on.
        let pause = crashes == 0 ? 0 : min(100 << min(crashes - 1, 10), 5000)
        crashes += 1
        state = .waiting
        return .milliseconds(Int64(pause))
    }

    // MARK: Messages

    /// Sends a frame to the process.
    func send(_ frame: Frame, rest: Bytes = .empty) {
        output.append(frame, rest: rest)
    }

    /// Adds a message to those that are not known to be handled.
    ///
    /// - Returns: its number.
    func addToFlight(_ message: Message) -> UInt64 {
        message.client?.inFlight += 1
        if flight.isEmpty { lastSign = .now() }
        return flight.append(message)
    }

    // MARK: Its end

    /// How the process has ended: `"signal":"SIGILL"` or `"status":1`.
    var end: String {
        let signal = status & 0x7F
        guard signal != 0 else { return "\"status\":\(status >> 8 & 0xFF)" }
        let name = serve_signal_name(signal).map { "SIG" + String(cString: $0) } ?? String(signal)
        return "\"signal\":\"\(name)\""
    }

    /// Whether it has ended without an error.
    var hasEndedWell: Bool { status == 0 }
}

/// Reads the frames of a process.
final class LibraryProcessHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let process: LibraryProcess
    private let server: Server

    init(_ process: LibraryProcess, of server: Server) {
        self.process = process
        self.server = server
    }

    func channelActive(context: ChannelHandlerContext) {
        process.output.context = context
        server.scheduleFlush()
        server.requestRead(of: process)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if process.input.readableBytes == 0 { process.input = buffer } else { process.input.writeBuffer(&buffer) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        process.isReadRequested = false
        server.handleFrames(of: process)
        server.requestRead(of: process)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        process.output.writabilityHasChanged(of: context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        server.handleEnd(of: process)
    }

    // The channel is closed then.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
