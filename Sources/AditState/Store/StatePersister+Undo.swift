import AditJSON

extension StatePersister {
    /// Restores the undo history of earlier openings from the journal.
    ///
    /// - Throws: ``StorageFailure`` if the journal cannot be read, ``CodingFailure`` if an entry is damaged.
    package func restore(_ history: UndoHistory) throws {
        var entries: [StepEntry] = []
        var present = head.revision
        var obstacle: UndoHistory.Obstacle?
        try storage.readJournal { _, text in
            for line in text.bytes.split(separator: UInt8(ascii: "\n")).reversed() where JournalBatch.isBatch(line) {
                let entry = try StepEntry(line)
                guard entry.batch.revision == present else { return false }
                switch entry.foreign {
                case .unknown: obstacle = .unknownChanges(revision: present)
                case .withoutHistory: obstacle = .noHistory(revision: present)
                case nil: break
                }
                if obstacle != nil { return false }
                present = entry.batch.from
                entries.append(entry)
            }
            return entries.count < UndoHistory.most
        }
        if obstacle == nil, present > 0 { obstacle = .journalEnds(revision: present) }
        history.restore(entries.reversed(), obstacle)
    }

    /// Passes the changes of batches to `body`, the newest first.
    ///
    /// - Parameter batches: the batches, the oldest first.
    /// - Returns: the revision that the journal goes back to, if it lacks one of them; nil otherwise.
    /// - Throws: ``CodingFailure`` if an entry is damaged, ``StorageFailure`` if the journal cannot be read.
    func readChanges(
        of batches: [UndoStep.Batch], _ body: (JSONReader) throws(CodingFailure) -> Void
    ) throws -> Int? {
        var left = batches[...]
        var reached = head.revision
        try storage.readJournal { head, entries in
            guard let next = left.last else { return false }
            // The row of a batch has its revision.
            if head.revision > next.revision {
                reached = head.revision
                return true
            }
            try JournalBatch.forEach(inReversed: entries) { batch throws(CodingFailure) in
                reached = min(reached, batch.from)
                guard let next = left.last, batch.revision == next.revision, batch.from == next.from,
                    let changes = batch.changes
                else { return !left.isEmpty }
                try body(changes)
                left.removeLast()
                return !left.isEmpty
            }
            return !left.isEmpty && head.revision >= (left.last?.revision ?? 0)
        }
        return left.isEmpty ? nil : reached
    }
}
