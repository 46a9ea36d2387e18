import AditJSON
import AditState
import CSQLite

/// A storage of a state in a file: an SQLite database, which the `sqlite3` shell can read at any time.
///
/// ```swift
/// let storage = try SQLiteStorage.open("/var/lib/todo/todo.store", app: "todo")
/// ```
///
/// One storage at a time can open a file. A transaction is stored completely or not at all, however the process ends.
/// The core's loop.
///
/// `rows` has the parts of the state, `journal` its history, `meta` what describes both. SQLite makes a transaction
/// atomic; around it is what SQLite leaves open:
///
/// - a lock for as long as the file is open (`FileLock`), and another of the log (`LogLock`): a second process, or a
///   second copy of SQLite in this one, would otherwise write as well;
/// - checksums of rows, of the state and of the journal's entries, since SQLite has none of a page outside of its log;
/// - the head file (`HeadFile`), since a damaged log looks like an empty one to SQLite;
/// - the transaction whose last step failed: it may be in the log whole, so another one is written over it before the
///   failure counts (`overwriteRefused()`).
///
/// `docs/store.md` describes its behaviour, `FileFormat.md` the format, and `Tests/promises.md` its promises and their
/// tests.
public final class SQLiteStorage: StateStorage {
    // Accesses last for one statement each.
    @exclusivity(unchecked) public private(set) var head: StorageHead?
    /// The path of the file: absolute, without symbolic links.
    public let path: String

    let database: Database
    let rows: SQLiteRows
    let meta: Meta
    let checksum: StateChecksum
    let journal: JournalRows
    /// The lock of the file; nil if it is read-only.
    @exclusivity(unchecked) private var lock: FileLock?
    /// The locks of the write-ahead log; nil if it is read-only.
    @exclusivity(unchecked) private var log: LogLock?
    /// The note of the last commit; nil before the first write.
    @exclusivity(unchecked) var headFile: HeadFile?
    let files: StorePath?
    /// The mark that survives a loss of power; nil if every commit does.
    let synced: HeadFile.Mark?
    /// The checksum of the rows at the last commit.
    @exclusivity(unchecked) private var committedChecksum: UInt64
    private let beginning: Statement
    private let committing: Statement
    private let generation = Fork.watch()
    /// Whether nothing has been written since the file was opened.
    @exclusivity(unchecked) private var isFirst = true
    /// Whether a process that was killed has left its log.
    @exclusivity(unchecked) var hadLog = false
    /// Whether the log contains a transaction whose last step failed (``overwriteRefused()``).
    @exclusivity(unchecked) private(set) var hasRefused = false
    /// Whether ``rows``, ``journal`` and ``meta`` may be outdated, as reading them again has failed.
    @exclusivity(unchecked) private var isStale = false
    /// The transactions that are not synced.
    @exclusivity(unchecked) var deferral = Deferral.none
    /// The figures of the commits alone.
    @exclusivity(unchecked) private(set) var commits = StorageFigures()
    /// The fate of the backup from before a migration: the first transaction of the next session removes it.
    @exclusivity(unchecked) var backup: Backup.Life = .none

    /// - Parameter files: the paths of the file; nil for reading only.
    init(
        _ database: Database, _ lock: FileLock?, _ retention: Retention, _ durability: Durability = .full,
        at files: StorePath? = nil
    ) throws(StorageFailure) {
        self.database = database
        self.lock = lock
        path = database.name
        checksum = try StateChecksum(of: database)
        meta = try Meta(of: database)
        rows = try SQLiteRows(of: database, checksum)
        journal = try JournalRows(of: database, retention, meta)
        // The journal may have a newer head than the table `meta`.
        if let row = journal.lastRow, row.number > meta.head?.row ?? 0 {
            (head, committedChecksum) = (row.head, row.state)
        } else {
            (head, committedChecksum) = (meta.head?.head, meta.head?.state ?? 0)
        }
        checksum.total = committedChecksum
        checksum.isStored = meta.hasChecksums
        self.files = files
        // A file that was closed in order has been synced.
        let isClosed = meta.integer(.closed) != nil
        synced = durability == .full ? nil : isClosed ? Self.mark(head, journal) : HeadFile.Mark.none
        beginning = try database.prepare("BEGIN IMMEDIATE")
        committing = try database.prepare("COMMIT")
    }

    deinit { close() }

    public func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        try refresh()
        try rows.readMembers(body)
    }

    public func readTables() throws(StorageFailure) -> [String] {
        try refresh()
        return rows.paths
    }

    public func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        try refresh()
        try rows.readElements(of: table, body)
    }

    public func readJournal(_ body: (StorageHead, RowText) throws -> Bool) throws {
        try journal.read(body, isChecked: meta.hasChecksums)
    }

    public func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        try transaction {
            try body(rows)
            try rows.finish()
            // One place suffices, and saves writing a page.
            if try !journal.append(head, state: checksum.total, entries) { try record(head) }
            if case .removed = backup { try meta.remove(.backup) }
        }
        self.head = head
        // A mark must not be ahead of what is synced.
        if deferral == .none { headFile?.record(Self.mark(head, journal)) }
        backup.wasWritten()
    }

    public func fill(from storage: any StateStorage) throws {
        guard let head = storage.head else { return }
        try transaction {
            try storage.copyRows(to: rows)
            try rows.finish()
            for (head, entries) in try storage.copyJournal() {
                try entries.withUnsafeBytes { entries in
                    _ = try journal.append(head, state: checksum.total) { RowText(entries) }
                }
            }
            try record(head)
        }
        self.head = head
        headFile?.record(Self.mark(head, journal))
    }

    /// Writes a head unless the journal has a newer one.
    func record(_ head: StorageHead) throws(StorageFailure) {
        try meta.set(Meta.Head(head: head, row: journal.last.number, state: checksum.total))
    }

    /// Runs `body` in a transaction, which is rolled back if it throws.
    func transaction(_ body: () throws -> Void) throws {
        try checkPlace()
        try refresh()
        try rows.verify()
        try openHeadFile()
        try beginning.run()
        do {
            if isFirst {
                try upgradeFormat()
                try meta.remove(.closed)
            }
            try body()
            try meta.finish()
        } catch {
            rollBack()
            throw error
        }
        let start = MonotonicTime.now
        do {
            try committing.run()
            hasRefused = false
            commits.addCommit(since: start)
            if deferral == .ends { deferral = .none }
        } catch {
            if deferral != .none, database.hasFailedToSync { deferral = .isLost }
            hasRefused = error.kind != .locked
            rollBack()
            throw error
        }
        committedChecksum = checksum.total
        isFirst = false
        try checkLog()
    }

    /// Closes the file, and checkpoints its log.
    public func close() {
        guard database.isOpen else { return }
        if !generation.isCurrent { return database.abandon() }
        overwriteRefused()
        recordClosing()
        // Before that, the head file was not compared with the file.
        let wasOpen = log != nil && lock?.isAt(path) ?? false
        log?.allowClosing()
        database.close()
        log?.end()
        log = nil
        closeHeadFile(removing: wasOpen)
        lock = nil
    }

    /// Closes the file as it was found: a log that a killed process left is not checkpointed.
    public func closeRefused() {
        if isFirst, hadLog, database.isOpen, generation.isCurrent { database.retainWAL() }
        close()
    }

    /// Writes the final mark, so that the next opening knows the required content of the file.
    private func recordClosing() {
        guard !isFirst, !hasRefused, let head else { return }
        try? transaction {
            try record(head)
            try meta.set(.closed, to: journal.count)
        }
    }

    private func checkPlace() throws(StorageFailure) {
        guard database.isOpen, generation.isCurrent else {
            throw StorageFailure(.failed, "\(path) could not be written: it is closed")
        }
        guard let lock else { throw StorageFailure(.failed, "\(path) could not be written: it was opened for reading") }
        // SQLite would continue to write to an unnamed file.
        guard lock.isAt(path) else {
            throw StorageFailure(
                .failed, "\(path) could not be written: the file that was opened is not there any more")
        }
        try checkLog()
    }

    /// Checks that the log exists: the content of a removed log is lost with the process.
    private func checkLog() throws(StorageFailure) {
        guard let log, let lock else { return }
        let place = log.place
        if place == .there { return }
        // Committed data can still be checkpointed, unless another process has begun to write the file.
        if place == .removed, lock.isAt(path) {
            sqlite3_wal_checkpoint_v2(database.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        throw StorageFailure(
            .failed,
            "\(path) could not be written: its log, \(path)-wal, was removed by another program; close the core and open it again"
        )
    }

    /// Locks the log, which exists after the first read.
    func retainLog(_ path: StorePath, _ index: LogIndex) throws(StorageFailure) {
        guard let lock else { return }
        log = try path.attempt { () throws(SystemError) in try LogLock(path, lock, index) }
    }

    private func rollBack() {
        if database.isInTransaction { try? database.execute("ROLLBACK") }
        overwriteRefused()
        isStale = true
        try? refresh()
    }

    /// Reads the cached values of the file again after a rollback.
    private func refresh() throws(StorageFailure) {
        guard isStale else { return }
        try meta.forget()
        try rows.forget()
        try journal.forget(meta)
        checksum.total = committedChecksum
        checksum.isStored = meta.hasChecksums
        isStale = false
    }

    /// Overwrites a transaction that is completely in the log because only syncing it failed. It is rolled back here,
    /// but the next opening would consider it committed. If overwriting fails, the next transaction retries it.
    private func overwriteRefused() {
        guard hasRefused else { return }
        do {
            try meta.forget()
            let count = meta.integer(.undone) ?? 0
            try beginning.run()
            try meta.set(.undone, to: count &+ 1)
            try meta.finish()
            try committing.run()
            hasRefused = false
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            isStale = true
        }
    }
}
