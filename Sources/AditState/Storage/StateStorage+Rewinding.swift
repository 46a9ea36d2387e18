import AditJSON

extension StateStorage {
    /// Passes the changes of the journal's batches to `undo`, the newest first, as far back as a revision.
    ///
    /// - Parameters:
    ///   - present: the revision of the state that the first of them leads to.
    ///   - revision: the revision of the state that the last of them began with.
    /// - Throws: ``CodingFailure`` if that revision is unknown, which names those that are known; ``StorageFailure`` if
    ///   the journal cannot be read; the errors of `undo`.
    package func rewind(
        from present: Int, backTo revision: Int, _ undo: (JSONReader) throws(CodingFailure) -> Void
    ) throws {
        var present = present
        var failure: CodingFailure?
        func refuse(_ reason: String) -> Bool {
            failure = CodingFailure(path: "revision", reason: "found \(revision)\(reason)")
            return false
        }
        try readJournal { _, entries in
            try JournalBatch.forEach(inReversed: entries) { batch throws(CodingFailure) in
                guard batch.revision == present else { return refuse("; the journal has a gap behind it") }
                if batch.from < revision {
                    return refuse(", which lies within a batch; \(batch.from) or \(present) is expected")
                }
                guard let changes = batch.changes else {
                    return refuse(", before an import; one from \(present) on is expected")
                }
                try undo(changes)
                present = batch.from
                return present > revision
            }
            return failure == nil && present > revision
        }
        if let failure { throw failure }
        guard present == revision else {
            throw CodingFailure(
                path: "revision",
                reason: "found \(revision); the journal goes back to \(present), up from which is expected")
        }
    }
}
