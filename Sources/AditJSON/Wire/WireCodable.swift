/// A type with a form on the wire: it is read from parsed JSON, written as JSON text, and described by a schema.
///
/// `@Message` and `@Model` generate the conformance; implement it by hand for a type with a custom form:
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
    /// - Throws: ``CodingFailure`` with the path, the value found, and the expected value.
    init(reading reader: JSONReader) throws(CodingFailure)

    /// Writes the value: one JSON value, without white space.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON has no such value. Its path is ignored: it is derived from the text
    ///   written so far.
    func write(to writer: JSONWriter) throws(CodingFailure)

    /// Returns the schema of the type's values.
    static func schema(in definitions: SchemaDefinitions) -> Schema

    /// The value of an absent key; nil unless the type is an optional.
    @_documentation(visibility: private)
    static var absent: Self? { get }

    /// Whether the value's key is omitted.
    @_documentation(visibility: private)
    var isAbsent: Bool { get }

    /// Appends the cases of the value: `todo`, `request`, `add`. Does nothing unless it is an enum without raw values.
    @_documentation(visibility: private)
    func addCasePath(to path: inout [String])

    /// Returns the direction of a message that consists of or ends with this value. `outer`, unless the value is or
    /// holds an enum that declares a direction.
    ///
    /// - Parameter outer: the direction of the enclosing cases.
    @_documentation(visibility: private)
    func direction(within outer: CaseDirection) -> CaseDirection
}

extension WireCodable {
    @inlinable public static var absent: Self? { nil }
    @inlinable public var isAbsent: Bool { false }
    public func addCasePath(to path: inout [String]) {}
    @inlinable public func direction(within outer: CaseDirection) -> CaseDirection { outer }
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
        throw writer.undo(from: start, after: error)
    }
}
