import AditJSON
import AditState

/// A storage of a state in a PostgreSQL database, which all cores of the database share. The core's loop.
///
/// ```swift
/// try PostgresSchema.create(in: "postgresql://db.example/adit")
/// let storage = try PostgresStorage.open("postgresql://db.example/adit", core: "list-42", app: "todo")
/// ```
///
/// One storage at a time can write a core. Whoever opens it last has it: opening raises the core's epoch, and the first
/// statement of each transaction locks the core's row where it still has the writer's epoch. So an earlier writer fails
/// with its next transaction, and writes nothing.
///
/// A transaction needs two round trips. The first sends its rows, and receives the checksums of the rows that they
/// replace; the second sends the new head with COMMIT. Until COMMIT is sent, a failure means that nothing is written. From
/// then on, only an answer of the database says whether it is (`Connection.commit`). Without one, the outcome is unknown:
/// another thread connects again and raises the epoch, where the storage still owns the core. That waits for the earlier
/// transaction and ends its chance to commit, so the number of batches in the row is the outcome (`Reconnection`).
///
/// `Tests/Model/fencing.pml` is a model of this protocol.
public final class PostgresStorage: StateStorage {
    /// A transaction whose outcome is unknown.
    private struct Pending {
        let row: CoreRow
        let reconnection: Reconnection
    }

    // Accesses last for one statement each.
    /// The connection; nil while there is none.
    @exclusivity(unchecked) private var connection: Connection?
    /// The row of the core as it was committed last.
    @exclusivity(unchecked) private var row: CoreRow
    @exclusivity(unchecked) private var pending: Pending?
    /// Why nothing is written any more.
    @exclusivity(unchecked) private var refusal: StorageFailure?
    /// When the next attempt to connect is due, and the time after it.
    @exclusivity(unchecked) private var nextAttempt = MonotonicTime.past
    @exclusivity(unchecked) private var delay = Timeouts.firstPause
    @exclusivity(unchecked) private var lastFailure: StorageFailure?
    @exclusivity(unchecked) private var journal: JournalExtent
    /// The checksums of the parts that have been read since the core was opened: of the members (nil), and of tables.
    /// nil after all of them have been read and verified, or something was written.
    @exclusivity(unchecked) private var readSums: [String?: UInt64]? = [:]
    @exclusivity(unchecked) private var commits: (count: Int, total: Duration, longest: Duration) = (0, .zero, .zero)
    private let address: Address
    private let core: String
    private let name: Parameter
    private let owner: Int64
    private let isDurable: Bool
    /// Whether it was opened for reading, by a connection that sees the database as it was then.
    private let isReadOnly: Bool
    private let generation = Fork.watch()

    private init(
        _ connection: Connection, _ address: Address, _ core: String, _ row: CoreRow, owner: Int64?, isDurable: Bool,
        _ retention: Retention
    ) {
        (self.connection, self.address, self.core, self.row) = (connection, address, core, row)
        (self.owner, self.isDurable, isReadOnly) = (owner ?? 0, isDurable, owner == nil)
        name = StoredText.parameter(core)
        journal = JournalExtent(retention: retention)
    }

    deinit { close() }

    /// Opens a core, or creates it, and takes it from whoever has it open.
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
    ///   - validate: reads the state after a migration; if it throws, nothing is migrated.
    /// - Throws: ``StorageFailure``: `schema` if the core is of another app or a newer version, or cannot be migrated, or
    ///   the database has no tables of Adit; `locked` if a transaction of another program holds the core's row; `failed` if the database cannot be
    ///   reached or the core is damaged.
    public static func open(
        _ address: String, core: String, app: String, schemaVersion: Int = 1, migrations: [StorageMigration] = [],
        durability: Durability = .full, retention: Retention = .standard,
        validate: (any StateStorage) throws -> Void = { _ in }
    ) throws(StorageFailure) -> PostgresStorage {
        let address = try Address(address)
        let isDurable = durability == .full
        let connection = try connected(address, isDurable: isDurable)
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
            let storage = PostgresStorage(connection, address, core, row, owner: owner, isDurable: isDurable, retention)
            if !plan.isEmpty { try storage.migrate(by: plan, validate) }
            try storage.readOldest(connection)
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
        } catch let error as MigrationError {
            if let failure = error.reason as? StorageFailure, failure.kind != .schema { throw failure }
            return .impossible([error.reason as? CodingFailure ?? CodingFailure(path: "", reason: "\(error)")])
        } catch let failure as CodingFailure {
            return .impossible([failure])
        } catch {
            return .impossible([CodingFailure(path: "", reason: "\(error)")])
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
    private static func snapshot<R>(
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

    private static func connected(_ address: Address, isDurable: Bool) throws(StorageFailure) -> Connection {
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

    // MARK: Migrating

    /// Migrates a copy.
    ///
    /// - Throws: ``StorageFailure`` if that fails.
    private static func rehearse(
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
    private func migrated(
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
    private func migrate(
        by plan: MigrationPlan, _ validate: (any StateStorage) throws -> Void
    ) throws(StorageFailure) {
        let copy = try migrated(by: plan, validate)
        row.schemaVersion = Int64(plan.to)
        guard let head else {
            return try replaceAll(StorageHead(revision: 0, opens: 0), isWritten: false) { _ in }
        }
        try replaceAll(head) { try copy.copyRows(to: $0) }
        readSums = [:]
    }

    public func fill(from storage: any StateStorage) throws {
        guard let head = storage.head else { return }
        try replaceAll(head, journal: try storage.copyJournal()) { try storage.copyRows(to: $0) }
        if let connection { try readOldest(connection) }
    }

    /// Replaces all rows of the core, its version, and its journal.
    ///
    /// - Parameter isWritten: whether the core has a state.
    private func replaceAll(
        _ head: StorageHead, isWritten: Bool = true, journal batches: [(head: StorageHead, entries: [UInt8])] = [],
        _ body: (any RowSink) throws -> Void
    ) throws(StorageFailure) {
        guard let connection else { throw StorageFailure(.failed, "\(address.name): the connection is lost") }
        let rows = PostgresRows(connection, core: core, checksum: 0)
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
                (next.head, next.batch) = (head, next.batch + 1)
                try entries.withUnsafeBytes { entries in
                    try append({ RowText(entries) }, to: &extent, &next, connection)
                }
                try connection.receive { _ in }
            }
            next.head = head
            // The number of the last entries is that of the batch, as after any other.
            if isWritten, batches.isEmpty { next.batch += 1 }
            try sendHead(next, connection)
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

    public var head: StorageHead? { row.batch == 0 ? nil : row.head }

    public var figures: StorageFigures? {
        StorageFigures(
            journalBytes: Int(journal.oldest.map { row.ends - $0.begins } ?? 0), journalBatches: Int(journal.count),
            commits: commits.count, total: commits.total, longest: commits.longest)
    }

    // MARK: Reading

    public func readMembers(_ body: (String, RowText) throws(CodingFailure) -> Void) throws {
        let connection = try present()
        try connection.send(.members, [name])
        var total: UInt64 = 0
        try connection.receiveRows { reply in
            let value = reply.text(0, 1)
            try StoredText.withName(reply.text(0, 0).bytes) { path in
                let sum = RowChecksum.member(path, value.bytes)
                guard sum == reply.checksum(0, 2) else {
                    throw connection.damage(core, "the member \(RowText(path).string) is not as it was written")
                }
                total &+= sum
                try body(RowText(path).string, value)
            }
        }
        try record(total, of: nil, connection)
    }

    public func readTables() throws(StorageFailure) -> [String] {
        let connection = try present()
        try connection.send(.parts, [name])
        var tables: [String] = []
        try connection.receive { (reply) throws(StorageFailure) in
            for row in 0..<reply.count {
                tables.append(StoredText.withName(reply.text(row, 0).bytes) { RowText($0).string })
            }
        }
        return tables
    }

    public func readElements(of table: String, _ body: (RowText, RowText) throws(CodingFailure) -> Void) throws {
        let connection = try present()
        try connection.send(.elements, [name, StoredText.parameter(table)])
        let seed = RowChecksum.seed(of: table)
        var total: UInt64 = 0
        try connection.receiveRows { reply in
            let (value, place) = (reply.text(0, 1), reply.text(0, 3))
            try StoredText.withName(reply.text(0, 0).bytes) { id in
                let hash = AditJSON.checksum(of: id)
                let sum = RowChecksum.element(hash, value.bytes, seed: seed)
                guard sum == reply.checksum(0, 2) else {
                    throw connection.damage(
                        core, "the element \"\(RowText(id).string)\" of \(table) is not as it was written")
                }
                total &+= sum &+ PostgresRows.place(place, hash, seed)
                try body(RowText(id), value)
            }
        }
        try record(total, of: table, connection)
    }

    /// Notes that a part of the state was read, and verifies the whole after the last part.
    private func record(_ sum: UInt64, of part: String?, _ connection: Connection) throws(StorageFailure) {
        guard var sums = readSums else { return }
        sums[part] = sum
        readSums = sums
        let tables = try readTables()
        guard sums.count == tables.count + 1 else { return }
        let found = sums.values.reduce(tables.reduce(0) { $0 &+ RowChecksum.part($1, $1) }, &+)
        guard found == row.state else { throw connection.damage(core, "what is in it is not all that was written") }
        readSums = nil
    }

    public func readJournal(_ body: (_ head: StorageHead, _ entries: RowText) throws -> Bool) throws {
        let connection = try present()
        try connection.send(.entries, [name, .integer(row.batch)])
        var begins = row.ends
        var isOver = false
        try connection.receiveRows { reply in
            if isOver { return }
            let found = JournalRow(reply)
            guard found.isValid, found.checksum(reply.text(0, 6)) == reply.checksum(0, 7) else {
                throw connection.damage(core, "the row \(found.number) of its journal is not as it was written")
            }
            guard found.ends == begins else {
                throw connection.damage(core, "its journal has a gap behind the row \(found.number)")
            }
            begins = found.begins
            isOver = try !body(found.head, reply.text(0, 6))
        }
    }

    // MARK: Writing

    public func write(_ head: StorageHead, entries: () -> RowText, _ body: (any RowSink) throws -> Void) throws {
        switch try transact(head, entries, nil, body) {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown: break
        }
        guard let pending else { return }
        // This outcome has to be known before it returns.
        _ = pending.reconnection.wait(until: .after(milliseconds: Timeouts.answer))
        switch resolve() {
        case .written: return
        case .notWritten(let failure): throw failure
        case .unknown(let reason):
            let failure = StorageFailure.unknown(reason)
            refusal = failure
            throw failure
        }
    }

    public func commit(
        _ head: StorageHead, entries: () -> RowText, notifying wakeup: StorageWakeup,
        _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome { try transact(head, entries, wakeup, body) }

    private func transact(
        _ head: StorageHead, _ entries: () -> RowText, _ wakeup: StorageWakeup?, _ body: (any RowSink) throws -> Void
    ) throws -> StorageOutcome {
        if pending != nil {
            throw StorageFailure(.failed, "found a transaction before the outcome of the last is known")
        }
        if isReadOnly {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be written: it was opened for reading")
        }
        let connection = try present()
        let rows = PostgresRows(connection, core: core, checksum: row.state)
        var next = row
        var extent = journal
        do {
            try rows.begin(epoch: row.epoch)
            try body(rows)
            try rows.finish()
            next.head = head
            next.batch += 1
            next.state = rows.checksum
            try append(entries, to: &extent, &next, connection)
            try sendHead(next, connection)
        } catch {
            // COMMIT was not sent.
            abandonTransaction(connection, error)
            throw error
        }
        let start = MonotonicTime.now
        let outcome = connection.commit()
        switch outcome {
        case .written:
            adopt(next, extent)
            record(since: start)
        case .notWritten: break
        case .unknown(let reason):
            self.connection = nil
            pending = Pending(row: next, reconnection: reconnect(reason, next, wakeup))
        }
        return outcome
    }

    /// Sends the row of the core as it is after a transaction.
    private func sendHead(_ next: CoreRow, _ connection: Connection) throws(StorageFailure) {
        try connection.send(
            .head,
            [
                name, .integer(next.epoch), .integer(Int64(next.head.revision)), .integer(Int64(next.head.opens)),
                .integer(next.batch), .checksum(next.state), .integer(next.ends), .checksum(next.checksum),
            ])
    }

    private func record(since start: MonotonicTime) {
        let took = Duration.nanoseconds(MonotonicTime.now.nanoseconds - start.nanoseconds)
        commits = (commits.count + 1, commits.total + took, max(commits.longest, took))
    }

    private func adopt(_ next: CoreRow, _ extent: JournalExtent) {
        row = next
        journal = extent
        readSums = nil
    }

    /// Sends the entries of a batch, and removes those beyond the limits.
    private func append(
        _ entries: () -> RowText, to extent: inout JournalExtent, _ next: inout CoreRow, _ connection: Connection
    ) throws(StorageFailure) {
        guard extent.retention.bytes > 0 else {
            // Rows from a time when the journal was enabled.
            guard extent.oldest != nil else { return }
            try connection.send(.removeJournal, [name])
            try connection.receive { _ in }
            (extent.oldest, extent.count) = (nil, 0)
            return
        }
        let text = entries()
        if text.bytes.isEmpty { return }
        let time = extent.now()
        let new = JournalRow(
            number: next.batch, head: next.head, time: time, begins: next.ends,
            ends: next.ends + Int64(text.bytes.count))
        try connection.send(
            .append,
            [
                name, .integer(new.number), .integer(Int64(new.head.revision)), .integer(Int64(new.head.opens)),
                .integer(time), .integer(new.begins), .integer(new.ends), .checksum(new.checksum(text)),
                .text(text.bytes),
            ])
        next.ends = new.ends
        if extent.oldest == nil { extent.oldest = (new.number, time, new.begins) }
        extent.count += 1
        guard let excess = extent.excess(ends: new.ends, at: time) else { return }
        try connection.send(.trim, [name, .integer(new.number), .integer(excess.ends), .integer(excess.time)])
        try connection.send(.oldest, [name])
        var answers = 0
        try connection.receive { (reply) throws(StorageFailure) in
            answers += 1
            if answers == 3 { extent.read(reply) }
        }
    }

    private func readOldest(_ connection: Connection) throws(StorageFailure) {
        try connection.send(.oldest, [name])
        try connection.receive { (reply) throws(StorageFailure) in
            journal.read(reply)
        }
    }

    /// Rolls a transaction back that was not committed.
    private func abandonTransaction(_ connection: Connection, _ error: any Error) {
        if let failure = error as? StorageFailure, failure == .fenced(core, in: address.name) { refusal = failure }
        if connection.isOpen {
            do {
                // The answers to what was sent before the app's own error.
                try connection.receive { _ in }
            } catch {}
            try? connection.rollBack()
        }
        if !connection.isOpen { self.connection = nil }
    }

    // MARK: Connecting again

    /// Returns a connection by which the core can be read and written. Connects again if there is none, at most as often
    /// as the pauses allow: messages are answered at once meanwhile.
    private func present() throws(StorageFailure) -> Connection {
        guard generation.isCurrent else {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be used: the parent process has opened it")
        }
        if let refusal { throw refusal }
        if let connection {
            if connection.isAlive { return connection }
            connection.close()
            self.connection = nil
        }
        if isReadOnly {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be read: the connection is lost")
        }
        if let lastFailure, MonotonicTime.now < nextAttempt { throw lastFailure }
        do throws(StorageFailure) {
            let finding = try Self.find(address, core, owner, row.batch, isDurable: isDurable)
            guard case .owned(let connection, let found) = finding else {
                let failure = StorageFailure.fenced(core, in: address.name)
                refusal = failure
                throw failure
            }
            guard found.batch == row.batch, found.checksum == row.checksum else {
                connection.close()
                let failure = StorageFailure(
                    .failed,
                    """
                    the core "\(core)" in \(address.name) has the batch \(found.batch), and this core the batch \
                    \(row.batch): the database was restored, or another program has written it; close the core and \
                    open it again
                    """)
                refusal = failure
                throw failure
            }
            row.epoch = found.epoch
            self.connection = connection
            lastFailure = nil
            delay = Timeouts.firstPause
            return connection
        } catch {
            lastFailure = error
            nextAttempt = .after(milliseconds: delay)
            delay = min(delay * 2, Timeouts.lastPause)
            throw error
        }
    }

    /// Connects, and raises the epoch of a core where a storage still owns it.
    ///
    /// - Parameter batch: the number of the batch whose writer is looked for, if another storage owns the core.
    private static func find(
        _ address: Address, _ core: String, _ owner: Int64, _ batch: Int64, isDurable: Bool
    ) throws(StorageFailure) -> Reconnection.Finding {
        let connection = try connected(address, isDurable: isDurable)
        do throws(StorageFailure) {
            if let row = try connection.raiseEpoch(of: core, owner: owner, takes: false) {
                return .owned(connection, row)
            }
            defer { connection.close() }
            guard let row = try connection.findCore(core) else {
                throw StorageFailure(.failed, "the core \"\(core)\" in \(address.name) was removed")
            }
            try connection.send(.written, [StoredText.parameter(core), .integer(batch)])
            var opens: Int?
            try connection.receive { (reply) throws(StorageFailure) in
                if reply.count > 0 { opens = Int(reply.integer(0, 0)) }
            }
            return .taken(row, opens: opens)
        } catch {
            connection.close()
            throw error
        }
    }

    private func reconnect(_ reason: String, _ next: CoreRow, _ wakeup: StorageWakeup?) -> Reconnection {
        let reconnection = Reconnection(reason, wakeup)
        let (address, core, owner, isDurable, batch) = (address, core, owner, isDurable, next.batch)
        reconnection.start { () throws(StorageFailure) in
            try Self.find(address, core, owner, batch, isDurable: isDurable)
        }
        return reconnection
    }

    public func resolve() -> StorageOutcome {
        guard let pending else { return .unknown("found no transaction whose outcome is unknown") }
        guard let found = pending.reconnection.found else { return .unknown(pending.reconnection.why) }
        switch found {
        case .owned(let connection, let row):
            self.connection = connection
            self.pending = nil
            let isWritten = row.batch == pending.row.batch
            if isWritten {
                adopt(pending.row, journal)
                try? readOldest(connection)
            }
            self.row.epoch = row.epoch
            return isWritten
                ? .written
                : .notWritten(
                    StorageFailure(.failed, "\(address.name) has not written it: the connection was cut before"))
        case .taken(let row, let opens):
            let fenced = StorageFailure.fenced(core, in: address.name)
            refusal = fenced
            if let opens, opens == pending.row.head.opens {
                self.pending = nil
                adopt(pending.row, journal)
                return .written
            }
            // Without its row in the journal, the batches of two writers cannot be told apart.
            guard row.batch < pending.row.batch || opens != nil else {
                return .unknown("\(fenced.description), and its journal does not say who wrote the batch")
            }
            self.pending = nil
            return .notWritten(fenced)
        }
    }

    // MARK: The end

    public func pause() throws(StorageFailure) {
        if pending != nil {
            throw StorageFailure(.failed, "the core \"\(core)\" could not be paused: the outcome of a batch is unknown")
        }
        connection?.close()
        connection = nil
    }

    public func resume() throws(StorageFailure) {
        nextAttempt = .past
        _ = try present()
    }

    public func close() {
        pending?.reconnection.cancel()
        guard let connection else { return }
        if generation.isCurrent { connection.close() } else { connection.abandon() }
        self.connection = nil
        refusal = refusal ?? StorageFailure(.failed, "the core \"\(core)\" could not be used: it is closed")
    }
}

extension StorageFailure {
    fileprivate static func unknown(_ reason: String) -> StorageFailure {
        StorageFailure(.failed, "it is not known whether this is written: \(reason); open the core again to see")
    }
}

/// A row of the journal without its entries.
private struct JournalRow {
    var number: Int64
    var head: StorageHead
    var time: Int64
    var begins: Int64
    var ends: Int64

    init(number: Int64, head: StorageHead, time: Int64, begins: Int64, ends: Int64) {
        (self.number, self.head, self.time, self.begins, self.ends) = (number, head, time, begins, ends)
    }

    init(_ reply: borrowing Reply) {
        number = reply.integer(0, 0)
        head = StorageHead(revision: Int(reply.integer(0, 1)), opens: Int(reply.integer(0, 2)))
        (time, begins, ends) = (reply.integer(0, 3), reply.integer(0, 4), reply.integer(0, 5))
    }

    var isValid: Bool { begins >= 0 && begins <= ends && ends <= 1 << 60 && head.revision >= 0 && head.opens >= 0 }

    func checksum(_ entries: RowText) -> UInt64 {
        RowChecksum.entries(
            number, Int64(head.revision), Int64(head.opens), time, begins, ends, 0, entries.bytes)
    }
}

extension CoreRow {
    /// Checks that a core is of an app and a version.
    fileprivate func check(
        _ core: String, in database: String, app: String, schemaVersion: Int
    ) throws(StorageFailure) {
        guard self.app == app else {
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
