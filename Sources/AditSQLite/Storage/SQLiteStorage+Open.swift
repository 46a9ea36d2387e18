import AditJSON
import AditState
import CSQLite

extension SQLiteStorage {
    /// Opens the file of a store, or creates it, readable by this user only.
    ///
    /// A refused file is not changed.
    ///
    /// - Parameters:
    ///   - path: the path of the file, in an existing directory. While it is open, SQLite has further files beside it.
    ///   - app: the app that the state belongs to. A store of another app is refused.
    ///   - schemaVersion: the version of the state. A store of a newer version is refused, one of an older version is
    ///     migrated.
    ///   - migrations: the migrations from each older version to the next.
    ///   - durability: the failures that a commit survives.
    ///   - retention: the amount of the journal that is kept.
    ///   - validate: reads the migrated state. If it throws, nothing is migrated.
    /// - Throws: ``StorageFailure``: `locked` if the store is open elsewhere, `schema` if it is of another kind, app or
    ///   version, `failed` if it is damaged or the system refuses.
    public static func open(
        _ path: String, app: String, schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        durability: Durability = .full, retention: Retention = .standard,
        validate: (any StateStorage) throws -> Void = { _ in }
    ) throws(StorageFailure) -> SQLiteStorage {
        let path = try StorePath(path)
        let lock = try FileLock.acquire(path) { () throws(StorageFailure) in
            try EmptyStore.bytes(app: app, schemaVersion: schemaVersion, name: path.path)
        }
        guard let lock else { throw StorageFailure(.failed, "\(path.path) is not there") }
        try path.checkBeside()
        try path.checkNames(lock)
        let stored = try StoredVersion.read(path, lock)
        try stored.check(path.path, app: app, schemaVersion: schemaVersion)
        let plan = try MigrationPlan(path.path, from: stored.schemaVersion, to: schemaVersion, migrations)
        let hasLog = try path.attempt { () throws(SystemError) in try FileStatus.ifPresent(path.wal)?.size ?? 0 > 0 }
        // A large transaction leaves pages in the log even if it is rolled back.
        if hasLog, !plan.isEmpty { try rehearse(plan, path, lock, validate) }

        let index = LogIndex(of: lock.descriptor)
        let database = try index.open(path, lock, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW)
        var storage: SQLiteStorage?
        // Until it is known that the file is not refused.
        database.retainWAL(hasLog)
        do {
            let new = try opened(database, lock, path, index, durability, retention)
            storage = new
            new.hadLog = hasLog
            try new.migrate(path, plan, validate)
            database.retainWAL(false)
            return new
        } catch {
            storage?.close()
            database.close()
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(path.path) could not be opened: \(error)")
        }
    }

    private static func opened(
        _ database: Database, _ lock: FileLock, _ path: StorePath, _ index: LogIndex,
        _ durability: Durability, _ retention: Retention
    ) throws(StorageFailure) -> SQLiteStorage {
        guard sqlite3_db_readonly(database.handle, "main") == 0 else {
            throw StorageFailure(.failed, "\(path.path) could not be opened: it cannot be written")
        }
        // The shell may hold a lock for a moment; longer locks are an error.
        database.wait(milliseconds: 50)
        try database.execute(
            """
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -8192;
            PRAGMA secure_delete = FAST;
            PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL");
            PRAGMA wal_autocheckpoint = \(checkpoints);
            PRAGMA journal_size_limit = 67108864;
            """)
        let mode = try database.prepare("PRAGMA journal_mode = WAL").first { $0.text(0).string }
        guard mode == "wal" else {
            throw StorageFailure(
                .failed, "\(path.path) could not be opened: it has the journal mode \(mode ?? "none"); wal is expected")
        }
        try database.checkStructure()
        let storage = try SQLiteStorage(database, lock, retention, durability, at: path)
        try storage.checkHead(path)
        try storage.retainLog(path, index)
        guard lock.isAt(path.path) else {
            throw StorageFailure(.failed, "\(path.path) could not be opened: it was replaced meanwhile")
        }
        if durability == .full {
            // The first read has created the -wal file.
            try path.attempt { () throws(SystemError) in try FileSystem.synchronize(directory: path.directory) }
        }
        return storage
    }
}
