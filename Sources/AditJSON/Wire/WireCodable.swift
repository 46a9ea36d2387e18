/// A type that has a form on the wire: it is read from parsed JSON, written as JSON text, and described by a schema.
///
/// `@Message` and `@Model` write the conformance; by hand it is written for a type with a form of its own:
///
/// ```swift
/// extension Percent: WireCodable {
///     init(reading reader: JSONReader) throws(CodingFailure) { value = try Int(reading: reader) }
///     func write(to writer: JSONWriter) throws(CodingFailure) { try value.write(to: writer) }
///     static func schema(in definitions: SchemaDefinitions) -> Schema { .integer(0...100) }
/// }
/// ```
public protocol WireCodable {
    /// Reads a value. Any thread.
    ///
    /// - Throws: ``CodingFailure`` that says where, what was found, and what would have been right.
    init(reading reader: JSONReader) throws(CodingFailure)

    /// Writes the value: one JSON value, without white space.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON has no such value. Its path is of no matter: it is known from what has
    ///   been written.
    func write(to writer: JSONWriter) throws(CodingFailure)

    /// What the values of this type are on the wire.
    static func schema(in definitions: SchemaDefinitions) -> Schema

    /// The value that stands for an absent key; nil, unless the type is an optional.
    static var absent: Self? { get }

    /// Whether the value's key is left away.
    var isAbsent: Bool { get }

    /// Adds the cases that the value is made of: `todo`, `request`, `add`. Nothing, unless it is an enum without raw
    /// values.
    func addCasePath(to path: inout [String])

    /// The direction of a message that is made of this value, or ends with it. `outer`, unless it is an enum that says more,
    /// or holds one that does.
    ///
    /// - Parameter outer: that of the cases around it.
    func direction(within outer: CaseDirection) -> CaseDirection
}

extension WireCodable {
    @inlinable public static var absent: Self? { nil }
    @inlinable public var isAbsent: Bool { false }
    public func addCasePath(to path: inout [String]) {}
    @inlinable public func direction(within outer: CaseDirection) -> CaseDirection { outer }
}

/// Reads a value from a parsed text.
///
/// - Throws: ``CodingFailure`` with the whole path.
package func decodeWire<T: WireCodable>(_: T.Type, from value: JSONValue) throws(CodingFailure) -> T {
    try T(reading: JSONReader(value))
}

/// Writes a value.
///
/// - Throws: ``CodingFailure`` with the whole path. Nothing is left in the writer then.
@inlinable
package func encodeWire(_ value: some WireCodable, to writer: JSONWriter) throws(CodingFailure) {
    let start = writer.count
    do {
        try value.write(to: writer)
    } catch {
        throw writer.takeBack(from: start, after: error)
    }
}
