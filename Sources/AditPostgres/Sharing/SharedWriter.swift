import AditState

/// Writes the batches of many cores by one connection, on a separate thread.
///
/// While a transaction is on its way, batches queue; the next transaction has all of them. When the connection is lost in
/// COMMIT, it connects again, and finds out for each batch whether it is written. Without a connection, batches are refused
/// at once, and it tries again after a pause.
final class SharedWriter: @unchecked Sendable {  // What several threads use is under the lock.
    private let address: Address
    private let isDurable: Bool
    private let lock = Lock()
    private let condition = Condition()
    // Under the lock.
    private var queue: [SharedBatch] = []
    private var isRunning = false
    private var isClosed = false
    // The thread's own.
    private var connection: Connection?
    /// The batches of which it is not known whether they are written.
    private var unresolved: [SharedBatch] = []
    private var failure: StorageFailure?
    private var nextAttempt = MonotonicTime.past
    private var pause = Timeouts.firstPause

    /// The most batches and bytes of one transaction: a batch waits for all the others in it.
    private static let most = (batches: 256, bytes: 1 << 20)

    init(_ address: Address, isDurable: Bool) { (self.address, self.isDurable) = (address, isDurable) }

    /// Takes a batch, whose result follows. Any thread.
    func submit(_ batch: SharedBatch) {
        let isStarted = lock.withLock {
            queue.append(batch)
            if !isRunning { isRunning = DetachedThread.start { [self] in run() } }
            return isRunning
        }
        if isStarted { return condition.wakeAll() }
        let refused = lock.withLock {
            defer { queue = [] }
            return queue
        }
        let failure = StorageFailure(
            .resources, "\(address.name) could not be written: the system has no thread left")
        for batch in refused { batch.end(.notWritten(failure)) }
    }

    /// Ends the thread, once what is queued is written. No storage is left that waits for more. Any thread.
    func close() {
        lock.withLock { isClosed = true }
        condition.wakeAll()
    }

    // MARK: The thread

    private func run() {
        while let batches = next() {
            let connection = present()
            if let connection { resolve(by: connection) }
            guard let connection, connection.isOpen else {
                refuse(batches)
                continue
            }
            unresolved += SharedTransaction(connection).write(batches)
        }
        connection?.close()
    }

    /// Waits for batches, or for the time to connect again.
    ///
    /// - Returns: nil at the end.
    private func next() -> [SharedBatch]? {
        lock.withLock {
            while queue.isEmpty {
                if isClosed { return nil }
                if unresolved.isEmpty {
                    _ = lock.wait(for: condition, until: nil)
                } else if !lock.wait(for: condition, until: nextAttempt) {
                    return []
                }
            }
            var (count, bytes) = (0, 0)
            while count < queue.count, count < Self.most.batches, bytes < Self.most.bytes {
                bytes += queue[count].rows.size
                count += 1
            }
            defer { queue.removeFirst(count) }
            return Array(queue.prefix(count))
        }
    }

    /// Returns the connection; connects if it is lost, at most as often as the pauses allow.
    private func present() -> Connection? {
        if let connection, connection.isAlive { return connection }
        connection?.close()
        connection = nil
        if failure != nil, MonotonicTime.now < nextAttempt { return nil }
        do throws(StorageFailure) {
            let connection = try PostgresStorage.connected(address, isDurable: isDurable)
            (self.connection, failure, pause) = (connection, nil, Timeouts.firstPause)
            return connection
        } catch {
            failed(error)
            return nil
        }
    }

    private func failed(_ error: StorageFailure) {
        failure = error
        nextAttempt = .after(milliseconds: pause)
        pause = min(pause * 2, Timeouts.lastPause)
        for batch in unresolved { batch.wait(for: error.description) }
    }

    private func refuse(_ batches: [SharedBatch]) {
        let failure = failure ?? StorageFailure(.failed, "\(address.name): the connection is lost")
        for batch in batches { batch.end(.notWritten(failure)) }
    }

    /// Finds out which batches are written, after the connection was lost in COMMIT.
    private func resolve(by connection: Connection) {
        while let batch = unresolved.first {
            do throws(StorageFailure) {
                let finding = try connection.find(batch.core, owner: batch.owner, batch: batch.next.batch)
                batch.end(.found(finding))
                unresolved.removeFirst()
            } catch {
                return failed(error)
            }
        }
    }
}
