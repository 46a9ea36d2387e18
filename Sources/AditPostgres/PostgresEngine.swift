import AditJSON
import AditState

/// The engine of stores in PostgreSQL (``PostgresStorage``), beside one of files.
///
/// A library passes it to `export(_:storage:)`, as a library that `adit_add_library(… POSTGRES)` makes does:
///
/// ```swift
/// export(todoApp(), storage: PostgresEngine(files: SQLiteEngine()))
/// ```
///
/// `"store": {"postgres": "postgresql://db.example/adit", "core": "list-42"}` in a config opens a core in the database, and
/// `"store": {"path": "todo.store"}` a file, as without it. With `"connections": 2` beside `core`, the cores of the process
/// share two connections, which write their batches together.
public struct PostgresEngine<Files: StorageEngine>: StorageEngine {
    private let files: Files

    /// Creates an engine.
    ///
    /// - Parameter files: the engine of stores in files.
    public init(files: Files) { self.files = files }

    public func open(
        _ file: StoreFile, durability: Durability, retention: Retention,
        validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage {
        guard let core = file.core else {
            return try files.open(file, durability: durability, retention: retention, validate: validate)
        }
        return try PostgresStorage.open(
            file.path, core: core, app: file.app, schemaVersion: file.schemaVersion, migrations: file.migrations,
            durability: durability, retention: retention, connections: file.connections, validate: validate)
    }

    public func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict {
        guard let core = file.core else { return try files.check(file, findFailures: findFailures) }
        return try PostgresStorage.check(
            file.path, core: core, app: file.app, schemaVersion: file.schemaVersion, migrations: file.migrations,
            findFailures: findFailures)
    }

    public func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair {
        guard let core = file.core else { return try files.repair(file, to: path, findFailures: findFailures) }
        throw StorageFailure(
            .failed, "the core \"\(core)\" is in a database, which is restored from a backup, and not repaired")
    }

    public func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        guard let core = file.core else { return try files.read(file, body) }
        return try PostgresStorage.reading(
            file.path, core: core, app: file.app, schemaVersion: file.schemaVersion, body)
    }

    public func readShared<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        file.core == nil ? try files.readShared(file, body) : try read(file, body)
    }

    public func createTables(in address: String) throws(StorageFailure) -> String {
        let (name, old, new) = try PostgresSchema.create(in: address)
        return switch old {
        case new?: "fine: \(name) has tables of version \(new)"
        case let old?: "upgraded: \(name) has tables of version \(new), and had those of version \(old)"
        case nil: "created: \(name) has tables of version \(new)"
        }
    }

    public func isStore(_ head: UnsafeRawBufferPointer) -> Bool { files.isStore(head) }

    public func hasOpen(_ path: String) -> Bool { files.hasOpen(path) }
}
