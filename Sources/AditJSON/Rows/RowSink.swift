/// Takes what a batch changed in a state, as rows, in the order in which it is given.
///
/// A state has a row for each of its members and for each element of its tables. A member's name is its JSON Pointer
/// (`/settings/theme`), an element's that of its table (`/items`) and its id. Nested models have rows for their members;
/// everything else is one value, with all that it holds. A state that is no `@Model` is one member, whose pointer is empty.
public protocol RowSink: AnyObject {
    /// A member has a value.
    func put(_ value: RowText, of member: String) throws(StorageFailure)

    /// A member is there no more.
    func remove(_ member: String) throws(StorageFailure)

    /// There is a table, which may be empty. Every table is declared before it has elements.
    func declare(_ table: String) throws(StorageFailure)

    /// An element has come, behind the one with the id `place`, which is there; nil: it is the first.
    func insert(_ value: RowText, _ id: RowText, in table: String, after place: RowText?) throws(StorageFailure)

    /// An element that is there has another value.
    func replace(_ value: RowText, _ id: RowText, in table: String) throws(StorageFailure)

    /// An element that is there is behind another one now; nil: it is the first.
    func move(_ id: RowText, in table: String, after place: RowText?) throws(StorageFailure)

    /// An element is there no more.
    func remove(_ id: RowText, in table: String) throws(StorageFailure)

    /// All elements of a table are there no more.
    func removeAll(in table: String) throws(StorageFailure)
}

/// Why a storage cannot do what it was asked for.
public struct StorageFailure: Error, Equatable, Sendable, CustomStringConvertible {
    public let kind: Kind
    /// What happened, where, and what would have been right.
    public let description: String

    public enum Kind: Sendable {
        /// Reading or writing failed: a full disk, an I/O error, a directory that is gone, a damaged file.
        case failed
        /// Somebody else has it open, or holds a lock on it.
        case locked
        /// What is stored is of another app, of another kind of file, of a newer version, or of one that cannot be
        /// migrated.
        case schema
        /// The system has no memory or no descriptor left.
        case resources
    }

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
