import AditState

/// A batch of a core on its way through a connection that several cores share. The core holds it until it has a result.
///
/// The core's loop makes it, another thread writes it (``SharedWriter``), and the loop reads the result: each has it alone.
final class SharedBatch: @unchecked Sendable {  // Handed over with the locks of the queue and of the result.
    enum Result {
        /// It is written.
        case written
        /// It is not written, and will not be.
        case notWritten(StorageFailure)
        /// It is not written: the core's row is not the one that this storage wrote last. Nil if another storage owns the core.
        case foreign(CoreRow?)
        /// The connection was cut in COMMIT: what was found by the next one.
        case found(Finding)
    }

    let core: String
    /// The number of the storage.
    let owner: Int64
    /// The statements of the batch, without the core's row.
    let rows: PostgresRows
    /// The row as it was committed last.
    let last: CoreRow
    /// The row after the batch. The writer sets the checksum of the state, once the rows are written.
    var next: CoreRow
    /// The number of the connection that has raised the epoch.
    private(set) var home: Int
    let start = MonotonicTime.now
    private let lock = Lock()
    private let condition = Condition()
    private var result: Result?
    private var reason = "its transaction has not ended"
    private let wakeup: StorageWakeup?

    init(_ storage: PostgresStorage, _ rows: PostgresRows, _ next: CoreRow, _ wakeup: StorageWakeup?) {
        (core, owner, home, last) = (storage.core, storage.owner, storage.home, storage.row)
        (self.rows, self.next, self.wakeup) = (rows, next, wakeup)
    }

    // MARK: The writer

    /// Begins to be written by a connection that has raised the core's epoch.
    ///
    /// - Parameter row: the core's row; nil if another storage owns it.
    func begin(from row: CoreRow?, _ connection: Connection) {
        guard let row, row.hasBatch(of: last) else { return end(.foreign(row)) }
        next.epoch = row.epoch
        home = connection.number
    }

    func end(_ result: Result) {
        lock.withLock { self.result = result }
        condition.wakeAll()
        wakeup?.signal()
    }

    /// The result stays unknown, for a reason.
    func wait(for reason: String) { lock.withLock { self.reason = reason } }

    // MARK: The core's loop

    /// The result; nil as long as it is unknown.
    var known: Result? { lock.withLock { result } }

    /// Why there is no result yet.
    var why: String { lock.withLock { reason } }

    /// Waits for the result.
    func wait(until deadline: MonotonicTime) {
        lock.withLock {
            while result == nil, lock.wait(for: condition, until: deadline) {}
        }
    }
}
