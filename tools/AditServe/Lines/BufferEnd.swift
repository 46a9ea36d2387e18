import Glibc
import NIOCore

/// The end of a buffer that has room for what is appended: lines and frames are written in one access of their buffer.
struct BufferEnd {
    private var at: UnsafeMutableRawPointer
    private let limit: UnsafeMutableRawPointer

    fileprivate init(_ room: UnsafeMutableRawBufferPointer, count: Int) {
        // A buffer that has room has an address.
        at = room.baseAddress!
        limit = at + count
    }

    fileprivate var isFull: Bool { at == limit }

    mutating func append(_ bytes: Bytes) {
        precondition(bytes.count <= limit - at, "more is written than was said")
        memcpy(at, bytes.start, bytes.count)
        at += bytes.count
    }

    mutating func append(_ text: StaticString) { append(Bytes(text)) }
    mutating func append(_ text: String) { text.withBytes { append($0) } }
    mutating func append(_ buffer: ByteBuffer) { buffer.withUnsafeReadableBytes { append(Bytes($0)) } }

    mutating func append(_ byte: UInt8) {
        precondition(at < limit, "more is written than was said")
        at.storeBytes(of: byte, as: UInt8.self)
        at += 1
    }

    /// Appends the last bytes of a number, the most significant first.
    mutating func append(_ number: Int, bytes: Int) {
        for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
}

extension ByteBuffer {
    /// Appends exactly `count` bytes, which `write` writes.
    @inline(__always)
    mutating func append(count: Int, _ write: (inout BufferEnd) -> Void) {
        guard count > 0 else { return }
        writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
            var end = BufferEnd(room, count: count)
            write(&end)
            precondition(end.isFull, "less is written than was said")
            return count
        }
    }

    mutating func append(_ bytes: Bytes) { writeBytes(bytes.buffer) }
}
