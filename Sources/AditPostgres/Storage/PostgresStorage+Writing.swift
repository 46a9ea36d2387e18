import AditJSON
import AditState

// Writing a transaction, whose outcome may be unknown.
extension PostgresStorage {
    public func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        switch try transact(head, entries, nil, body) {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown: break
        }
        guard let pending else { return }
        // This outcome has to be known before it returns.
        _ = pending.reconnection.wait(until: .after(milliseconds: Timeouts.answer))
        switch resolve() {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown(let reason):
            let failure = StorageFailure.unknown(reason)
            refusal = failure
            throw failure
        }
    }

    public func commit(
        _ head: StorageHead, entries: () -> RowText, notifying wakeup: StorageWakeup,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome { try transact(head, entries, wakeup, body) }

    func transact(
        _ head: StorageHead, _ entries: () -> RowText, _ wakeup: StorageWakeup?, _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        if pending != nil {
            throw StorageFailure(.failed, "found a transaction before the outcome of the last is known")
        }
        if isReadOnly {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be written: it was opened for reading")
        }
        let connection = try present()
        let rows = PostgresRows(connection, core: core, checksum: row.state)
        var next = row
        var extent = journal
        do {
            try rows.begin(epoch: row.epoch)
            try body(rows)
            try rows.finish()
            next.head = head
            next.batch += 1
            next.state = rows.checksum
            try append(entries, to: &extent, &next, connection)
            try sendHead(next, connection)
        } catch {
            // COMMIT was not sent.
            abandonTransaction(connection, error)
            throw error
        }
        let start = MonotonicTime.now
        let outcome = connection.commit()
        switch outcome {
        case .written:
            adopt(next, extent)
            record(since: start)
        case .notWritten: break
        case .unknown(let reason):
            self.connection = nil
            pending = Pending(row: next, reconnection: reconnect(reason, next, wakeup))
        }
        return outcome
    }

    /// Sends the row of the core as it is after a transaction.
    func sendHead(_ next: CoreRow, _ connection: Connection) throws(StorageFailure) {
        try connection.send(
            .head,
            [
                name, .integer(next.epoch), .integer(Int64(next.head.revision)), .integer(Int64(next.head.opens)),
                .integer(next.batch), .checksum(next.state), .integer(next.ends), .checksum(next.checksum),
            ])
    }

    func record(since start: MonotonicTime) {
        let took = Duration.nanoseconds(MonotonicTime.now.nanoseconds - start.nanoseconds)
        commits = (commits.count + 1, commits.total + took, max(commits.longest, took))
    }

    func adopt(_ next: CoreRow, _ extent: JournalExtent) {
        row = next
        journal = extent
        unverified = nil
    }

    /// Sends the entries of a batch, and removes those beyond the limits.
    func append(
        _ entries: () -> RowText, to extent: inout JournalExtent, _ next: inout CoreRow, _ connection: Connection
    ) throws(StorageFailure) {
        guard extent.retention.bytes > 0 else {
            // Rows from a time when the journal was enabled.
            guard extent.oldest != nil else { return }
            try connection.send(.removeJournal, [name])
            try connection.receive { _ in }
            (extent.oldest, extent.count) = (nil, 0)
            return
        }
        let text = entries()
        if text.bytes.isEmpty { return }
        let time = JournalRow.now()
        let new = JournalRow(
            number: next.batch, head: next.head, time: time, begins: next.ends,
            ends: next.ends + Int64(text.bytes.count))
        try connection.send(
            .append,
            [
                name, .integer(new.number), .integer(Int64(new.head.revision)), .integer(Int64(new.head.opens)),
                .integer(time), .integer(new.begins), .integer(new.ends), .checksum(new.checksum(text)),
                .text(text.bytes),
            ])
        next.ends = new.ends
        if extent.oldest == nil { extent.oldest = (new.number, time, new.begins) }
        extent.count += 1
        guard let excess = extent.excess(ends: new.ends, at: time) else { return }
        try connection.send(.trim, [name, .integer(new.number), .integer(excess.ends), .integer(excess.time)])
        try connection.send(.oldest, [name])
        var answers = 0
        try connection.receive { (reply) throws(StorageFailure) in
            answers += 1
            if answers == 3 { extent.read(reply) }
        }
    }

    func readOldest(_ connection: Connection) throws(StorageFailure) {
        try connection.send(.oldest, [name])
        try connection.receive { (reply) throws(StorageFailure) in
            journal.read(reply)
        }
    }

    /// Rolls a transaction back that was not committed.
    func abandonTransaction(_ connection: Connection, _ error: any Error) {
        if let failure = error as? StorageFailure, failure == .fenced(core, in: address.name) { refusal = failure }
        if connection.isOpen {
            do {
                // The answers to what was sent before the app's own error.
                try connection.receive { _ in }
            } catch {}
            try? connection.rollBack()
        }
        if !connection.isOpen { self.connection = nil }
    }
}
