import AditJSON
import AditState

/// The engine of stores in SQLite files (``SQLiteStorage``).
public struct SQLiteEngine: StorageEngine {
    /// Creates the engine, which has no settings.
    public init() {}

    public func open(
        _ file: StoreFile, durability: Durability, retention: Retention,
        validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        try file.checkIsFile()
        let storage = try SQLiteStorage.open(
            file.path, app: file.app, schemaVersion: file.schemaVersion, migrations: file.migrations,
            durability: durability, retention: retention, validate: validate)
        let path = storage.path
        return PausableStorage(storage) { () throws(StorageFailure) in
            try SQLiteStorage.open(
                path, app: file.app, schemaVersion: file.schemaVersion, durability: durability,
                retention: retention)
        }
    }

    public func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict {
        try file.checkIsFile()
        return try SQLiteStorage.check(
            file.path, app: file.app, schemaVersion: file.schemaVersion, migrations: file.migrations,
            findFailures: findFailures)
    }

    public func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair {
        try file.checkIsFile()
        return try SQLiteStorage.repair(
            file.path, to: path, app: file.app, schemaVersion: file.schemaVersion, findFailures: findFailures)
    }

    public func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try file.checkIsFile()
        return try SQLiteStorage.reading(file.path, app: file.app, schemaVersion: file.schemaVersion, body)
    }

    public func readShared<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try file.checkIsFile()
        return try SQLiteStorage.readingShared(file.path, app: file.app, schemaVersion: file.schemaVersion, body)
    }

    public func isStore(_ head: UnsafeRawBufferPointer) -> Bool { head.elementsEqual("SQLite format 3\0".utf8) }

    public func hasOpen(_ path: String) -> Bool { SQLiteStorage.hasOpen(path) }
}
