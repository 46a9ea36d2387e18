import AditState

/// Connects again on another thread, while the core holds the batch that was being committed when the connection was
/// cut, and finds out whether it is written.
final class Reconnection: @unchecked Sendable {  // What changes is under the lock.
    private let lock = Lock()
    private let condition = Condition()
    private var finding: (connection: Connection, finding: Finding)?
    private var reason: String
    private var isCancelled = false
    private var wakeup: StorageWakeup?

    /// - Parameters:
    ///   - reason: why the outcome is unknown.
    ///   - wakeup: signalled once there is a finding.
    init(_ reason: String, _ wakeup: StorageWakeup?) { (self.reason, self.wakeup) = (reason, wakeup) }

    /// Begins to connect.
    ///
    /// - Parameter connect: connects, and raises the epoch where the storage is still the owner. On another thread.
    func start(_ connect: @escaping @Sendable () throws(StorageFailure) -> (Connection, Finding)) {
        let isStarted = DetachedThread.start { [self] in
            var pause = Timeouts.firstPause
            while true {
                do throws(StorageFailure) {
                    return end(try connect())
                } catch {
                    let deadline = MonotonicTime.after(milliseconds: pause)
                    pause = min(pause * 2, Timeouts.lastPause)
                    lock.lock()
                    reason = error.description
                    while !isCancelled, lock.wait(for: condition, until: deadline) {}
                    let isOver = isCancelled
                    lock.unlock()
                    if isOver { return }
                }
            }
        }
        if !isStarted { lock.withLock { reason += "; the system has no thread left to connect again" } }
    }

    private func end(_ finding: (connection: Connection, finding: Finding)) {
        let wakeup: StorageWakeup? = lock.withLock {
            if isCancelled {
                finding.connection.close()
                return nil
            }
            self.finding = finding
            return self.wakeup
        }
        condition.wakeAll()
        wakeup?.signal()
    }

    /// What was found, and by which connection; nil if nothing yet.
    var found: (connection: Connection, finding: Finding)? { lock.withLock { finding } }

    /// Why nothing was found yet.
    var why: String { lock.withLock { reason } }

    /// Waits for a finding.
    func wait(until deadline: MonotonicTime) {
        lock.withLock {
            while finding == nil, lock.wait(for: condition, until: deadline) {}
        }
    }

    /// Ends the attempts. A connection that is being made is closed.
    func cancel() {
        lock.withLock {
            isCancelled = true
            wakeup = nil
            finding?.connection.close()
            finding = nil
        }
        condition.wakeAll()
    }
}
