import AditJSON
import AditState
import CSQLite

extension SQLiteStorage {
    /// Migrates the file to the expected version, and keeps a copy from before.
    ///
    /// - Parameter validate: reads the migrated state. If it throws, the migration is rolled back.
    func migrate(_ path: StorePath, _ plan: MigrationPlan, _ validate: (any StateStorage) throws -> Void) throws {
        let versions = Backup.versions(meta.text(.backup))
        if plan.isEmpty {
            backup = versions.isEmpty ? .none : .old(paths: versions.map(path.backup))
            if !meta.hasChecksums, head != nil { try transaction { try validate(self) } }
            return
        }
        guard let head else { return try transaction { try meta.set(.schemaVersion, to: Int64(plan.to)) } }

        let copy = path.backup(of: plan.from)
        try Backup.make(of: database, at: copy, path)
        do {
            try transaction {
                try plan.run(on: rows, finish: rows.finish)
                rows.readSums = [:]
                // Its entries are changes of a state that no longer exists.
                try journal.removeAll()
                try record(head)
                try meta.set(.schemaVersion, to: Int64(plan.to))
                try meta.set(.backup, to: Backup.text(of: versions + [plan.from]))
                try validate(self)
            }
        } catch {
            // The copy is still needed if the file may be migrated nevertheless.
            if !hasRefused, meta.integer(.schemaVersion) == Int64(plan.from) { try? FileSystem.removeIfPresent(copy) }
            throw plan.refusal(of: error, self.path)
        }
        // All rows were rewritten, and readers of the file's header must see the present version.
        sqlite3_wal_checkpoint_v2(database.handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }

    /// Migrates an unnamed copy, so that a migration that fails leaves the file and its log as they are.
    static func rehearse(
        _ plan: MigrationPlan, _ path: StorePath, _ lock: FileLock, _ validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) {
        let database = try StoredVersion.look(path, lock)
        defer { database.close() }
        try database.checkStructure()
        let storage = try SQLiteStorage(Database.copy(of: database), nil, .none)
        defer { storage.close() }
        try storage.checkHead(path)
        guard storage.head != nil else { return }
        do { try storage.attempt(plan, validate) } catch { throw plan.refusal(of: error, path.path) }
    }

    /// Migrates and reads a copy.
    func attempt<R>(_ plan: MigrationPlan, _ read: (any StateStorage) throws -> R) throws -> R {
        try rows.verify()
        try upgradeFormat()
        try plan.run(on: rows, finish: rows.finish)
        return try read(self)
    }
}

extension SQLiteStorage {
    /// Upgrades a file of the first format to the present one, within a transaction: adds checksums to its rows.
    func upgradeFormat() throws(StorageFailure) {
        guard !meta.hasChecksums else { return }
        checksum.total = rows.elements.values.reduce(0) { $0 &+ $1.part }
        try database.execute(
            """
            ALTER TABLE member ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
            UPDATE member SET sum = adit_member(path, value);
            ALTER TABLE journal ADD COLUMN state INTEGER;
            ALTER TABLE journal ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
            UPDATE journal SET sum = adit_entries(number, revision, opens, time, begins, ends, 0, entries);
            """)
        for table in rows.elements.values {
            try database.execute("ALTER TABLE \(table.name) ADD COLUMN sum INTEGER NOT NULL DEFAULT 0")
            let summing = try database.prepare("UPDATE \(table.name) SET sum = adit_element(place, id, value, ?1)")
            summing.bind(1, checksum: table.seed)
            try summing.run()
        }
        try meta.set(.format, to: Int64(FileSchema.format))
        try meta.set(.id, to: Int64.random(in: .min ... .max))
        try meta.finish()
        checksum.isStored = true
        rows.readSums = [:]
        if let head { try record(head) }
    }
}
