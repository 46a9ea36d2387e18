import AditJSON
import AditState
import CSQLite

extension SQLiteStorage {
    /// Returns whether ``open(_:app:schemaVersion:migrations:durability:retention:validate:)`` would succeed, and
    /// changes nothing: migrations run on an unnamed copy.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - app: the app that the state must belong to.
    ///   - schemaVersion: the expected version of the state.
    ///   - migrations: the migrations from each older version to the next.
    ///   - findFailures: reads the stored or migrated state, and returns its errors.
    /// - Throws: ``StorageFailure``, as `open` does for a file that is open elsewhere, of another kind, app or newer
    ///   version, or damaged.
    /// - Complexity: O(n) in the size of the state.
    public static func check(
        _ path: String, app: String, schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        findFailures: (any StateStorage) throws -> [CodingFailure] = { _ in [] }
    ) throws(StorageFailure) -> StorageVerdict {
        let path = try StorePath(path)
        guard let lock = try FileLock.acquire(path, creating: nil) else {
            let bytes = try EmptyStore.bytes(app: app, schemaVersion: schemaVersion, name: path.path).count
            try path.checkRoom(isThere: false, bytes: bytes)
            return .new
        }
        try path.checkBeside()
        try path.checkNames(lock)
        let database = try StoredVersion.look(path, lock)
        defer {
            database.close()
            withExtendedLifetime(lock) {}
        }
        let stored = try StoredVersion(of: database)
        try stored.check(path.path, app: app, schemaVersion: schemaVersion)
        let isOlder = stored.schemaVersion < schemaVersion
        try database.checkStructure()
        let storage = try SQLiteStorage(isOlder ? Database.copy(of: database) : database, nil, .none)
        defer { storage.close() }
        try storage.checkHead(path)
        let failures: [CodingFailure]
        do {
            failures = try storage.attempt(stored.schemaVersion, schemaVersion, migrations, findFailures)
        } catch {
            return try .impossible(as: error)
        }
        if !failures.isEmpty { return .impossible(failures) }
        // A migration begins with a copy.
        let size = try path.attempt { () throws(SystemError) in try lock.descriptor.status().size }
        try path.checkRoom(isThere: true, bytes: isOlder ? size : 0)
        return isOlder ? .needsMigration(from: stored.schemaVersion, to: schemaVersion) : .fine
    }

    private func attempt(
        _ from: Int, _ to: Int, _ migrations: [StorageMigration],
        _ findFailures: (any StateStorage) throws -> [CodingFailure]
    ) throws -> [CodingFailure] {
        if head == nil { return [] }
        let plan = try MigrationPlan(path, from: from, to: to, migrations)
        if plan.isEmpty {
            let failures = try findFailures(self)
            try rows.verify()
            return failures
        }
        return try attempt(plan, findFailures)
    }
}

extension Database {
    /// Returns a copy in memory or, if it is large, in an unnamed file.
    static func copy(of database: Database) throws(StorageFailure) -> Database {
        let copy = try Database(opening: "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, name: database.name)
        try copy.fill(from: database)
        return copy
    }
}
