import Adit
import AditNodes
import NIOCore
import NIOPosix

/// A connection to another node for one client of this one: its lines for cores of that node, and what is said to it there.
///
/// Each client has its own, so that there it is a client as any other, with its name, its answers and its limits. The other
/// node gives a line back (`@bounced`) if its core is not there any more.
///
/// The event loop's thread: so it is sendable.
final class Relay: @unchecked Sendable {
    let neighbour: Directory.Neighbour
    let client: Client
    let output = ChannelOutput()
    var input = LineBuffer()
    /// The cores that lines were for, by their names.
    private(set) var cores: [ByteString: String] = [:]
    /// The other node has taken it.
    var isReady = false
    var hasEnded = false
    /// Lines that were given back, in their order, and the cores that they are for. While some may follow, the client's own
    /// lines wait.
    var returned: [ByteBuffer] = []
    var returnedCores: Set<ByteString> = []
    var isReturning = false
    /// The other node ends.
    var isLeaving = false
    private(set) var isInputEnded = false

    // What nodes say to each other, beside the lines of clients. An `@echo` comes back behind all lines that are given back.

    static let (leaving, echo) = ("@leaving", "@echo")
    static let bounced: StaticString = "{\"@bounced\":\""
    static let bouncedLine: StaticString = "\",\"@line\":"

    init(_ client: Client, to neighbour: Directory.Neighbour) { (self.client, self.neighbour) = (client, neighbour) }

    func use(_ core: String) { cores[ByteString(core)] = core }

    func send(_ line: Bytes) {
        output.append(count: line.count + 1) { end in
            end.append(line)
            end.append(UInt8(ascii: "\n"))
        }
    }

    func send(_ line: String) { line.withBytes { send($0) } }

    /// Says that the client sends no more; the other node ends the connection once all is answered.
    func endInput() {
        isInputEnded = true
        closeOutput()
    }

    /// Closes the sending side, once everything is sent.
    func closeOutput() {
        guard isInputEnded, isReady, output.count == 0, let context = output.context else { return }
        context.close(mode: .output, promise: nil)
    }

    func close() {
        hasEnded = true
        output.context?.close(promise: nil)
        output.close()
        output.whenWritten = {}
    }
}

/// Reads the lines of another node.
final class RelayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let relay: Relay
    private let server: Server

    init(_ relay: Relay, of server: Server) { (self.relay, self.server) = (relay, server) }

    func channelActive(context: ChannelHandlerContext) {
        guard !relay.hasEnded else { return context.close(promise: nil) }
        relay.output.context = context
        relay.output.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        relay.input.append(unwrapInboundIn(data))
        server.hear(relay)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) { relay.output.writabilityHasChanged(of: context) }
    func channelInactive(context: ChannelHandlerContext) { server.wasClosed(relay) }

    // The channel is closed then.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
