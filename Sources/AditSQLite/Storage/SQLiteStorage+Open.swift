import AditJSON
import AditState
import AditSystem
import CSQLite
import Glibc

extension SQLiteStorage {
    /// Opens the file of a store, and makes it where there is none; only whoever runs this user's programs can read it.
    ///
    /// A file that is refused stays as it is, byte for byte.
    ///
    /// - Parameters:
    ///   - path: where the file is. Its directory has to be there. SQLite has files of its own beside it while it is
    ///     open.
    ///   - app: whose state it is. That of another app is refused.
    ///   - schemaVersion: the version of the state. What is stored by a newer one is refused, what is by an older one
    ///     is migrated.
    ///   - migrations: the ways from each older version to the next.
    ///   - durability: what it survives.
    ///   - retention: how much the journal keeps.
    ///   - validate: reads what the migrations have made, and throws where it is no state. Then nothing has been
    ///     migrated.
    /// - Throws: ``StorageFailure``: `locked` if it is open elsewhere; `schema` where it is of another kind,
    ///   app or version; `failed` where it is damaged, or the system refuses.
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
        let stored = try StoredVersion.read(path, lock)
        try stored.check(path.path, app: app, schemaVersion: schemaVersion)
        let plan = try MigrationPlan(path.path, from: stored.schemaVersion, to: schemaVersion, migrations)

        let database = try Database(opening: path.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, name: path.path)
        do {
            let storage = try opened(database, lock, path, durability, retention)
            try storage.migrate(path, plan, validate)
            return storage
        } catch {
            database.close()
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(path.path) could not be opened: \(error)")
        }
    }

    private static func opened(
        _ database: Database, _ lock: FileLock, _ path: StorePath, _ durability: Durability, _ retention: Retention
    ) throws(StorageFailure) -> SQLiteStorage {
        guard sqlite3_db_readonly(database.handle, "main") == 0 else {
            throw StorageFailure(.failed, "\(path.path) could not be opened: it cannot be written")
        }
        // The shell may hold a lock for a moment; who holds one for longer is not waited for.
        sqlite3_busy_timeout(database.handle, 50)
        try database.execute(
            """
            PRAGMA temp_store = MEMORY;
            PRAGMA cache_size = -8192;
            PRAGMA secure_delete = FAST;
            PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL");
            PRAGMA wal_autocheckpoint = 768;
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
        try storage.keepLog(path)
        guard lock.isAt(path.path) else {
            throw StorageFailure(.failed, "\(path.path) could not be opened: it was replaced meanwhile")
        }
        if durability == .full {
            // The -wal has been made with the first look.
            try path.attempt { () throws(SystemError) in try System.synchronize(directory: path.directory) }
        }
        return storage
    }
}
