import AditJSON
import AditState

// Opening, checking and reading a core.
extension PostgresStorage {
    /// Opens a core, or creates it, and takes it from its writer.
    ///
    /// A core that is refused is not changed.
    ///
    /// - Parameters:
    ///   - address: the address of the database, as libpq takes it.
    ///   - core: the name of the core.
    ///   - app: the app that the state belongs to. A core of another app is refused.
    ///   - schemaVersion: the version of the state. A core of an older version is migrated, one of a newer version refused.
    ///   - migrations: the migrations from each older version to the next.
    ///   - durability: the failures of the database's machine that a commit survives: `full`, as the database is set to,
    ///     but at least the end of its process; `normal`, without waiting for its disk.
    ///   - retention: the amount of the journal that is kept.
    ///   - connections: the number of connections that this core and the others of the process that have the same number share;
    ///     nil for a separate one.
    ///   - validate: reads the state after a migration; if it throws, nothing is migrated.
    /// - Throws: ``StorageFailure``: `schema` if the core is of another app or a newer version, or cannot be migrated, or
    ///   the database has no tables of Adit; `locked` if a transaction of another program holds the core's row; `failed` if
    ///   the database cannot be reached or the core is damaged.
    public static func open(
        _ address: String, core: String, app: String, schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        durability: Durability = .full, retention: Retention = .standard, connections: Int? = nil,
        validate: (any StateStorage) throws -> Void = { _ in }
    ) throws(StorageFailure) -> PostgresStorage {
        let address = try Address(address)
        let isDurable = durability == .full
        let pool = connections.map { ConnectionPool.shared(address, isDurable: isDurable, count: $0) }
        let connection = if let pool { try pool.take() } else { try connected(address, isDurable: isDurable) }
        do throws(StorageFailure) {
            if let row = try connection.findCore(core) {
                try row.check(core, in: address.name, app: app, schemaVersion: schemaVersion)
                // Before it is taken from its writer: a core that cannot be migrated is left as it is.
                let plan = try row.plan(core, in: address.name, schemaVersion, migrations)
                if !plan.isEmpty { try rehearse(plan, address, core, app, validate) }
            } else {
                try connection.createCore(core, app: app, schemaVersion: schemaVersion)
            }
            let owner = Int64.random(in: 1 ... .max)
            guard let row = try connection.raiseEpoch(of: core, owner: owner, takes: true) else {
                throw StorageFailure(.failed, "the core \"\(core)\" in \(address.name) was removed meanwhile")
            }
            try row.check(core, in: address.name, app: app, schemaVersion: schemaVersion)
            let plan = try row.plan(core, in: address.name, schemaVersion, migrations)
            let storage = PostgresStorage(
                connection, address, core, row, owner: owner, isDurable: isDurable, retention, pool)
            if !plan.isEmpty { try storage.migrate(by: plan, validate) }
            try storage.readOldest(connection)
            if let pool {
                storage.connection = nil
                pool.keep(connection)
            }
            return storage
        } catch {
            connection.close()
            throw error
        }
    }

    /// Returns whether opening a core would succeed, and changes nothing.
    ///
    /// - Parameters:
    ///   - address: the address of the database.
    ///   - core: the name of the core.
    ///   - app: the app that the state must belong to.
    ///   - schemaVersion: the expected version of the state.
    ///   - migrations: the migrations from each older version to the next, which run on a copy in memory.
    ///   - findFailures: reads the stored or migrated state, and returns its errors.
    /// - Throws: ``StorageFailure``, as `open` does.
    public static func check(
        _ address: String, core: String, app: String, schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        findFailures: (any StateStorage) throws -> [CodingFailure] = { _ in [] }
    ) throws(StorageFailure) -> StorageVerdict {
        do {
            return try snapshot(Address(address), core: core, app: app, schemaVersion: schemaVersion) { storage in
                let version = Int(storage.row.schemaVersion)
                let plan = try storage.row.plan(core, in: storage.address.name, schemaVersion, migrations)
                if storage.head == nil { return .fine }
                let failures: [CodingFailure]
                if plan.isEmpty {
                    failures = try findFailures(storage)
                } else {
                    let copy = try MemoryStorage(copying: storage)
                    try copy.edit { (rows) throws(MigrationError) in try plan.run(on: rows) }
                    failures = try findFailures(copy)
                }
                if !failures.isEmpty { return .impossible(failures) }
                return plan.isEmpty ? .fine : .needsMigration(from: version, to: schemaVersion)
            }
        } catch is NoCore {
            return .new
        } catch let failure as StorageFailure {
            throw failure
        } catch {
            return try .impossible(as: error)
        }
    }

    /// Passes a core to `body`, as it is now, without taking it from its writer.
    ///
    /// - Throws: ``StorageFailure``, as `open` does, and if there is no such core, or it is of an older version; and the
    ///   errors of `body`.
    package static func reading<R>(
        _ address: String, core: String, app: String, schemaVersion: Int, _ body: (any StateStorage) throws -> R
    ) throws -> R {
        try snapshot(Address(address), core: core, app: app, schemaVersion: schemaVersion) { storage in
            guard storage.row.schemaVersion == schemaVersion else {
                throw StorageFailure(
                    .schema,
                    "the core \"\(core)\" in \(storage.address.name) has a state of version \(storage.row.schemaVersion);"
                        + " version \(schemaVersion) is expected: a core that is opened migrates it")
            }
            return try body(storage)
        }
    }

    /// Passes a core as it is now to `body`, of this version or an older one.
    static func snapshot<R>(
        _ address: Address, core: String, app: String, schemaVersion: Int, _ body: (PostgresStorage) throws -> R
    ) throws -> R {
        let connection = try connected(address, isDurable: true)
        defer { connection.close() }
        try connection.send(.beginReading)
        guard let row = try connection.findCore(core) else { throw NoCore(core: core, database: address.name) }
        try row.check(core, in: address.name, app: app, schemaVersion: schemaVersion)
        return try body(PostgresStorage(connection, address, core, row, owner: nil, isDurable: true, .none))
    }

    private struct NoCore: Error, CustomStringConvertible {
        let core: String
        let database: String
        var description: String { "the core \"\(core)\" is not in \(database)" }
    }

    static func connected(_ address: Address, isDurable: Bool) throws(StorageFailure) -> Connection {
        let connection = try Connection(address)
        do throws(StorageFailure) {
            try PostgresSchema.check(connection)
            try connection.prepare(isDurable: isDurable)
            return connection
        } catch {
            connection.close()
            throw error
        }
    }
}

extension CoreRow {
    /// Checks that a core is of an app and a version.
    fileprivate func check(
        _ core: String, in database: String, app: String, schemaVersion: Int
    ) throws(StorageFailure) {
        guard self.app.isSpelled(as: app) else {
            throw StorageFailure(
                .schema,
                "the core \"\(core)\" in \(database) is of the app \"\(self.app)\"; one of \"\(app)\" is expected")
        }
        guard self.schemaVersion <= schemaVersion else {
            throw StorageFailure(
                .schema,
                """
                the core "\(core)" in \(database) has a state of version \(self.schemaVersion), of a newer version of the \
                app; version \(schemaVersion) is expected
                """)
        }
    }

    /// The migrations to a version.
    fileprivate func plan(
        _ core: String, in database: String, _ version: Int, _ migrations: [StorageMigration]
    ) throws(StorageFailure) -> MigrationPlan {
        try MigrationPlan("the core \"\(core)\" in \(database)", from: Int(schemaVersion), to: version, migrations)
    }
}
