import AditJSON
import AditState

// Connecting again, and finding out what became of a transaction.
extension PostgresStorage {
    /// Returns a connection by which the core can be read and written. Connects again if it is lost, at most as often
    /// as the pauses allow: messages are answered at once meanwhile.
    func present() throws(StorageFailure) -> Connection {
        guard generation.isCurrent else {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be used: the parent process has opened it")
        }
        if let refusal { throw refusal }
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
            let finding = try Self.find(address, core, owner, row.batch, isDurable: isDurable)
            guard case .owned(let connection, let found) = finding else {
                let failure = StorageFailure.fenced(core, in: address.name)
                refusal = failure
                throw failure
            }
            guard found.batch == row.batch, found.checksum == row.checksum else {
                connection.close()
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
            row.epoch = found.epoch
            self.connection = connection
            lastFailure = nil
            delay = Timeouts.firstPause
            return connection
        } catch {
            lastFailure = error
            nextAttempt = .after(milliseconds: delay)
            delay = min(delay * 2, Timeouts.lastPause)
            throw error
        }
    }

    /// Connects, and raises the epoch of a core where a storage still owns it.
    ///
    /// - Parameter batch: the number of the batch whose writer is looked for, if another storage owns the core.
    static func find(
        _ address: Address, _ core: String, _ owner: Int64, _ batch: Int64, isDurable: Bool
    ) throws(StorageFailure) -> Reconnection.Finding {
        let connection = try connected(address, isDurable: isDurable)
        do throws(StorageFailure) {
            if let row = try connection.raiseEpoch(of: core, owner: owner, takes: false) {
                return .owned(connection, row)
            }
            defer { connection.close() }
            guard let row = try connection.findCore(core) else {
                throw StorageFailure(.failed, "the core \"\(core)\" in \(address.name) was removed")
            }
            try connection.send(.written, [StoredText.parameter(core), .integer(batch)])
            var opens: Int?
            try connection.receive { (reply) throws(StorageFailure) in
                if reply.count > 0 { opens = Int(reply.integer(0, 0)) }
            }
            return .taken(row, opens: opens)
        } catch {
            connection.close()
            throw error
        }
    }

    func reconnect(_ reason: String, _ next: CoreRow, _ wakeup: StorageWakeup?) -> Reconnection {
        let reconnection = Reconnection(reason, wakeup)
        let (address, core, owner, isDurable, batch) = (address, core, owner, isDurable, next.batch)
        reconnection.start { () throws(StorageFailure) in
            try Self.find(address, core, owner, batch, isDurable: isDurable)
        }
        return reconnection
    }

    public func resolve() -> StorageOutcome {
        guard let pending else { return .unknown("found no transaction whose outcome is unknown") }
        guard let found = pending.reconnection.found else { return .unknown(pending.reconnection.why) }
        switch found {
        case .owned(let connection, let row):
            self.connection = connection
            self.pending = nil
            let isWritten = row.batch == pending.row.batch
            if isWritten {
                adopt(pending.row, journal)
                try? readOldest(connection)
            }
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
                adopt(pending.row, journal)
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
