import AditJSON
import AditState

// Connecting again, and finding out what became of a transaction.
extension PostgresStorage {
    /// Returns a connection by which the core can be read and written. Connects again if it is lost, at most as often
    /// as the pauses allow: messages are answered at once meanwhile.
    func present() throws(StorageFailure) -> Connection {
        try checkUse()
        if let connection {
            if connection.isAlive { return connection }
            connection.close()
            self.connection = nil
        }
        if isReadOnly {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be read: the connection is lost")
        }
        if let lastFailure, MonotonicTime.now < nextAttempt { throw lastFailure }
        do throws(StorageFailure) {
            let connection = try Self.connected(address, isDurable: isDurable)
            self.connection = connection
            try claim(by: connection)
            lastFailure = nil
            delay = Timeouts.firstPause
            return connection
        } catch {
            self.connection?.close()
            self.connection = nil
            lastFailure = error
            nextAttempt = .after(milliseconds: delay)
            delay = min(delay * 2, Timeouts.lastPause)
            throw error
        }
    }

    /// Checks that the core can be read and written by this process.
    func checkUse() throws(StorageFailure) {
        guard generation.isCurrent else {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be used: the parent process has opened it")
        }
        if let refusal { throw refusal }
    }

    /// Raises the epoch, and goes on with the connection if the core is as this storage has written it.
    func claim(by connection: Connection) throws(StorageFailure) {
        guard case .owned(let found) = try connection.find(core, owner: owner, batch: row.batch) else {
            return try checkRow(nil)
        }
        try checkRow(found)
        hasUnsynced = false
        row.epoch = found.epoch
        home = connection.number
    }

    /// Checks that the core is as this storage has written it. If it is not, nothing is written any more.
    ///
    /// - Parameter found: the core's row; nil if another storage owns it.
    func checkRow(_ found: CoreRow?) throws(StorageFailure) {
        guard let found else {
            let failure = StorageFailure.fenced(core, in: address.name)
            refusal = failure
            throw failure
        }
        guard found.hasBatch(of: row) else {
            let failure = StorageFailure(
                .failed,
                """
                the core "\(core)" in \(address.name) has the batch \(found.batch), and this core the batch \
                \(row.batch): the database was restored, or another program has written it; close the core and \
                open it again
                """)
            refusal = failure
            throw failure
        }
    }

    func reconnect(_ reason: String, _ next: CoreRow, _ wakeup: StorageWakeup?) -> Reconnection {
        let reconnection = Reconnection(reason, wakeup)
        let (address, core, owner, isDurable, batch) = (address, core, owner, isDurable, next.batch)
        reconnection.start { () throws(StorageFailure) in
            let connection = try Self.connected(address, isDurable: isDurable)
            do throws(StorageFailure) {
                return (connection, try connection.find(core, owner: owner, batch: batch))
            } catch {
                connection.close()
                throw error
            }
        }
        return reconnection
    }

    public func resolve() -> StorageOutcome {
        guard let pending else { return .unknown("found no transaction whose outcome is unknown") }
        switch pending.course {
        case .reconnecting(let reconnection):
            guard let (connection, finding) = reconnection.found else { return .unknown(reconnection.why) }
            if case .owned = finding { (self.connection, home) = (connection, connection.number) }
            return conclude(pending, finding)
        case .shared(let batch):
            guard let result = batch.known else { return .unknown(batch.why) }
            return conclude(pending, batch, result)
        }
    }

    /// Ends a transaction whose outcome was unknown, by what was found.
    func conclude(_ pending: Pending, _ finding: Finding) -> StorageOutcome {
        switch finding {
        case .owned(let row):
            self.pending = nil
            let isWritten = row.batch == pending.row.batch
            if isWritten { adopt(pending.row, pending.extent) }
            do throws(StorageFailure) { try checkRow(row) } catch { return .notWritten(error) }
            hasUnsynced = false
            self.row.epoch = row.epoch
            return isWritten
                ? .written
                : .notWritten(
                    StorageFailure(.failed, "\(address.name) has not written it: the connection was cut before"))
        case .taken(let row, let opens):
            let fenced = StorageFailure.fenced(core, in: address.name)
            refusal = fenced
            if let opens, opens == pending.row.head.opens {
                self.pending = nil
                adopt(pending.row, pending.extent)
                return .written
            }
            // Without its row in the journal, the batches of two writers cannot be told apart.
            guard row.batch < pending.row.batch || opens != nil else {
                return .unknown("\(fenced.description), and its journal does not say who wrote the batch")
            }
            self.pending = nil
            return .notWritten(fenced)
        }
    }
}
