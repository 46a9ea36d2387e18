import AditJSON

/// A value whose parts can be read by JSON Pointer and whose changes can be written part by part.
///
/// `@Model` generates the conformance for structs; optionals, arrays, dictionaries and tables conform. Any other value
/// changes as a whole.
public protocol WireModel: WireCodable, Changeable {
    /// Writes the part at a path.
    ///
    /// - Returns: ``WrittenPart/nothing``, with nothing written, if the path matches nothing.
    /// - Throws: ``CodingFailure`` if JSON has no such value, or if a part of a list is requested of another value.
    @_documentation(visibility: private)
    static func writePart(of value: Self, at path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart

    /// Writes the changes since the original was kept, or since an older value.
    ///
    /// - Throws: ``CodingFailure`` if JSON has no such value.
    @_documentation(visibility: private)
    static func writeChanges(of value: Self, since original: Self, to changes: ChangeWriter) throws(CodingFailure)

    /// Returns whether the difference from the original may affect subscribers of its parts, given that none subscribes
    /// to all of it: false only if that is known without a deep comparison. Neither value is changed; both are
    /// inspected in place, without a copy.
    @_documentation(visibility: private)
    static func mayConcern(_ followed: SubscriptionFilter, _ value: inout Self, since original: inout Self) -> Bool

    /// Whether a storage keeps the value in parts, each in a row, wherever it is a member of a state or of a value
    /// stored in parts. Otherwise it is one row.
    @_documentation(visibility: private)
    static var isStoredInParts: Bool { get }

    /// The properties that may be separate stores, with their wire keys, for `StateStore.scope`.
    static var _partPaths: [_PartPath] { get }

    /// Visits all members with a walk, if the value is stored in parts.
    ///
    /// - Throws: ``CodingFailure`` if JSON has no such value.
    @_documentation(visibility: private)
    static func visitParts(of value: Self, _ walk: PartWalk) throws(CodingFailure)

    /// Edits the value in place, at the cost of the edits.
    ///
    /// - Throws: ``CodingFailure`` if the edits do not fit the value, which may be changed in part then.
    @_documentation(visibility: private)
    static func _apply(_ edits: PartEdits, to value: inout Self) throws(CodingFailure)
}

extension WireModel {
    @inlinable public static var isStoredInParts: Bool { false }
    public static var _partPaths: [_PartPath] { [] }
    public static func visitParts(of _: Self, _: PartWalk) throws(CodingFailure) {}
}

extension Optional: Changeable, WireModel where Wrapped: WireCodable {
    public static func writePart(of value: Self, at path: PartPath, to writer: JSONWriter) throws(CodingFailure)
        -> WrittenPart
    {
        if let value { return try writer.write(partOfElement: path, of: value) }
        return try writer.write(partOfText: path) { writer throws(CodingFailure) in writer.writeNull() }
    }

    /// Writes nil as null, as in a list. The removal of a member that became nil is written by the member's container
    /// (``ChangeWriter``).
    @inlinable
    public static func writeChanges(of value: Self, since original: Self, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        switch (original, value) {
        case (nil, nil): break
        case (let old?, let new?): try changes.report(old, new)
        case (nil, _?), (_?, nil): try changes.replace(with: value)
        }
    }
}
