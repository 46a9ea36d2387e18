import AditNodes
import NIOCore

/// A peer that sends and receives lines: the parent process, or a connection.
///
/// The event loop's thread: so it is sendable.
final class Client: @unchecked Sendable {
    /// For `adit_submit`; nil for the parent, who is the host.
    private(set) var name: ClientName?
    /// The name with a NUL at its end, as it is passed to a process; empty for the parent.
    private(set) var nameText: [UInt8] = []
    let isTrusted: Bool
    var isParent: Bool { name == nil }
    let framing: Framing
    let output: ChannelOutput
    private var input = LineBuffer()

    /// Its place in the server's list.
    var position = 0
    /// There is no more input.
    var hasInputEnded = false
    /// Lines that were read wait until its output has been written.
    var hasLines = false
    /// It receives nothing more than what waits, and is removed once that is written.
    private(set) var isDropped = false
    /// Its connection is closed.
    var isRemoved = false
    /// It is among those that the server looks after before it waits.
    var isDirty = false
    /// The channel has been asked to read.
    var isReadRequested = false
    /// It is not read, as much waits for a process.
    var isHeld = false
    /// Messages that are not known to be handled.
    var inFlight = 0
    /// Whether it has ever used a core.
    var hasUsedCores = false
    /// Questions to `adit inspect` that have no answer yet.
    var questions = 0
    /// It is another node, for one of that node's clients.
    let isNode: Bool
    /// Its connections to other nodes.
    var relays: [Directory.Neighbour: Relay] = [:]
    /// How many cores and relays its lines wait for.
    var waits = 0
    /// Lines that wait for them, before those that are in the input.
    private var parked = CircularBuffer<ParkedLine>()
    private(set) var cores: [ObjectIdentifier: Core] = [:]
    /// The core that it has used last.
    private var latestCore: Core?

    /// How much is read at a time. A channel keeps a buffer of this size once it has read, and most clients send little.
    static let receiveAllocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 1024, maximum: 1 << 14)

    /// Sets the options of a channel: it is read when a client's lines can be handled. The handlers of HTTP read by themselves.
    static func setOptions(of channel: any Channel, isHTTP: Bool = false) throws {
        let options = channel.syncOptions
        try options?.setOption(.autoRead, value: isHTTP)
        try options?.setOption(.maxMessagesPerRead, value: 1)
        try options?.setOption(.recvAllocator, value: receiveAllocator)
        try options?.setOption(.writeBufferWaterMark, value: ChannelOutput.waterMark)
        try options?.setOption(.allowRemoteHalfClosure, value: !isHTTP)
    }

    init(name: ClientName?, isTrusted: Bool, isNode: Bool = false, framing: Framing = .lines, chunkSize: Int) {
        (self.isTrusted, self.isNode, self.framing) = (isTrusted, isNode, framing)
        output = ChannelOutput(chunkSize: chunkSize)
        if let name { take(name: name) }
    }

    func take(name: ClientName) {
        self.name = name
        nameText = Array(name.text.utf8) + [0]
    }

    /// Whether a text is the name.
    func hasName(_ text: Bytes) -> Bool {
        nameText.withUnsafeBytes { Bytes($0).prefix(max(0, $0.count - 1)) == text }
    }

    // MARK: Input

    func receive(_ buffer: ByteBuffer) { input.append(buffer) }

    /// Takes the lines that were received.
    ///
    /// - Parameter handle: handles a line, which borrows from the input; nil for one that is too long. False to stop.
    func takeLines(longest: Int, _ handle: (Bytes?) -> Bool) {
        // The input is not accessed meanwhile: a line may cause that this client is removed.
        var input = LineBuffer()
        swap(&input, &self.input)
        input.takeLines(longest: longest, isLast: hasInputEnded, handle)
        swap(&input, &self.input)
    }

    // MARK: Lines that wait

    /// Keeps a line behind those that wait, until its core has been found if one is sought.
    func park(_ line: Bytes, for placement: Placement? = nil) {
        parked.append(ParkedLine(line: ByteBuffer(bytes: line.buffer), placement: placement))
        guard let placement else { return }
        placement.waiting.append(self)
        waits += 1
    }

    func park(_ lines: CircularBuffer<ParkedLine>) { parked.append(contentsOf: lines) }

    /// Keeps lines before those that wait.
    func park(before lines: [ByteBuffer]) {
        for line in lines.reversed() { parked.prepend(ParkedLine(line: line)) }
    }

    /// Takes the line that waits for a core.
    func takeParked(for placement: Placement) -> ByteBuffer? {
        guard let index = parked.firstIndex(where: { $0.placement === placement }) else { return nil }
        return parked.remove(at: index).line
    }

    func takeAllParked() -> CircularBuffer<ParkedLine> {
        defer { parked = CircularBuffer() }
        return parked
    }

    // MARK: Output

    /// Returns a line as it may leave the program; nil if all may. Set once, before the first line.
    var mask: ((ByteBuffer) -> ByteBuffer)?

    /// Appends a line of `count` bytes, which `write` writes.
    @inline(__always)
    func say(count: Int, _ write: (inout BufferEnd) -> Void) {
        guard !isDropped, !isRemoved else { return }
        if mask != nil { return sayMasked(count: count, write) }
        put(count: count, write)
    }

    @inline(never)
    private func sayMasked(count: Int, _ write: (inout BufferEnd) -> Void) {
        var line = ByteBuffer()
        line.append(count: count, write)
        if let mask { line = mask(line) }
        put(count: line.readableBytes) { $0.append(line) }
    }

    @inline(__always)
    private func put(count: Int, _ write: (inout BufferEnd) -> Void) {
        output.append(count: count + framing.overhead(count)) { end in
            framing.begin(&end, count: count)
            write(&end)
            framing.end(&end)
        }
    }

    func say(_ line: ByteBuffer) { say(count: line.readableBytes) { $0.append(line) } }

    func say(_ line: String) { say(count: line.utf8.count) { $0.append(line) } }

    /// Drops the lines that wait, and adds a last one.
    func drop(saying line: String) {
        output.drop()
        say(line)
        isDropped = true
    }

    // MARK: Cores

    /// The core that it has used last, if that has a name.
    func latestCore(named name: Bytes) -> Core? {
        guard let latestCore, latestCore.nameBytes.withUnsafeBytes({ Bytes($0) == name }) else { return nil }
        return latestCore
    }

    func uses(_ core: Core) -> Bool { core === latestCore || cores[ObjectIdentifier(core)] != nil }

    func use(_ core: Core) {
        guard core !== latestCore else { return }
        latestCore = core
        hasUsedCores = true
        cores[ObjectIdentifier(core)] = core
        core.users[ObjectIdentifier(self)] = self
    }

    func forget(_ core: Core) {
        if latestCore === core { latestCore = nil }
        cores[ObjectIdentifier(core)] = nil
    }

    func forgetCores() {
        latestCore = nil
        cores = [:]
    }
}

/// A line of a client that waits.
struct ParkedLine {
    let line: ByteBuffer
    /// The core that it waits for; nil of one that waits behind another.
    var placement: Placement?
}

/// How lines are written to a connection.
enum Framing {
    /// Each ends with a line feed.
    case lines
    /// Each is a text message of a WebSocket (RFC 6455).
    case webSocket
    /// Each is a server-sent event.
    case events

    /// The number of bytes that are written beside a line of `count` bytes.
    fileprivate func overhead(_ count: Int) -> Int {
        switch self {
        case .lines: 1
        case .events: 8
        case .webSocket: count < 126 ? 2 : count < 0x1_0000 ? 4 : 10
        }
    }

    fileprivate func begin(_ end: inout BufferEnd, count: Int) {
        switch self {
        case .lines: break
        case .events: end.append("data: ")
        case .webSocket:
            end.append(0x81 as UInt8)  // the last frame of a text
            switch count {
            case ..<126: end.append(UInt8(count))
            case ..<0x1_0000:
                end.append(126 as UInt8)
                end.append(count, bytes: 2)
            default:
                end.append(127 as UInt8)
                end.append(count, bytes: 8)
            }
        }
    }

    fileprivate func end(_ end: inout BufferEnd) {
        switch self {
        case .lines: end.append(UInt8(ascii: "\n"))
        case .events: end.append("\n\n")
        case .webSocket: break
        }
    }
}
