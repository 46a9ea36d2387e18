import AditJSON
import AditState

// Migrating a core, and filling it with the rows of another store.
extension PostgresStorage {
    /// Migrates a copy.
    ///
    /// - Throws: ``StorageFailure`` if that fails.
    static func rehearse(
        _ plan: MigrationPlan, _ address: Address, _ core: String, _ app: String,
        _ validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) {
        do {
            try snapshot(address, core: core, app: app, schemaVersion: plan.to) { storage in
                _ = try storage.migrated(by: plan, validate)
            }
        } catch {
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(error)")
        }
    }

    /// Returns a migrated copy of the rows in memory.
    func migrated(
        by plan: MigrationPlan, _ validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) -> MemoryStorage {
        // Nothing was ever written but the row.
        if head == nil { return MemoryStorage() }
        do {
            let copy = try MemoryStorage(copying: self)
            try copy.edit { (rows) throws(MigrationError) in try plan.run(on: rows) }
            try validate(copy)
            return copy
        } catch {
            throw plan.refusal(of: error, "the core \"\(core)\" in \(address.name)")
        }
    }

    /// Migrates the core, in one transaction. Its journal is emptied: its entries are changes of a state that no longer
    /// exists.
    func migrate(
        by plan: MigrationPlan, _ validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) {
        let copy = try migrated(by: plan, validate)
        row.schemaVersion = Int64(plan.to)
        guard let head else {
            return try replaceAll(StorageHead(revision: 0, opens: 0), isWritten: false) { _ in }
        }
        try replaceAll(head) { try copy.copyRows(to: $0) }
        unverified = UnverifiedParts()
    }

    public func fill(from storage: any StateStorage) throws {
        guard let head = storage.head else { return }
        try replaceAll(head, journal: try storage.copyJournal()) { try storage.copyRows(to: $0) }
        let connection = try take()
        defer { putBack(connection) }
        try readOldest(connection)
    }

    /// Replaces all rows of the core, its version, and its journal.
    ///
    /// - Parameter isWritten: whether the core has a state.
    func replaceAll(
        _ head: StorageHead, isWritten: Bool = true, journal batches: [(head: StorageHead, entries: [UInt8])] = [],
        _ body: (any RowSink) throws -> Void
    ) throws(StorageFailure) {
        guard let connection else { throw StorageFailure(.failed, "\(address.name): the connection is lost") }
        let rows = PostgresRows(connection, address.name, core: core, checksum: 0)
        var next = row
        do {
            try rows.begin(epoch: row.epoch)
            try rows.finish()
            for statement in [Statement.removeMembers, .removeElements, .removeParts, .removeJournal] {
                try connection.send(statement, [name])
            }
            try connection.send(.version, [name, .integer(next.epoch), .integer(next.schemaVersion)])
            try connection.receive { _ in }
            try body(rows)
            try rows.finish()
            next.state = rows.checksum
            var extent = JournalExtent(retention: .everything)
            for (head, entries) in batches {
                next = next.next(head)
                try entries.withUnsafeBytes { entries in try extent.append({ RowText(entries) }, &next, rows) }
                try rows.finish()
            }
            next.head = head
            // The number of the last entries is that of the batch, as after any other.
            if isWritten, batches.isEmpty { next.batch += 1 }
            try connection.sendHead(next, of: core)
        } catch {
            abandonTransaction(connection, error)
            throw error as? StorageFailure ?? StorageFailure(.failed, "\(error)")
        }
        switch connection.commit() {
        case .written: adopt(next, JournalExtent(retention: journal.retention))
        case .notWritten(let failure): throw failure
        case .unknown(let reason):
            throw .unknown(reason)
        }
    }
}
