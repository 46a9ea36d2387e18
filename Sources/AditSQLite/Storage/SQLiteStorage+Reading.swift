import AditJSON
import AditState

extension SQLiteStorage {
    /// Reads a store without writing anything: neither the file nor the log beside it is changed, and that is not moved
    /// to the file either.
    ///
    /// - Parameters:
    ///   - path: where the file is.
    ///   - app: whose state is expected.
    ///   - schemaVersion: the version of the state that is expected.
    ///   - body: reads it. Nobody else can open it for writing meanwhile.
    /// - Throws: ``StorageFailure``, as ``open(_:app:schemaVersion:migrations:durability:retention:validate:)`` does:
    ///   `schema` where it is of another kind, app or version, an older one, too; and what `body` throws.
    package static func reading<R>(
        _ path: String, app: String, schemaVersion: Int, _ body: (any StateStorage) throws -> R
    ) throws -> R {
        let path = try StorePath(path)
        guard let lock = try FileLock.acquire(path, creating: nil) else {
            throw StorageFailure(.failed, "\(path.path) is not there")
        }
        defer { withExtendedLifetime(lock) {} }
        let database = try StoredVersion.look(path, lock)
        defer { database.close() }
        let stored = try StoredVersion(of: database)
        try stored.check(path.path, app: app, schemaVersion: schemaVersion)
        guard stored.schemaVersion == schemaVersion else {
            throw StorageFailure(
                .schema, "\(path.path) is of an older version; it is migrated when it is opened as a store")
        }
        let storage = try SQLiteStorage(database, nil, .none)
        defer { storage.close() }
        return try body(storage)
    }
}
