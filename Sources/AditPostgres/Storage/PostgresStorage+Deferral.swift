import AditState

// Several transactions with one sync: all but the last are committed without waiting for the disk of the database, or for
// its standby. A commit that waits does so for everything that was written before it.
extension PostgresStorage {
    public func deferSync() -> Bool {
        // With `normal`, no commit waits. Connections that cores share have other batches beside them, which would wait.
        guard isDurable, pool == nil else { return false }
        defersSync = true
        return true
    }

    public func endDeferral() { defersSync = false }

    public func sync() throws(StorageFailure) {
        endDeferral()
        guard hasUnsynced, let head else { return }
        do {
            // Only a transaction that writes something waits.
            try write(head, entries: { .empty }) { _ in }
        } catch {
            throw StorageFailure(
                .failed,
                """
                the core "\(core)" in \(address.name) could not be synced, so it is unknown whether this is written; open \
                it again to see: \(error)
                """)
        }
    }
}
