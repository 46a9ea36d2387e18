import AditJSON
import AditState

// Writing a transaction, whose outcome may be unknown.
extension PostgresStorage {
    public func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        var outcome = try transact(head, entries, nil, body)
        if case .unknown = outcome { outcome = awaitOutcome() }
        switch outcome {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown(let reason):
            let failure = StorageFailure.unknown(reason)
            refusal = failure
            throw failure
        }
    }

    /// Waits for the outcome of the transaction whose outcome is unknown.
    func awaitOutcome() -> StorageOutcome {
        pending?.course.wait(until: .after(milliseconds: Timeouts.answer))
        return resolve()
    }

    public func commit(
        _ head: StorageHead, entries: () -> RowText, notifying wakeup: StorageWakeup,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        if deferral == .none { return try transact(head, entries, wakeup, body) }
        // Transactions that are synced together are withdrawn together, so each has an outcome before the next one.
        try write(head, entries: entries, body)
        return .written
    }

    func transact(
        _ head: StorageHead, _ entries: () -> RowText, _ wakeup: StorageWakeup?, _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        if pending != nil {
            throw StorageFailure(.failed, "found a transaction before the outcome of the last is known")
        }
        if isReadOnly {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be written: it was opened for reading")
        }
        if let pool { return try share(head, entries, wakeup, pool, body) }
        let connection = try present()
        let rows = PostgresRows(connection, address.name, core: core, checksum: row.state)
        var next = row.next(head)
        var extent = journal
        do {
            try rows.begin(epoch: row.epoch, isSynced: deferral != .lasts)
            try body(rows)
            try extent.append(entries, &next, rows)
            try rows.finish()
            extent.rows = rows.trimmed ?? extent.rows
            next.state = rows.checksum
            try connection.sendHead(next, of: core)
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
            hasUnsynced = deferral == .lasts
            commits.addCommit(since: start)
        case .notWritten: break
        case .unknown(let reason):
            self.connection = nil
            pending = Pending(row: next, extent: extent, course: .reconnecting(reconnect(reason, next, wakeup)))
        }
        return outcome
    }

    func adopt(_ next: CoreRow, _ extent: JournalExtent) {
        row = next
        journal = extent
        unverified = nil
    }

    func readOldest(_ connection: Connection) throws(StorageFailure) {
        try connection.send(.oldest, [name])
        try connection.receive { (reply) throws(StorageFailure) in
            journal.rows = JournalExtent.Rows(reply)
        }
    }

    /// Rolls a transaction back that was not committed.
    func abandonTransaction(_ connection: Connection, _ error: any Error) {
        if let failure = error as? StorageFailure, failure == .fenced(core, in: address.name) { refusal = failure }
        if connection.isOpen {
            // The answers to what was sent before the app's own error.
            try? connection.receive { _ in }
            try? connection.rollBack()
        }
        if !connection.isOpen { self.connection = nil }
    }
}
