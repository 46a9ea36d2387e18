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
/// Transactions that are synced together (``deferSync()``) can be lost with the database, the latest ones first. A storage
/// that connects again finds that by the number of batches, and writes nothing more.
///
/// A core has a separate connection, or shares some with others (`ConnectionPool`). Its batches are written on another
/// thread then, several in a transaction: each is unknown until it has a result (`SharedBatch`).
///
/// `Tests/Model/fencing.pml` is a model of this protocol.
public final class PostgresStorage: StateStorage {
    /// A transaction whose outcome is unknown.
    struct Pending {
        /// The row after it.
        let row: CoreRow
        /// The journal after it.
        let extent: JournalExtent
        let course: Course
    }

    /// How an outcome becomes known.
    enum Course {
        /// The connection was cut in COMMIT.
        case reconnecting(Reconnection)
        case shared(SharedBatch)

        func wait(until deadline: MonotonicTime) {
            switch self {
            case .reconnecting(let reconnection): reconnection.wait(until: deadline)
            case .shared(let batch): batch.wait(until: deadline)
            }
        }
    }

    /// The parts of the state that have been read, and not verified as a whole.
    struct UnverifiedParts {
        /// Their checksums: of the members (nil), and of tables.
        var sums: [ByteString?: UInt64] = [:]
        /// The tables of the state, once they are known.
        var tables: [String]?
    }

    // Accesses last for one statement each.
    /// The connection; nil while it is lost, or if others are shared.
    @exclusivity(unchecked) var connection: Connection?
    /// The number of the connection that has raised the epoch.
    @exclusivity(unchecked) var home: Int
    /// The row of the core as it was committed last.
    @exclusivity(unchecked) var row: CoreRow
    @exclusivity(unchecked) var pending: Pending?
    /// Why nothing is written any more.
    @exclusivity(unchecked) var refusal: StorageFailure?
    /// When the next attempt to connect is due, and the time after it.
    @exclusivity(unchecked) var nextAttempt = MonotonicTime.past
    @exclusivity(unchecked) var delay = Timeouts.firstPause
    @exclusivity(unchecked) var lastFailure: StorageFailure?
    @exclusivity(unchecked) var journal: JournalExtent
    /// What has been read since the core was opened; nil after all of it was read and verified, or something was written.
    @exclusivity(unchecked) var unverified: UnverifiedParts? = UnverifiedParts()
    @exclusivity(unchecked) var deferral = Deferral.none
    /// Whether the last transaction is committed, and not synced. Raising the epoch syncs it, as that is a transaction, too.
    @exclusivity(unchecked) var hasUnsynced = false
    /// The figures of the commits alone.
    @exclusivity(unchecked) var commits = StorageFigures()
    let address: Address
    let core: String
    let name: Parameter
    let owner: Int64
    let isDurable: Bool
    /// The connections that the core shares with others; nil if it has its own.
    let pool: ConnectionPool?
    /// Whether it was opened for reading, by a connection that sees the database as it was then.
    let isReadOnly: Bool
    let generation = Fork.watch()

    init(
        _ connection: Connection, _ address: Address, _ core: String, _ row: CoreRow, owner: Int64?, isDurable: Bool,
        _ retention: Retention, _ pool: ConnectionPool? = nil
    ) {
        (self.connection, self.address, self.core, self.row) = (connection, address, core, row)
        (home, self.pool) = (connection.number, pool)
        (self.owner, self.isDurable, isReadOnly) = (owner ?? 0, isDurable, owner == nil)
        name = StoredText.parameter(core)
        journal = JournalExtent(retention: retention)
    }

    deinit { close() }

    public var head: StorageHead? { row.batch == 0 ? nil : row.head }

    public var figures: StorageFigures? {
        var figures = commits
        figures.journalBytes = Int(journal.rows.oldest.map { row.ends - $0.begins } ?? 0)
        figures.journalBatches = Int(journal.rows.count)
        return figures
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
        if let pool { return try reclaim(pool) }
        _ = try present()
    }

    public func close() {
        if case .reconnecting(let reconnection)? = pending?.course { reconnection.cancel() }
        refusal = refusal ?? StorageFailure(.failed, "the core \"\(core)\" could not be used: it is closed")
        if generation.isCurrent { connection?.close() } else { connection?.abandon() }
        connection = nil
    }
}

extension StorageFailure {
    static func unknown(_ reason: String) -> StorageFailure {
        StorageFailure(.failed, "it is not known whether this is written: \(reason); open the core again to see")
    }
}
