/// A reader of one value of a JSON text. Generated code reads only through it.
///
/// Texts are read in one pass: a decoder reads its value where it stands, and what follows is read on from there.
/// Nothing is parsed before, so errors of syntax are found on the way; the reader of the text gets them instead of what
/// the decoder throws. A value can be read again, or not at all: then it is skipped, and checked.
///
/// ```swift
/// try JSONReader.read(text, depth: 64) { reader throws(CodingFailure) in try Message(reading: reader) }
/// ```
///
/// It borrows from the text: it is valid only during the `init(reading:)` that receives it.
public struct JSONReader {
    /// The text, which outlives the reader.
    @usableFromInline let source: UnsafeMutablePointer<JSONText>
    /// The first byte of the value.
    @usableFromInline let start: UnsafePointer<UInt8>
    /// The number of objects and arrays around the value.
    @usableFromInline let depth: Int

    @inlinable
    @inline(__always)
    init(_ source: UnsafeMutablePointer<JSONText>, at start: UnsafePointer<UInt8>, depth: Int) {
        self.source = source
        self.start = start
        self.depth = depth
    }

    /// A `null` in place of a value that is absent. It is not part of the text, and is only asked for its kind.
    package var absent: JSONReader {
        let null: StaticString = "null"
        return JSONReader(source, at: null.utf8Start, depth: depth)
    }

    /// The kinds of JSON value.
    public enum Kind: Sendable {
        /// Keys with values.
        case object
        /// Values in an order.
        case array
        /// A text.
        case string
        /// A number that is written without a fraction and without an exponent, and fits 64 bits.
        case integer
        /// Any other number.
        case real
        /// `true` or `false`.
        case bool
        /// `null`.
        case null
    }

    /// The kind of the value.
    public var kind: Kind {
        switch start.pointee {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            if case .real? = jsonNumber { .real } else { .integer }
        default: .null
        }
    }

    /// Whether the value is `null`.
    @inlinable public var isNull: Bool { start.pointee == UInt8(ascii: "n") }
    @usableFromInline
    package var isObject: Bool { start.pointee == UInt8(ascii: "{") }
    package var isArray: Bool { start.pointee == UInt8(ascii: "[") }

    /// Where the value begins. An equal one elsewhere has another place.
    package var place: UnsafeRawPointer { UnsafeRawPointer(start) }

    /// The text of the value, which is checked; nil if it is not JSON.
    package var raw: UnsafeRawBufferPointer? {
        guard let stop = source.pointee.end(of: start, depth: depth) else { return nil }
        source.pointee.record(from: start, to: stop)
        return UnsafeRawBufferPointer(start: start, count: stop - start)
    }
}

// MARK: - Values without parts

extension JSONReader {
    /// The truth value; nil for other kinds.
    public var bool: Bool? {
        let isTrue = start.pointee == UInt8(ascii: "t")
        guard isTrue || start.pointee == UInt8(ascii: "f"),
            let stop = source.pointee.word(isTrue ? "true" : "false", at: start)
        else { return nil }
        source.pointee.record(from: start, to: stop)
        return isTrue
    }

    /// The number; nil for other kinds.
    @inline(__always)
    var jsonNumber: JSONNumber? {
        guard start.pointee == UInt8(ascii: "-") || start.pointee &- UInt8(ascii: "0") < 10,
            let (number, stop) = source.pointee.readNumber(at: start)
        else { return nil }
        source.pointee.record(from: start, to: stop)
        return number
    }

    /// The integer; nil if this is not a number, has a fraction or exceeds 64 bits. `1.0` is the integer 1; a number
    /// written in that form is not an integer from 2⁵³ on, or if a double cannot hold its fraction.
    public var integer: Int64? { jsonNumber?.integer }

    /// The number; nil for other kinds.
    public var number: Double? { jsonNumber?.double }

    /// The text of a number, as it is written, such as `1.50` or `1e3`; nil for other kinds.
    public var numberText: String? {
        guard jsonNumber != nil, let raw else { return nil }
        return String(decoding: raw, as: UTF8.self)
    }

    /// The bytes of a string; nil for other kinds.
    public var text: JSONKey? {
        guard start.pointee == UInt8(ascii: "\"") else { return nil }
        guard
            let (text, stop) = source.pointee.skippedString(at: start)
                ?? source.pointee.readString(at: start, isKey: false)
        else { return nil }
        source.pointee.record(from: start, to: stop)
        return text
    }

    /// The bytes of a string, valid UTF-8, borrowed from the text; nil for other kinds.
    package var utf8: UnsafeBufferPointer<UInt8>? { text?.bytes }

    /// The text of a string; nil for other kinds.
    public var string: String? {
        let before = source.pointee.mark
        defer { source.pointee.release(to: before) }
        return text?.text
    }
}

// MARK: - Reading types

extension JSONReader {
    /// Reads the whole value.
    @inlinable
    public func read<T: WireCodable>() throws(CodingFailure) -> T { try T(reading: self) }

    /// Reads the whole value, or returns the default if it is null.
    @inlinable
    public func read<T: WireCodable>(default value: @autoclosure () -> T) throws(CodingFailure) -> T {
        isNull ? value() : try T(reading: self)
    }

    /// Reads the value of a key of this object; absent and null are the same.
    ///
    /// - Throws: ``CodingFailure`` if it is missing and required, or has the wrong type.
    @inlinable
    public func read<T: WireCodable>(_ member: JSONReader?, _ key: StaticString) throws(CodingFailure) -> T {
        guard let member, !member.isNull else {
            if let absent = T.absent { return absent }
            throw missing(key)
        }
        do {
            return try T(reading: member)
        } catch {
            throw error.within(key)
        }
    }

    /// Reads an object without members: the payload of a case without values.
    public func readEmpty() throws(CodingFailure) {
        var members = try members()
        if let member = members.next() { throw unknownKey(member.key) }
    }
}
