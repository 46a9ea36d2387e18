import NIOCore

/// Output that waits to be written to a channel: whole lines or frames, in chunks.
///
/// A channel cannot take back what it was given. So it is given some chunks at a time, and the others stay here, where they
/// can be counted and dropped. A chunk ends with a line, so after what the channel has, another last line can be written.
///
/// A channel with less than a chunk to write takes more, and says nothing of what it has written: two events for each write
/// would cost a quarter of it, and a promise as much as the write. So what a channel has counts once it is a chunk.
///
/// The event loop's thread.
final class ChannelOutput {
    /// The handler that writes; nil before there is a channel, and once it is closed.
    var context: ChannelHandlerContext?
    /// Called when the channel has written something, unless that was within `flush`.
    var whenWritten: () -> Void = {}
    /// Chunks are closed when they have so many bytes, and the channel has some of them at a time.
    private let chunkSize: Int
    /// The memory of a chunk that was written is used for the next one if it has so many bytes at most: what clients that are
    /// silent keep.
    private static let keptCapacity = 512
    private var chunks = CircularBuffer<ByteBuffer>(initialCapacity: 1)
    /// The chunk that is being filled.
    private var last = ByteBuffer()
    private var lastCapacity = 0
    private static let allocator = ByteBufferAllocator()
    private var isFlushing = false
    private var isFinishing = false
    /// The channel takes more. Once it has a chunk, it takes no more until it has written everything.
    private var isChannelReady = true
    /// The number of bytes that a channel which takes no more was given.
    private var inFlight = 0
    /// The number of bytes that have not been written, but for less than a chunk that the channel may have.
    private(set) var count = 0

    static let largestChunk = 1 << 16

    /// The marks of each channel of an output with such chunks.
    static func waterMark(chunkSize: Int = largestChunk) -> ChannelOptions.Types.WriteBufferWaterMark {
        ChannelOptions.Types.WriteBufferWaterMark(low: 1, high: chunkSize)
    }

    init(chunkSize: Int = largestChunk) { self.chunkSize = chunkSize }

    /// Appends a frame.
    func append(_ frame: Frame, rest: Bytes) {
        prepare()
        let before = last.readableBytes
        last.write(frame, rest: rest)
        wasAppended(last.readableBytes - before)
    }

    /// Appends a line of `bytes` bytes, which `write` writes.
    @inline(__always)
    func append(count bytes: Int, _ write: (inout BufferEnd) -> Void) {
        prepare()
        last.append(count: bytes, write)
        wasAppended(bytes)
    }

    private func prepare() {
        if last.capacity == 0 { last = ChannelOutput.allocator.buffer(capacity: lastCapacity) }
    }

    private func wasAppended(_ bytes: Int) {
        count += bytes
        if last.readableBytes >= chunkSize { chunks.append(closeChunk()) }
    }

    /// Ends the chunk that is being filled.
    private func closeChunk() -> ByteBuffer {
        // The next one is probably as long.
        lastCapacity = min(last.readableBytes, chunkSize)
        defer { last = ByteBuffer() }
        return last
    }

    /// Gives the channel what it can have.
    func flush() {
        isFlushing = true
        defer { isFlushing = false }
        // A channel that writes all of it at once is given more. It may be closed by a write, and be another one then.
        while isChannelReady, count > 0, let context {
            var chunk = takeChunk()
            while inFlight < count, inFlight < 4 * chunkSize {
                context.write(NIOAny(chunk), promise: nil)
                chunk = takeChunk()
            }
            context.writeAndFlush(NIOAny(chunk), promise: nil)
            guard isChannelReady else { return }
            wasWritten()
            if last.capacity == 0, chunk.capacity <= ChannelOutput.keptCapacity {
                // The channel has no reference to it any more, so its memory is cleared and not copied.
                chunk.clear()
                last = chunk
            }
        }
    }

    /// The chunk that the channel is given next.
    private func takeChunk() -> ByteBuffer {
        let chunk = chunks.popFirst() ?? closeChunk()
        inFlight += chunk.readableBytes
        return chunk
    }

    /// The channel has become writable or not: the handler of `context` calls this.
    func writabilityHasChanged(of context: ChannelHandlerContext) {
        // A process that was started again has another channel.
        guard self.context === context else { return }
        isChannelReady = context.channel.isWritable
        guard isChannelReady, !isFlushing else { return }
        wasWritten()
        whenWritten()
    }

    private func wasWritten() {
        count -= inFlight
        inFlight = 0
    }

    /// Drops what the channel has not been given.
    func drop() {
        chunks.removeAll()
        last = ByteBuffer()
        count = inFlight
    }

    /// Closes the channel once it has written everything.
    func finish() {
        guard !isFinishing, count == 0, let context else { return }
        isFinishing = true
        context.writeAndClose(NIOAny(ByteBuffer()))
    }

    /// Drops everything, with the channel.
    func close() {
        context = nil
        isChannelReady = true
        inFlight = 0
        drop()
    }
}

extension ChannelHandlerContext {
    /// Writes something, and closes the connection once it is written.
    func writeAndClose(_ data: NIOAny) {
        let written = eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in self.close(promise: nil) }
        writeAndFlush(data, promise: written)
    }
}
