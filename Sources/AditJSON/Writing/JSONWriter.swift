/// A writer of JSON text into a growing buffer. It builds no tree.
///
/// The writer adds no commas and closes no brackets; the coder must write well-formed JSON. One thread at a time.
public final class JSONWriter {
    // Each access lasts for one statement, so accesses cannot overlap, and per-byte exclusivity checks are unnecessary.
    @exclusivity(unchecked) @usableFromInline package var base: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) @usableFromInline var capacity: Int
    @exclusivity(unchecked) @usableFromInline var used = 0

    /// Whether masks are written in place of secrets.
    @exclusivity(unchecked) package var masksSecrets = false
    @exclusivity(unchecked) @usableFromInline var wroteSecrets = false
    /// Where masks begin, in a text that is one value; nil if not needed.
    @exclusivity(unchecked) package var maskPlaces: [Int]?

    /// Creates a writer.
    ///
    /// - Parameter capacity: the bytes that the buffer has at first; it grows.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        guard let memory = Memory.allocate(self.capacity) else { Memory.isExhausted() }
        base = memory
    }

    deinit { Memory.free(base) }

    /// Whether a secret, or its mask, was written. A reader resets it before the write.
    @inlinable package var hasSecrets: Bool {
        get { wroteSecrets }
        set { wroteSecrets = newValue }
    }

    /// The number of bytes written.
    @inlinable public var count: Int { used }

    /// The written bytes. Valid until the next write.
    @inlinable package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: used) }

    /// The written bytes as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Truncates the text to an earlier ``count``.
    @inlinable
    package func truncate(to count: Int) { used = min(used, max(0, count)) }

    /// Drops the first `count` bytes.
    ///
    /// - Complexity: O(n) in the number of remaining bytes.
    package func dropFirst(_ count: Int) {
        guard count > 0 else { return }
        let rest = max(0, used - count)
        UnsafeMutableRawPointer(base).copyMemory(from: base + (used - rest), byteCount: rest)
        used = rest
    }

    /// Shrinks the buffer after an unusually large text, so that its memory is not kept forever.
    @inlinable
    package func shrink(to limit: Int) {
        if capacity > max(limit, used, 16) { reallocate(max(limit, used, 16)) }
    }

    @usableFromInline
    @inline(never)
    func reallocate(_ limit: Int) {
        if let smaller = Memory.resize(base, to: limit) {
            base = smaller
            capacity = limit
        }
    }

    @inlinable
    @inline(__always)
    package func write(byte: UInt8) {
        reserve(1)
        base[used] = byte
        used &+= 1
    }

    /// Writes a complete or partial JSON text.
    // Inlined, as is `begin(member:)`: if the length is known, the text is a few stores instead of a call of memmove
    // (`benchmarks/run`: such texts are most of a message on the wire).
    @inlinable
    @inline(__always)
    public func write(literal text: StaticString) {
        let count = text.utf8CodeUnitCount
        reserve(count)
        append(text.utf8Start, count)
    }

    package func write(raw: UnsafeRawBufferPointer) {
        guard let start = raw.baseAddress else { return }
        reserve(raw.count)
        append(start, raw.count)
    }

    /// Writes text that needs no escapes, with its quotes.
    @inline(__always)
    func write(clean text: UnsafeRawBufferPointer) {
        reserve(text.count + 2)
        base[used] = UInt8(ascii: "\"")
        if let start = text.baseAddress {
            UnsafeMutableRawPointer(base + used + 1).copyMemory(from: start, byteCount: text.count)
        }
        used += text.count + 2
        base[used - 1] = UInt8(ascii: "\"")
    }

    /// Writes up to `most` bytes that `body` stores in the buffer, between quotes.
    ///
    /// - Parameter body: returns the number of bytes stored, from the start of its buffer.
    @inline(__always)
    func write(quotedAtMost most: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        reserve(most + 2)
        base[used] = UInt8(ascii: "\"")
        used += body(UnsafeMutableBufferPointer(start: base + used + 1, count: most)) + 2
        base[used - 1] = UInt8(ascii: "\"")
    }

    /// Writes a JSON text, such as a number as it was written elsewhere.
    public func write(json: String) {
        var json = json
        json.withUTF8 { write(raw: UnsafeRawBufferPointer($0)) }
    }

    /// Writes a key with its colon, after a comma unless the object has just been opened.
    ///
    /// - Parameter key: the key as JSON, with its colon: `"item":`.
    @inlinable
    @inline(__always)
    public func begin(member key: StaticString) {
        let count = key.utf8CodeUnitCount
        reserve(count &+ 1)
        // In variables, as a stored byte might be one of a property, for all that the compiler knows.
        let start = base
        var end = used
        if end > 0, JSONWriter.mayEndValue(start[end &- 1]) {
            start[end] = UInt8(ascii: ",")
            end &+= 1
        }
        UnsafeMutableRawPointer(start + end).copyMemory(from: key.utf8Start, byteCount: count)
        used = end &+ count
    }

    /// Writes the comma between values unless the object or array has just been opened.
    @inlinable
    @inline(__always)
    package func separate() {
        if used > 0, JSONWriter.mayEndValue(base[used &- 1]) { write(byte: UInt8(ascii: ",")) }
    }

    /// Returns whether a comma belongs between a byte and the next value. No value ends with an opening bracket.
    @inlinable
    @inline(__always)
    static func mayEndValue(_ byte: UInt8) -> Bool { byte | 0x20 != UInt8(ascii: "{") }

    @inlinable
    @inline(__always)
    func append(_ start: UnsafeRawPointer, _ count: Int) {
        UnsafeMutableRawPointer(base + used).copyMemory(from: start, byteCount: count)
        used &+= count
    }

    /// Makes room for more bytes, whose number is that of memory, so that no sum of it with ``used`` overflows.
    @inlinable
    @inline(__always)
    func reserve(_ more: Int) {
        if used &+ more > capacity { grow(more) }
    }

    @usableFromInline
    @inline(never)
    func grow(_ more: Int) {
        capacity = max(capacity * 2, used + more)
        guard let larger = Memory.resize(base, to: capacity) else { Memory.isExhausted() }
        base = larger
    }
}
