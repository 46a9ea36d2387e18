import AditJSON

/// The storage of a core whose state is in memory and that has a journal nevertheless: it keeps the journal's last
/// batches, or nothing. The core's loop.
package final class JournalOnlyStorage: StateStorage {
    /// Writes the entry of the initial state.
    let beginning: StorageHead
    /// The core's records at its opening.
    let records: [ByteString: [UInt8]]
    package private(set) var head: StorageHead?
    private let failure: () -> StorageFailure?
    private let rows = NoRows()
    private var journal: MemoryJournal

    /// - Parameters:
    ///   - beginning: writes the entry of the initial state.
    ///   - records: the core's records at its opening.
    ///   - journalBytes: the approximate size of the kept entries in bytes.
    ///   - failure: why the batch that is to be written cannot be; nil where it can.
    package init(
        _ beginning: StorageHead = StorageHead(revision: 0, opens: 1), records: [ByteString: [UInt8]] = [:],
        journalBytes: Int = 0, failure: @escaping () -> StorageFailure? = { nil }
    ) {
        self.beginning = beginning
        self.records = records
        self.failure = failure
        journal = MemoryJournal(bytes: journalBytes, slack: journalBytes / 8)
    }

    package func readMembers(_: (String, RowText) throws(CodingFailure) -> Void) {}
    package func readTables() -> [String] { [] }
    package func readElements(of _: String, _: (RowText, RowText) throws(CodingFailure) -> Void) {}
    package func readJournal(_ body: (StorageHead, RowText) throws -> Bool) throws { try journal.read(body) }
    package func close() {}

    package func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        try body(rows)
        if let failure = failure() { throw failure }
        journal.add(entries(), head)
        self.head = head
    }

    /// Takes rows, and lets them fall.
    private final class NoRows: RowSink {
        func put(_: RowText, of _: String) {}
        func remove(_: String) {}
        func declare(_: String) {}
        func insert(_: RowText, _: RowText, in _: String, after _: RowText?) {}
        func replace(_: RowText, _: RowText, in _: String) {}
        func move(_: RowText, in _: String, after _: RowText?) {}
        func remove(_: RowText, in _: String) {}
        func removeAll(in _: String) {}
    }
}
