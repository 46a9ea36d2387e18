import AditState

// Writing by connections that other cores use, too.
extension PostgresStorage {
    /// Records a transaction, and passes it to the core's writer.
    ///
    /// - Returns: unknown, until the writer has a result.
    func share(
        _ head: StorageHead, _ entries: () -> RowText, _ wakeup: StorageWakeup?, _ pool: ConnectionPool,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        try checkUse()
        let rows = PostgresRows(nil, address.name, core: core, checksum: row.state)
        var next = row.next(head)
        var extent = journal
        try body(rows)
        try extent.append(entries, &next, rows)
        try rows.endRun()
        let batch = SharedBatch(self, rows, next, wakeup)
        pending = Pending(row: next, extent: extent, course: .shared(batch))
        pool.writer(of: core).submit(batch)
        return .unknown(batch.why)
    }

    /// Ends a transaction by its result.
    func conclude(_ pending: Pending, _ batch: SharedBatch, _ result: SharedBatch.Result) -> StorageOutcome {
        var extent = pending.extent
        extent.rows = batch.rows.trimmed ?? extent.rows
        do throws(StorageFailure) {
            switch result {
            case .written:
                self.pending = nil
                home = batch.home
                adopt(batch.next, extent)
                commits.addCommit(since: batch.start)
                return .written
            case .found(let finding):
                // The row that was being written, with the checksum of its state.
                return conclude(Pending(row: batch.next, extent: extent, course: pending.course), finding)
            case .foreign(let found): try checkRow(found)
            case .notWritten(let failure):
                if failure.kind == .fenced { refusal = failure }
                throw failure
            }
            throw StorageFailure(.failed, "\(address.name) has not written it")
        } catch {
            self.pending = nil
            return .notWritten(error)
        }
    }

    /// Raises the epoch of a core that was paused, if nothing else has opened it meanwhile.
    func reclaim(_ pool: ConnectionPool) throws(StorageFailure) {
        try checkUse()
        let connection = try pool.take()
        defer { pool.keep(connection) }
        try claim(by: connection)
    }

    /// Returns a connection by which the core is read, until ``putBack(_:)``.
    func take() throws(StorageFailure) -> Connection {
        // While the core is opened, the one that has raised its epoch.
        guard let pool, connection == nil else { return try present() }
        try checkUse()
        return try pool.take()
    }

    func putBack(_ connection: Connection) {
        if let pool, connection !== self.connection { pool.keep(connection) }
    }
}
