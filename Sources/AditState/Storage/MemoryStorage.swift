import AditJSON

/// A storage in memory, for tests and for handing a state from one store to the next.
///
/// ```swift
/// let storage = MemoryStorage()
/// try StateStore(CounterState(), storage: storage).change(.set(2))
/// try StateStore(CounterState(), storage: storage).state().value  // 2
/// ```
public final class MemoryStorage: StateStorage {
    public private(set) var head: StorageHead?
    let rows = MemoryRows<RowBytes>()
    private var journal: MemoryJournal

    /// - Parameter journalBytes: the maximum size of the journal's entries, in bytes; the oldest batches are dropped
    ///   first.
    public init(journalBytes: Int = 1 << 20) { journal = MemoryJournal(bytes: journalBytes) }

    public func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        for (path, value) in rows.contents.members {
            try value.withText { (text) throws(CodingFailure) in try body(path.string, text) }
        }
    }

    public func readTables() -> [String] { rows.tables }

    public func readElements(
        of table: String, _ body: (_ id: RowText, _ value: RowText) throws(CodingFailure) -> Void
    ) throws {
        for row in rows.contents.tables[ByteString(table)] ?? [] {
            try row.id.withText { (id) throws(CodingFailure) in
                try row.value.withText { (value) throws(CodingFailure) in try body(id, value) }
            }
        }
    }

    public func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        let before = rows.contents
        do { try body(rows) } catch {
            rows.contents = before
            throw error
        }
        self.head = head
        journal.add(entries(), head)
    }

    public func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        try journal.read(body)
    }

    public func close() {}
}
