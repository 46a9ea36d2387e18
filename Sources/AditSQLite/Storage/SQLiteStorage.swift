import AditJSON
import AditState
import AditSystem
import CSQLite

/// Keeps a state in a file: an SQLite database, which the `sqlite3` shell can read, also meanwhile.
///
/// ```swift
/// let storage = try SQLiteStorage.open("/var/lib/todo/todo.store", app: "todo")
/// ```
///
/// One at a time has the file. What a transaction wrote is there whole or not at all, however the process ends. All of
/// it is called on the core's loop.
public final class SQLiteStorage: StateStorage {
    public private(set) var head: StorageHead?
    /// The path of the file: absolute, without symbolic links.
    public let path: String

    let database: Database
    let rows: SQLiteRows
    let meta: Meta
    let checksum: StateChecksum
    let journal: JournalRows
    /// nil: it can be read only.
    private var lock: FileLock?
    /// Keeps the write-ahead log; nil: it can be read only.
    private var log: LogLock?
    /// Says how far the log goes, from the first write on.
    var headFile: HeadFile?
    let files: StorePath?
    /// What survives a loss of power, where that is less than all.
    let synced: HeadFile.Mark?
    /// That of the rows as they were committed last.
    private var committedChecksum: UInt64
    private let beginning: Statement
    private let committing: Statement
    private let generation = Fork.generation
    /// Whether nothing has been written since it was opened.
    private var isFirst = true
    /// Whether a transaction was written that is not to be there, as its last step failed (``overwriteRefused()``).
    private(set) var hasRefused = false
    /// Whether ``rows``, ``journal`` and ``meta`` may know what is not so, as reading it anew has failed.
    private var isStale = false
    /// What the first transaction of a session sees to: the backup from before a migration is needed no more.
    var backup: Backup.Life = .none

    /// - Parameter files: where the file is; nil: nothing is written to it.
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
        // The journal may have a newer head than is noted.
        if let row = journal.lastRow, row.number > meta.head?.row ?? 0 {
            (head, committedChecksum) = (row.head, row.state)
        } else {
            (head, committedChecksum) = (meta.head?.head, meta.head?.state ?? 0)
        }
        checksum.total = committedChecksum
        checksum.isStored = meta.hasChecksums
        self.files = files
        // What is in a file that was closed in order has been synced.
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
            try rows.settle()
            // One place is enough: a page less to write.
            if try !journal.append(head, state: checksum.total, entries) { try note(head) }
            if case .removed = backup { try meta.remove(.backup) }
        }
        self.head = head
        headFile?.note(Self.mark(head, journal))
        backup.wasWritten()
    }

    /// Writes a head where the journal has none that is newer.
    func note(_ head: StorageHead) throws(StorageFailure) {
        try meta.set(Meta.Head(head: head, row: journal.last.number, state: checksum.total))
    }

    /// Does all of it or nothing.
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
            try meta.settle()
        } catch {
            rollBack()
            throw error
        }
        do {
            try committing.run()
            hasRefused = false
        } catch {
            hasRefused = error.kind != .locked
            rollBack()
            throw error
        }
        committedChecksum = checksum.total
        isFirst = false
        try checkLog()
    }

    /// Closes the file: what is beside it is moved to it.
    public func close() {
        guard database.isOpen else { return }
        if Fork.generation != generation { return database.abandon() }
        overwriteRefused()
        noteClosing()
        // Until it was, what is noted beside the file was not compared with it.
        let wasOpen = log != nil && lock?.isAt(path) ?? false
        log?.allowClosing()
        database.close()
        log?.end()
        log = nil
        closeHeadFile(removing: wasOpen)
        lock = nil
    }

    /// Writes how the file is left, so that whoever opens it next knows what is to be in it.
    private func noteClosing() {
        guard !isFirst, !hasRefused, let head else { return }
        try? transaction {
            try note(head)
            try meta.set(.closed, to: journal.count)
        }
    }

    private func checkPlace() throws(StorageFailure) {
        guard database.isOpen, Fork.generation == generation else {
            throw StorageFailure(.failed, "\(path) could not be written: it is closed")
        }
        guard let lock else { throw StorageFailure(.failed, "\(path) could not be written: it was opened for reading") }
        // SQLite would go on writing to a file without a name.
        guard lock.isAt(path) else {
            throw StorageFailure(
                .failed, "\(path) could not be written: the file that was opened is not there any more")
        }
        try checkLog()
    }

    /// What is in a log that has been removed is lost with the process.
    private func checkLog() throws(StorageFailure) {
        guard let log, let lock else { return }
        let place = log.place
        if place == .there { return }
        // What was said to be written still can be moved to the file, unless another process has begun to write it.
        if place == .removed, lock.isAt(path) {
            sqlite3_wal_checkpoint_v2(database.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        throw StorageFailure(
            .failed,
            "\(path) could not be written: its log, \(path)-wal, was removed by somebody else; close the core and open it again"
        )
    }

    /// Keeps the log from now on; it is there once something has been read.
    func keepLog(_ path: StorePath) throws(StorageFailure) {
        guard let lock else { return }
        log = try path.attempt { () throws(SystemError) in try LogLock(path, lock) }
    }

    private func rollBack() {
        if database.isInTransaction { try? database.execute("ROLLBACK") }
        overwriteRefused()
        isStale = true
        try? refresh()
    }

    /// Reads anew what is known of the file, where a transaction has been undone.
    private func refresh() throws(StorageFailure) {
        guard isStale else { return }
        try meta.forget()
        try rows.forget()
        try journal.forget(meta)
        checksum.total = committedChecksum
        checksum.isStored = meta.hasChecksums
        isStale = false
    }

    /// Overwrites a transaction that is in the -wal whole, as it was syncing it that failed. It is undone here, but
    /// whoever opens the file next would take it for one that was committed. Where this fails, the next transaction
    /// does it.
    private func overwriteRefused() {
        guard hasRefused else { return }
        do {
            try meta.forget()
            let count = meta.integer(.undone) ?? 0
            try beginning.run()
            try meta.set(.undone, to: count &+ 1)
            try meta.settle()
            try committing.run()
            hasRefused = false
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            isStale = true
        }
    }
}
