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
            database.wait(milliseconds: 500)
            try database.execute("BEGIN")
            return try reading(
                database, app: app, schemaVersion: schemaVersion, older: "is open, and of an older version", body)
        }
    }
}
