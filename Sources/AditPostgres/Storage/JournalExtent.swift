import AditJSON
import AditState

/// The journal of a core: one row for each batch that has entries, numbered as the batches are. The rows themselves are
/// in the database; this knows where they begin.
struct JournalExtent {
    /// The rows that it has.
    struct Rows {
        /// The oldest row; nil without one.
        var oldest: (number: Int64, time: Int64, begins: Int64)?
        /// The number of rows.
        var count: Int64 = 0

        init() {}

        /// Reads the answer about the oldest row.
        init(_ reply: borrowing Reply) {
            guard reply.count > 0 else { return }
            oldest = (reply.integer(0, 0), reply.integer(0, 1), reply.integer(0, 2))
            count = reply.integer(0, 3)
        }
    }

    let retention: Retention
    var rows = Rows()

    init(retention: Retention) { self.retention = retention }

    /// Appends the entries of a batch, and removes those beyond the limits.
    ///
    /// - Parameters:
    ///   - entries: the entries; not called without a journal.
    ///   - next: the core's row after the batch, with its number and its head; the end of the entries is set.
    ///   - output: sends the statements.
    mutating func append(
        _ entries: () -> RowText, _ next: inout CoreRow, _ output: PostgresRows
    ) throws(StorageFailure) {
        guard retention.bytes > 0 else {
            // Rows from a time when the journal was enabled.
            guard rows.oldest != nil else { return }
            try output.removeJournal()
            rows = Rows()
            return
        }
        let text = entries()
        if text.bytes.isEmpty { return }
        let time = JournalRow.now()
        let row = JournalRow(
            number: next.batch, head: next.head, time: time, begins: next.ends,
            ends: next.ends + Int64(text.bytes.count))
        try output.append(row, text)
        next.ends = row.ends
        if rows.oldest == nil { rows.oldest = (row.number, time, row.begins) }
        rows.count += 1
        if let excess = excess(ends: row.ends, at: time) { try output.trimJournal(before: row.number, excess) }
    }

    /// Returns the limits below which rows are to be removed; nil if there is no excess.
    ///
    /// - Parameter ends: the end of the last entry.
    private func excess(ends: Int64, at time: Int64) -> (ends: Int64, time: Int64)? {
        guard let oldest = rows.oldest,
            let (limit, age) = retention.exceeded(
                bytes: ends - oldest.begins, milliseconds: JournalRow.age(since: oldest.time, at: time))
        else { return nil }
        return (ends - limit, age.map { time - $0 } ?? .min)
    }
}

extension JournalRow {
    /// Reads the first row of an answer.
    init(_ reply: borrowing Reply) {
        self.init(
            number: reply.integer(0, 0),
            head: StorageHead(revision: Int(reply.integer(0, 1)), opens: Int(reply.integer(0, 2))),
            time: reply.integer(0, 3), begins: reply.integer(0, 4), ends: reply.integer(0, 5))
    }

    /// Whether a journal can have such a row.
    var isValid: Bool { begins >= 0 && begins <= ends && ends <= 1 << 60 && head.revision >= 0 && head.opens >= 0 }
}
