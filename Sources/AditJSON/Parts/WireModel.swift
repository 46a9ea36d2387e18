/// A value whose parts can be read by a JSON Pointer and whose changes can be told part by part.
///
/// `@Model` writes the conformance for structs; optionals, arrays, dictionaries and tables have it. Of any other value, a
/// change is a new value in the old one's place.
public protocol WireModel: WireCodable, Changeable {
    /// Writes the part that a path leads to.
    ///
    /// - Returns: ``WrittenPart/nothing``, with nothing written, where it leads nowhere.
    /// - Throws: ``CodingFailure`` where JSON has no such value, or where a part of a list is wanted of what is none.
    func writePart(at path: PartPath, to writer: JSONWriter) throws(CodingFailure) -> WrittenPart

    /// Tells what has changed since its original was kept, or since an older value.
    ///
    /// - Throws: ``CodingFailure`` where JSON has no such value.
    func writeChanges(since original: Self, to changes: ChangeWriter) throws(CodingFailure)

    /// Whether what differs from its original may concern those who follow some of its parts, and none all of it: false only
    /// where that is known at a glance. Neither of the two is changed; they are looked at in place, without a copy.
    mutating func mayConcern(_ followed: SubscriptionFilter, since original: inout Self) -> Bool

    /// Whether a storage keeps the value in parts, each a row of its own, wherever it is a member of a state or of what is kept
    /// in parts itself. Otherwise it is one row with all that it has.
    static var isStoredInParts: Bool { get }

    /// Shows all members to a walk, where the value is stored in parts.
    ///
    /// - Throws: ``CodingFailure`` where JSON has no such value.
    func visitParts(_ walk: PartWalk) throws(CodingFailure)
}

extension WireModel {
    @inlinable public static var isStoredInParts: Bool { false }
    public func visitParts(_: PartWalk) throws(CodingFailure) {}
}
