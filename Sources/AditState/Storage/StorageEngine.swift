import AditJSON

/// An engine that keeps the states of cores in files, as `"store"` in a config requests.
///
/// `SQLiteEngine` of AditSQLite is one. A library passes its engine to `export(_:storage:)`.
public protocol StorageEngine: Sendable {
    /// Opens a store, creates it if it does not exist, and migrates it if it is of an older version.
    ///
    /// - Parameters:
    ///   - file: the store.
    ///   - durability: the failures that a commit survives.
    ///   - retention: the amount of the journal that is kept.
    ///   - validate: reads the state after a migration; if it throws, nothing is migrated.
    /// - Throws: ``StorageFailure``: `locked` if the store is open elsewhere, `schema` if it is of another app or
    ///   version, `failed` if it is damaged or the system refuses.
    func open(
        _ file: StoreFile, durability: Durability, retention: Retention,
        validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> any StateStorage

    /// Returns whether ``open(_:durability:retention:validate:)`` would succeed, and changes nothing.
    ///
    /// - Parameters:
    ///   - file: the store.
    ///   - findFailures: reads the state, after migrations on a copy, and returns its errors.
    func check(
        _ file: StoreFile, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageVerdict

    /// Writes the recoverable data of a damaged store to a new one.
    ///
    /// - Parameters:
    ///   - file: the damaged store.
    ///   - path: the path of the new one.
    ///   - findFailures: reads the saved state, and returns its errors.
    /// - Throws: ``StorageFailure`` if nothing is recoverable, or the new path exists.
    func repair(
        _ file: StoreFile, to path: String, findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws(StorageFailure) -> StorageRepair

    /// Passes a store of the app's present version to `body`, for reading only.
    func read<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R

    /// Passes a store to `body` as ``read(_:_:)`` does, also one that is open, as of its last commit. Unless it is
    /// overridden, the same as ``read(_:_:)``.
    func readShared<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R

    /// Returns whether a file that begins with these bytes is a store of this engine.
    ///
    /// - Parameter head: the first 16 bytes, or all bytes of a shorter file.
    func isStore(_ head: UnsafeRawBufferPointer) -> Bool

    /// Returns whether a path leads to a file of a store that this process has open. Any thread.
    func hasOpen(_ path: String) -> Bool

    /// Creates the tables of all cores in a database, or upgrades them. Unless it is overridden, it refuses: the engine has no
    /// databases.
    ///
    /// - Parameter address: the address of the database.
    /// - Returns: a sentence about the result.
    func createTables(in address: String) throws(StorageFailure) -> String
}

extension StorageEngine {
    /// Reads a store that is not open.
    public func readShared<R>(_ file: StoreFile, _ body: (any StateStorage) throws -> R) throws -> R {
        try read(file, body)
    }

    /// Refuses, as an engine of files has no tables.
    public func createTables(in _: String) throws(StorageFailure) -> String {
        throw .withoutPostgres("the tables could not be created")
    }
}

extension StorageFailure {
    fileprivate static func withoutPostgres(_ what: String) -> StorageFailure {
        StorageFailure(
            .failed,
            """
            \(what): this library has no stores in PostgreSQL; one that was built with \
            adit_add_library(… POSTGRES) has them
            """)
    }
}

/// The place of a store, and the state that it is expected to have: a file, or a core in a database.
public struct StoreFile: Sendable {
    /// The path of the file; of a core in a database, the address of the database.
    public var path: String
    /// The name of the core in a database; nil for a file.
    public var core: String?
    /// The number of connections to the database that the core shares with others of the process; nil for one of its own.
    public var connections: Int?
    /// The app that the state belongs to.
    public var app: String
    /// The version of the app's state.
    public var schemaVersion: Int
    /// The migrations from each older version to the next.
    public var migrations: [StorageMigration]

    /// - Parameters:
    ///   - path: the path of the file, or the address of the database.
    ///   - core: the name of the core in the database; nil for a file.
    ///   - connections: the number of connections that the core shares with others; nil for one of its own.
    ///   - app: the app that the state belongs to.
    ///   - schemaVersion: the version of the app's state.
    ///   - migrations: the migrations from each older version to the next.
    public init(
        path: String, core: String? = nil, connections: Int? = nil, app: String, schemaVersion: Int = 1,
        migrations: [StorageMigration] = []
    ) {
        self.path = path
        self.core = core
        self.connections = connections
        self.app = app
        self.schemaVersion = schemaVersion
        self.migrations = migrations
    }
}

extension StoreFile {
    /// Checks that it is a file, for an engine that has no other stores.
    ///
    /// - Throws: ``StorageFailure`` if it is a core in a database.
    package func checkIsFile() throws(StorageFailure) {
        guard let core else { return }
        throw .withoutPostgres("the core \"\(core)\" could not be opened")
    }
}

/// The failures that the file of a store survives.
public enum Durability: Sendable {
    /// Committed data survives a loss of power: every transaction waits for the disk.
    case full
    /// Committed data survives the end of the process, and the file survives a loss of power: the last transactions can
    /// be lost by that, as a whole, the newest first.
    case normal
}

/// The limits of a journal. New entries displace the oldest ones beyond the limits.
public struct Retention: Equatable, Sendable {
    /// The approximate number of bytes of entries to keep; 0 disables the journal.
    public var bytes: Int
    /// The number of seconds to keep entries; nil if unlimited.
    public var age: Int?

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes of entries to keep; 0 for no journal.
    ///   - age: the number of seconds to keep an entry; nil for no limit.
    public init(bytes: Int, age: Int? = nil) {
        self.bytes = bytes
        self.age = age
    }

    /// No journal.
    public static let none = Retention(bytes: 0)
    /// Nothing is removed.
    package static let everything = Retention(bytes: 1 << 60)
    /// 16 MiB, of any age.
    public static let standard = Retention(bytes: 16 << 20)
}

/// The result of checking a store's file before it is opened.
public enum StorageVerdict: Equatable, Sendable {
    /// There is no file: it would be created.
    case new
    /// It can be opened as it is.
    case fine
    /// It can be opened, and would be migrated.
    case needsMigration(from: Int, to: Int)
    /// It cannot be opened: its content, or the result of the migrations, is not a state of this app; with the places
    /// and reasons.
    case impossible([CodingFailure])
}
