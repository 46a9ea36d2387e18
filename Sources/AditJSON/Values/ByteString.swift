/// A text that is compared, ordered and hashed by its UTF-8 bytes: a key or an id received from a host.
///
/// ```swift
/// var rooms: [ByteString: Room] = [:]
/// rooms[ByteString(name)] = Room()
/// ```
///
/// Swift's `String` compares by Unicode equivalence (`é` as one scalar equals `e` with an accent), and normalizes texts
/// to do so. That takes time quadratic in the number of combining marks in a row: half a minute for a text of 200 KB of
/// nothing else. A host relays such texts, so everything that a core keeps by a host's text, such as keys of
/// dictionaries and ids of tables and effects, is a `ByteString`. On the wire it is a string.
///
/// - Complexity: O(n) to compare and to hash, in the number of bytes.
public struct ByteString: Sendable {
    /// The text.
    public let string: String

    /// Creates a byte string from a text.
    public init(_ string: String) { self.string = string }
}

extension ByteString: Hashable, Comparable {
    public static func == (left: ByteString, right: ByteString) -> Bool { left.string.isSpelled(as: right.string) }

    /// Returns whether the bytes of one text precede those of the other.
    public static func < (left: ByteString, right: ByteString) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        let isHashed: Void? = string.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { for byte in string.utf8 { hasher.combine(byte) } }
        // No text contains this byte, so lists of texts with different boundaries hash differently.
        hasher.combine(0xFF as UInt8)
    }
}

extension ByteString: ExpressibleByStringLiteral, LosslessStringConvertible, CustomDebugStringConvertible {
    public init(stringLiteral value: String) { string = value }
    public var description: String { string }
    public var debugDescription: String { string.debugDescription }
}

extension ByteString: Codable, CodingKeyRepresentable {
    public init(from decoder: any Decoder) throws { string = try String(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try string.encode(to: encoder) }

    /// The text as a key of a `Codable` dictionary.
    public var codingKey: any CodingKey { NameKey(string) }
    /// Creates a byte string from a key of a `Codable` dictionary.
    public init?(codingKey: some CodingKey) { string = codingKey.stringValue }
}
