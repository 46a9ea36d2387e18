import Glibc
import NIOCore
import NIOPosix

/// Output that waits to be written to a channel: whole lines or frames, in chunks.
///
/// A channel cannot take back what it was given. So it is given some chunks at a time, and the others stay here, where they
/// can be counted and dropped. A chunk ends with a line, so after what the channel has, another last line can be written.
///
/// The event loop's thread.
final class ChannelOutput {
    /// The handler that writes; nil before there is a channel, and once it is closed.
    var context: ChannelHandlerContext?
    /// The channel's socket. While the channel has nothing to write, lines are written to the socket: NIO has no call for that,
    /// and its own way takes 2 500 instructions a line, where the system's call takes a few.
    private var socket: NIOBSDSocket.Handle?
    /// Called when the channel has written something, unless that was within `flush`.
    var whenWritten: () -> Void = {}
    /// Chunks are closed when they have so many bytes, and the channel has some of them at a time.
    private let chunkSize: Int
    /// Of a chunk that was written, so much memory is kept for the next one, in bytes: also by clients that are silent.
    private static let keptCapacity = 512
    private var chunks = CircularBuffer<ByteBuffer>(initialCapacity: 1)
    /// The chunk that is being filled.
    private var last = ByteBuffer()
    private var lastCapacity = 0
    private static let allocator = ByteBufferAllocator()
    private var isFlushing = false
    /// The channel has written all that it was given.
    private var isChannelEmpty = true
    /// The number of bytes that the channel has, and has not written.
    private var inFlight = 0
    /// The number of bytes that have not been written, those of the channel included.
    private(set) var count = 0

    /// With these marks, which each channel of an output has, a channel is writable while it has nothing to write. A promise
    /// for each write would say the same, and cost as much as the write.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 1, high: 1)

    init(chunkSize: Int = 1 << 16) { self.chunkSize = chunkSize }

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
        while isChannelEmpty, count > 0, let context {
            var chunk = takeChunk()
            if wasTaken(&chunk) {
                reuse(&chunk)
                continue
            }
            while inFlight < count, inFlight < 4 * chunkSize {
                context.write(NIOAny(chunk), promise: nil)
                chunk = takeChunk()
            }
            context.writeAndFlush(NIOAny(chunk), promise: nil)
            if isChannelEmpty { wasWritten() }
        }
    }

    /// The chunk that the channel is given next.
    private func takeChunk() -> ByteBuffer {
        let chunk = chunks.popFirst() ?? closeChunk()
        inFlight += chunk.readableBytes
        return chunk
    }

    /// Keeps the memory of a chunk that was written.
    private func reuse(_ chunk: inout ByteBuffer) {
        guard last.capacity == 0, chunk.capacity <= ChannelOutput.keptCapacity else { return }
        chunk.clear()
        last = chunk
    }

    /// The channel has become writable or not: the handler of `context` calls this.
    func writabilityHasChanged(of context: ChannelHandlerContext) {
        // A process that was started again has another channel.
        guard self.context === context else { return }
        isChannelEmpty = context.channel.isWritable
        guard isChannelEmpty, !isFlushing else { return }
        wasWritten()
        whenWritten()
    }

    private func wasWritten() {
        count -= inFlight
        inFlight = 0
    }

    /// Writes what the socket takes at once. What it does not take, and what fails, is the channel's.
    ///
    /// - Returns: whether that is all of it.
    private func wasTaken(_ chunk: inout ByteBuffer) -> Bool {
        guard let socket, let context, context.channel.isActive else { return false }
        let written = chunk.readWithUnsafeReadableBytes {
            max(0, send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)))
        }
        inFlight -= written
        count -= written
        return chunk.readableBytes == 0
    }

    /// Drops what the channel has not been given.
    func drop() {
        chunks.removeAll()
        last = ByteBuffer()
        count = inFlight
    }

    /// Writes to the socket of a channel that would write the same bytes: one without TLS.
    func useSocket(of channel: any Channel) {
        // What was written before may still be with the channel.
        isChannelEmpty = channel.isWritable
        socket = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// Drops everything, with the channel.
    func close() {
        context = nil
        socket = nil
        isChannelEmpty = true
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
