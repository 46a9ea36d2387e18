import AditState
import CSQLite

// Several transactions with one sync. SQLite appends each to its log, and syncs the log with the last one (`FULL`) or not
// at all (`NORMAL`): after a loss of power, the log ends at the first transaction that is not whole.
extension SQLiteStorage {
    /// The state of transactions that are not synced.
    enum Deferral {
        /// There are none.
        case none
        /// Transactions are not synced.
        case lasts
        /// The next transaction is synced, with those before it.
        case ends
        /// Syncing them has failed: it may succeed later for other data only.
        case isLost
    }

    /// The pages in the log at which a commit begins to move them to the file.
    static let checkpoints = 768

    public func deferSync() -> Bool {
        // With `normal`, no transaction is synced anyway.
        if synced != nil || deferral == .isLost { return false }
        // A checkpoint syncs the log as well, and its failure would go unnoticed.
        if deferral != .lasts, !set("NORMAL", checkpoints: 0) { return false }
        deferral = .lasts
        return true
    }

    public func endDeferral() {
        guard deferral == .lasts else { return }
        if set("FULL", checkpoints: SQLiteStorage.checkpoints) { deferral = .ends }
    }

    public func sync() throws(StorageFailure) {
        endDeferral()
        switch deferral {
        case .none: return
        case .ends where database.syncLog() == SQLITE_OK:
            deferral = .none
            if let head { headFile?.record(Self.mark(head, journal)) }
        case .lasts, .ends, .isLost:
            deferral = .isLost
            throw StorageFailure(
                .failed,
                "\(path) could not be synced, so it is unknown whether this is written; open it again to see")
        }
    }

    private func set(_ synchronous: String, checkpoints: Int) -> Bool {
        let text = "PRAGMA synchronous = \(synchronous); PRAGMA wal_autocheckpoint = \(checkpoints)"
        return (try? database.execute(text)) != nil
    }
}

extension Database {
    /// Whether the last call failed as the file or its log could not be synced.
    var hasFailedToSync: Bool { isOpen && sqlite3_extended_errcode(handle) == failedSync }

    /// `SQLITE_IOERR_FSYNC`, a macro that Swift does not see.
    private var failedSync: Int32 { SQLITE_IOERR | 4 << 8 }

    /// Syncs the write-ahead log, as a commit does.
    ///
    /// - Returns: SQLite's result code.
    func syncLog() -> Int32 {
        guard isOpen else { return SQLITE_MISUSE }
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        guard code == SQLITE_OK else { return code }
        guard let file, let sync = file.pointee.pMethods?.pointee.xSync else { return SQLITE_NOTFOUND }
        return sync(file, SQLITE_SYNC_NORMAL)
    }
}
