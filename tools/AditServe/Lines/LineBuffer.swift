import NIOCore

/// The input of a client that has not been handled: lines, of which the last may not have ended.
struct LineBuffer {
    private var buffer = ByteBuffer()
    /// So many bytes at the beginning have no line feed.
    private var searched = 0
    /// The rest of a line is skipped that was too long.
    private var isSkipping = false

    mutating func append(_ bytes: ByteBuffer) {
        if buffer.readableBytes == 0 { buffer = bytes } else { buffer.writeImmutableBuffer(bytes) }
    }

    /// Takes lines, without their ends.
    ///
    /// - Parameters:
    ///   - longest: the most bytes of a line, without its end.
    ///   - isLast: there is no more input: the last line needs no end.
    ///   - handle: handles a line, which borrows from the buffer; nil for one that is too long, all of which is skipped. False
    ///     to stop.
    mutating func takeLines(longest: Int, isLast: Bool, _ handle: (Bytes?) -> Bool) {
        var buffer = ByteBuffer()
        swap(&buffer, &self.buffer)
        defer { swap(&buffer, &self.buffer) }
        let taken = buffer.withUnsafeReadableBytes { takeLines(Bytes($0), longest, isLast, handle) }
        buffer.moveReaderIndex(forwardBy: taken)
        // The memory of a long line is not kept, and neither is the loop's buffer for a short one.
        if buffer.readableBytes == 0 {
            buffer = ByteBuffer()
        } else if buffer.readableBytes < buffer.capacity / 4 {
            buffer = ByteBuffer(bytes: buffer.readableBytesView)
        } else {
            buffer.discardReadBytes()
        }
    }

    /// - Returns: the number of bytes that have been taken.
    private mutating func takeLines(
        _ bytes: Bytes, _ longest: Int, _ isLast: Bool, _ handle: (Bytes?) -> Bool
    ) -> Int {
        var taken = 0
        while true {
            let rest = bytes.suffix(from: taken)
            let end = rest.first(UInt8(ascii: "\n"), from: searched)
            let count = end ?? rest.count
            searched = end == nil ? count : 0
            // A carriage return at the end is no part of the line.
            let hasReturn = count > 0 && rest.start[count - 1] == UInt8(ascii: "\r")
            let line = rest.prefix(hasReturn ? count - 1 : count)
            let (wasSkipping, isTooLong) = (isSkipping, line.count > longest)
            if end == nil, !wasSkipping, !isTooLong, !isLast || count == 0 { return taken }
            searched = 0
            taken += end == nil ? count : count + 1
            isSkipping = end == nil && (wasSkipping || isTooLong)
            if !wasSkipping, !handle(isTooLong ? nil : line) { return taken }
            if end == nil { return taken }
        }
    }
}
