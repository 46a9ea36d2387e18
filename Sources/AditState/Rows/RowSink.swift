/// A destination for a batch's changes of a state, as rows, in the order of the calls.
///
/// A state has a row for each of its members and for each element of its tables. A member's name is its JSON Pointer
/// (`/settings/theme`), an element's that of its table (`/items`) and its id. Nested models have rows for their
/// members; any other value is a single row. A state that is not a `@Model` is one member with an empty pointer.
public protocol RowSink: AnyObject {
    /// Inserts or replaces a member.
    func put(_ value: RowText, of member: String) throws(StorageFailure)

    /// Removes a member.
    func remove(_ member: String) throws(StorageFailure)

    /// Declares a table, which may be empty. Every table is declared before its elements are inserted.
    func declare(_ table: String) throws(StorageFailure)

    /// Inserts an element after the existing one with the id `place`; nil inserts it first.
    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure)

    /// Replaces the value of an existing element.
    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure)

    /// Moves an existing element after another one; nil moves it to the front.
    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure)

    /// Removes an existing element.
    func remove(_ id: RowText, in table: String) throws(StorageFailure)

    /// Removes all elements of a table.
    func removeAll(in table: String) throws(StorageFailure)
}

/// A failure of a storage.
public struct StorageFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of the failure.
    public let kind: Kind
    /// The failure, its place, and the expected condition.
    public let description: String

    /// The kinds of failures.
    public enum Kind: Sendable {
        /// Reading or writing failed: a full disk, an I/O error, a directory that is gone, a damaged file.
        case failed
        /// The storage is open elsewhere, or locked.
        case locked
        /// The storage was opened elsewhere since, and belongs to that opening: nothing more is written. A core closes.
        case fenced
        /// The stored data is of another app, another kind of file, a newer version, or a version that cannot be
        /// migrated.
        case schema
        /// The system is out of memory or descriptors.
        case resources
    }

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: the kind of the failure.
    ///   - description: what happened, where, and the expected condition.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
