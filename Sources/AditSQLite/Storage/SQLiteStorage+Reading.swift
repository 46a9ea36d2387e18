import AditJSON
import AditState

extension SQLiteStorage {
    /// Returns what a file says of itself: its app, and the version of its state. The file is not changed.
    ///
    /// - Parameter path: the path of the file.
    /// - Throws: ``StorageFailure``: `locked` if the store is open elsewhere, `schema` if the file is of another kind or
    ///   of a newer format, `failed` if it is not there, is damaged, or the system refuses: also if it cannot be written,
    ///   and was left with a log.
    public static func identify(_ path: String) throws(StorageFailure) -> StoreFile {
        let path = try StorePath(path)
        guard let lock = try FileLock.acquire(path, creating: nil, isReading: true) else {
            throw StorageFailure(.failed, "\(path.path) is not there")
        }
        defer { withExtendedLifetime(lock) {} }
        let stored = try StoredVersion.read(path, lock)
        try stored.check(path.path, app: stored.app, schemaVersion: stored.schemaVersion)
        return StoreFile(path: path.path, app: stored.app, schemaVersion: stored.schemaVersion)
    }

    /// Checks that a file is whole, whatever its app is, and changes nothing: its structure and its log, and the checksums
    /// of its rows and of its journal.
    ///
    /// - Parameter path: the path of the file.
    /// - Returns: what the file says of itself.
    /// - Throws: ``StorageFailure``, as ``identify(_:)`` does; `failed` names the part that is damaged.
    /// - Complexity: O(n) in the size of the file.
    public static func verify(_ path: String) throws(StorageFailure) -> StoreFile {
        let file = try identify(path)
        do {
            try reading(file.path, app: file.app, schemaVersion: file.schemaVersion) { storage in
                try storage.database.checkStructure()
                try storage.checkHead(StorePath(file.path))
                if storage.head != nil { try storage.rows.verify() }
                try storage.readJournal { (_, _) in true }
            }
        } catch {
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(file.path) is damaged: \(error)")
        }
        return file
    }

    /// Reads a store without writing: neither the file nor its log is changed, and the log is not checkpointed.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - app: the app that the state must belong to.
    ///   - schemaVersion: the expected version of the state.
    ///   - body: reads the store, which cannot be opened for writing meanwhile.
    /// - Throws: ``StorageFailure``, as ``open(_:app:schemaVersion:migrations:durability:retention:validate:)`` does:
    ///   `schema` if it is of another kind, app or version, also an older one; and the errors of `body`.
    package static func reading<R>(
        _ path: String, app: String, schemaVersion: Int, _ body: (SQLiteStorage) throws -> R
    ) throws -> R {
        let path = try StorePath(path)
        guard let lock = try FileLock.acquire(path, creating: nil, isReading: true) else {
            throw StorageFailure(.failed, "\(path.path) is not there")
        }
        defer { withExtendedLifetime(lock) {} }
        try path.checkBeside()
        try path.checkNames(lock)
        return try reading(
            StoredVersion.look(path, lock), app: app, schemaVersion: schemaVersion,
            older: "is of an older version; it is migrated when it is opened as a store", body)
    }

    /// Passes a database to `body`, and closes it.
    ///
    /// - Parameter older: what is said of a store of an older version.
    static func reading<R>(
        _ database: Database, app: String, schemaVersion: Int, older: String,
        _ body: (SQLiteStorage) throws -> R
    ) throws -> R {
        defer { database.close() }
        let stored = try StoredVersion(of: database)
        try stored.check(database.name, app: app, schemaVersion: schemaVersion)
        guard stored.schemaVersion == schemaVersion else {
            throw StorageFailure(.schema, "\(database.name) \(older)")
        }
        let storage = try SQLiteStorage(database, nil, .none)
        defer { storage.close() }
        return try body(storage)
    }
}

extension SQLiteStorage {
    public var figures: StorageFigures? {
        var figures = commits
        (figures.bytes, figures.logBytes) = (size(of: path), size(of: "\(path)-wal"))
        (figures.journalBytes, figures.journalBatches) = (Int(journal.bytes), Int(journal.count))
        return figures
    }

    private func size(of path: String) -> Int {
        (try? FileStatus(of: path).size) ?? 0
    }
}
