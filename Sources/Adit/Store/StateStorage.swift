import AditJSON

/// Keeps the state of a store beyond the life of a core: the kind of store behind it. Without one, a state is in memory
/// alone.
///
/// What is kept are rows (``RowSink``), so that what a batch costs is the cost of what it changed. All of it is called on
/// the core's loop.
public protocol StateStorage: AnyObject {
    /// What was written last; nil where nothing has been written yet.
    var head: StorageHead? { get }

    /// Gives every member with its value, in any order.
    func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws

    /// The tables that were declared.
    func readTables() throws(StorageFailure) -> [String]

    /// Gives the elements of a table, in their order.
    func readElements(of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void) throws

    /// Writes as one transaction: all of it stays, or, where it throws or `body` does, nothing.
    ///
    /// - Parameters:
    ///   - head: what is to be told of it from then on.
    ///   - entries: what there is to add to the journal: lines, each with a line feed behind it; empty where there are none.
    ///     A storage without a journal drops them. It is asked for after `body` has run.
    ///   - body: gives the rows.
    func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws

    /// Gives the journal's entries, the newest batch first, until `body` returns false.
    func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws

    /// Nothing comes any more.
    func close()
}

/// What a storage says of the state that it keeps.
public struct StorageHead: Equatable, Sendable {
    /// How many messages have changed the state.
    public var revision: Int
    /// How often it has been opened.
    public var opens: Int

    public init(revision: Int, opens: Int) {
        self.revision = revision
        self.opens = opens
    }
}
