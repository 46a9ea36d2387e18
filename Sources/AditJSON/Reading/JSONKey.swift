/// A key of an object or the text of a string: borrowed bytes.
public struct JSONKey {
    @usableFromInline let start: UnsafePointer<UInt8>
    /// The number of bytes.
    public let count: Int

    init(start: UnsafePointer<UInt8>, count: Int) {
        self.start = start
        self.count = count
    }

    /// Returns the byte at a position below ``count``.
    @inlinable
    public subscript(position: Int) -> UInt8 { start[position] }

    /// Returns whether the key equals a name, byte for byte.
    @inlinable
    public func matches(_ name: StaticString) -> Bool {
        count == name.utf8CodeUnitCount && Memory.areEqual(start, name.utf8Start, count: count)
    }

    /// The key as a string.
    public var text: String { String(checked: bytes) }

    /// The bytes, valid UTF-8.
    @usableFromInline
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
}

extension JSONKey: Hashable {
    public static func == (left: JSONKey, right: JSONKey) -> Bool {
        left.count == right.count && Memory.areEqual(left.start, right.start, count: left.count)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
}
