import AditJSON

extension StateStorage {
    /// Passes all rows to a sink that has none.
    package func copyRows(to sink: any RowSink) throws {
        var failure: StorageFailure?
        try readMembers { path, value in
            guard failure == nil else { return }
            do throws(StorageFailure) { try sink.put(value, of: path) } catch { failure = error }
        }
        if let failure { throw failure }
        for table in try readTables() {
            try sink.declare(table)
            let last = JSONWriter()
            var isFirst = true
            try readElements(of: table) { id, value in
                guard failure == nil else { return }
                do throws(StorageFailure) {
                    try sink.insert(value, id, in: table, after: isFirst ? nil : RowText(last.bytes))
                } catch { failure = error }
                isFirst = false
                last.truncate(to: 0)
                last.write(raw: id.bytes)
            }
            if let failure { throw failure }
        }
    }

    /// Returns the entries of the journal, the oldest batch first.
    package func copyJournal() throws -> [(head: StorageHead, entries: [UInt8])] {
        var batches: [(head: StorageHead, entries: [UInt8])] = []
        try readJournal { head, entries in
            batches.append((head, Array(entries.bytes)))
            return true
        }
        return batches.reversed()
    }
}

extension MemoryStorage {
    /// Creates a storage with the rows of another one.
    package convenience init(copying storage: any StateStorage) throws {
        self.init(journalBytes: 0)
        try write(storage.head ?? StorageHead(revision: 0, opens: 0), entries: { .empty }, storage.copyRows)
    }

    /// Edits the rows.
    package func edit(_ body: (any RowEditor) throws -> Void) rethrows { try body(rows) }
}
