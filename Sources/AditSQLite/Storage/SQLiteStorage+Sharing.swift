import AditState
import CSQLite

extension SQLiteStorage {
    /// Reads a store as ``reading(_:app:schemaVersion:_:)`` does, also one that is open: as of its last commit.
    ///
    /// Other processes can write during the read transaction, but the log grows as long as it lasts.
    package static func readingShared<R>(
        _ path: String, app: String, schemaVersion: Int, _ body: (any StateStorage) throws -> R
    ) throws -> R {
        do {
            return try reading(path, app: app, schemaVersion: schemaVersion, body)
        } catch let failure as StorageFailure where failure.kind == .locked {
            let database = try Database(
                opening: StorePath(path).path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW, name: path)
            defer { database.close() }
            sqlite3_busy_timeout(database.handle, 500)
            try database.execute("BEGIN")
            let stored = try StoredVersion(of: database)
            try stored.check(path, app: app, schemaVersion: schemaVersion)
            guard stored.schemaVersion == schemaVersion else {
                throw StorageFailure(.schema, "\(path) is open, and of an older version")
            }
            let storage = try SQLiteStorage(database, nil, .none)
            defer { storage.close() }
            return try body(storage)
        }
    }
}
