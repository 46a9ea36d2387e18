import AditJSON

// The end of a batch in the journal: written, kept or lost.
extension Journal {
    /// Writes the end of a batch, with its changes.
    ///
    /// - Parameters:
    ///   - head: the head that is stored with it.
    ///   - revision: the revision of the state before.
    ///   - tells: whether the changes are known; false if an import replaced the state.
    /// - Returns: all entries that are not stored yet.
    func endBatch(_ head: StorageHead, from revision: Int, tells: Bool) -> RowText {
        end()
        for lines in [stored, recorded] { lines?.batchStart = lines?.text.count ?? 0 }
        hasTriedBatch = true
        writeBatch(head.revision, from: revision, tells: tells)
        return stored.map { RowText($0.text.bytes) } ?? .empty
    }

    private func writeBatch(_ revision: Int, from before: Int, tells: Bool) {
        open("batch") { writer in
            writer.write(literal: #"{"from":"#)
            writer.write(before)
            writer.write(literal: #","revision":"#)
            writer.write(revision)
            let batch = UndoStep.Batch(from: before, revision: revision)
            history?.write(to: writer, batch, isKnown: tells, isEmpty: changes.count == 0 && !hasMaskedChanges)
            writer.write(literal: #","changes":"#)
            guard tells else { return writer.write(literal: "null}") }
            writer.write(literal: "[")
            writer.write(raw: changes.bytes)
            writer.write(literal: "]}")
        }
        addition = tells ? .batch : .state
        hasMaskedChanges = false
        end()
        changes.truncate(to: 0)
    }

    /// Writes the end of a batch without changes.
    package func endQuietBatch(at revision: Int) {
        end()
        guard hasEntries, !hasEnded else { return }
        writeBatch(revision, from: revision, tells: true)
        history?.commit()
        forgetHeard()
        hasEntries = false
    }

    /// Discards the stored entries, when the batch has been written.
    func commit() {
        stored?.dropAll()
        changes.shrink(to: 1 << 16)
        history?.commit()
        forgetHeard()
        hasTriedBatch = false
        hasEntries = false
    }

    /// Replaces the end of the batch by an entry that states its loss: its changes are undone, and its output is
    /// discarded.
    func rollBack(_ reason: any Error) {
        end()
        if hasTriedBatch {
            for lines in [stored, recorded] {
                if let lines { lines.text.truncate(to: lines.batchStart) }
            }
            number -= 1
        }
        hasTriedBatch = false
        changes.truncate(to: 0)
        history?.rollBack()
        forgetHeard()
        open("lost") { writer in
            writer.write(literal: #"{"kind":"#)
            switch (reason as? StorageFailure)?.kind {
            case .failed: writer.write("failed")
            case .locked: writer.write("locked")
            case .fenced: writer.write("fenced")
            case .schema: writer.write("schema")
            case .resources: writer.write("resources")
            case nil: writer.write("state")
            }
            writer.write(literal: #","reason":"#)
            writer.write("\(reason)")
            writer.write(literal: "}")
        }
        hasEntries = true
    }

    /// The waiting entries, such as those of batches without changes.
    package var waiting: RowText? {
        end()
        return stored.flatMap { $0.text.count > 0 ? RowText($0.text.bytes) : nil }
    }
}
