import AditState

// Several transactions with one sync: all but the last are committed without waiting for the disk of the database, or for
// its standby. A commit that waits does so for everything that was written before it.
extension PostgresStorage {
    /// What becomes of transactions.
    enum Deferral {
        /// Each is synced.
        case none
        /// None is synced.
        case lasts
        /// Each is synced, with those before it that are not.
        case ends
    }

    public func deferSync() -> Bool {
        // With `normal`, no commit waits. Connections that cores share have other batches beside them, which would wait.
        guard isDurable, pool == nil else { return false }
        deferral = .lasts
        return true
    }

    public func endDeferral() { if deferral == .lasts { deferral = .ends } }

    public func sync() throws(StorageFailure) {
        defer { deferral = .none }
        endDeferral()
        guard hasUnsynced, let head else { return }
        do {
            // Only a transaction that writes something waits.
            try write(head, entries: { .empty }) { _ in }
        } catch {
            if refusal == nil, connection == nil {
                // Cut before COMMIT: connecting again shows whether the last transaction is there.
                let reconnection = reconnect("\(error)", row, nil)
                pending = Pending(row: row, extent: journal, course: .reconnecting(reconnection))
                _ = awaitOutcome()
            }
            // If it is, connecting has synced it.
            guard hasUnsynced || refusal != nil else { return }
            throw StorageFailure(
                .failed,
                """
                the core "\(core)" in \(address.name) could not be synced, so it is unknown whether this is written; open \
                it again to see: \(error)
                """)
        }
    }
}
