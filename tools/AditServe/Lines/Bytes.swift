import Glibc

/// A part of a text that another object owns, such as a line in a connection's input.
///
/// Lines are handled where they were received, without copies: a `Bytes` is valid until the handler of its line or frame
/// returns, and is never kept. A pointer in place of a `Span`, as parts of a text are members of structures here.
package struct Bytes {
    package let start: UnsafePointer<UInt8>
    let count: Int

    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    init(_ start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        self.init(start: start, count: end - start)
    }

    /// The bytes of a buffer; an empty text if it has no address.
    package init(_ buffer: UnsafeRawBufferPointer) {
        start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Bytes.empty.start
        count = buffer.count
    }

    init(_ text: StaticString) { self.init(start: text.utf8Start, count: text.utf8CodeUnitCount) }

    static var empty: Bytes { Bytes("") }

    var end: UnsafePointer<UInt8> { start + count }
    var isEmpty: Bool { count == 0 }
    var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
    var chars: UnsafePointer<CChar> { UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self) }

    /// A copy. Invalid UTF-8 is replaced.
    var text: String { String(decoding: buffer, as: UTF8.self) }

    /// The bytes before an offset, and from it on; `offset` is at most `count`.
    func prefix(_ offset: Int) -> Bytes { Bytes(start: start, count: offset) }
    func suffix(from offset: Int) -> Bytes { Bytes(start: start + offset, count: count - offset) }

    func has(prefix text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Returns the first place of a byte, from an offset on.
    func first(_ byte: UInt8, from offset: Int = 0) -> Int? {
        guard offset < count, let found = memchr(start + offset, Int32(byte), count - offset) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    func contains(_ byte: UInt8) -> Bool { first(byte) != nil }

    func contains(where predicate: (UInt8) -> Bool) -> Bool { buffer.contains(where: predicate) }

    static func == (left: Bytes, right: StaticString) -> Bool {
        left.count == right.utf8CodeUnitCount && memcmp(left.start, right.utf8Start, left.count) == 0
    }

    /// For `switch`.
    static func ~= (pattern: StaticString, text: Bytes) -> Bool { text == pattern }

    static func == (left: Bytes, right: Bytes) -> Bool {
        left.count == right.count && memcmp(left.start, right.start, left.count) == 0
    }
}

extension String {
    /// Lends the bytes of the text.
    func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
        var copy = self
        return try copy.withUTF8 { try body(Bytes(UnsafeRawBufferPointer($0))) }
    }
}

extension UInt8 {
    /// A space of JSON.
    var isSpace: Bool { self <= 0x20 && (self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A) }
}
