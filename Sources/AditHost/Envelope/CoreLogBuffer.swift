import Adit
import AditJSON
import AditState
import Synchronization

/// A buffer of the log lines of a core's code. Lines of the core's loop are written at once, in order with the
/// messages; lines of other threads at the end of the batch. Any thread.
package final class CoreLogBuffer: @unchecked Sendable {
    // `waiting` and `dropped` are accessed under the lock; `write` by the core's loop only, after it has been set.
    private let level: Logger.Level?
    private let lock = Lock()
    private var waiting: [LogLine] = []
    private var dropped = 0
    private let hasLines = Atomic<Bool>(false)
    /// Writes a line for the host. Set before the core's code runs, and cleared with the core.
    nonisolated(unsafe) var write: ((LogLine) -> Void)?
    /// The date on a virtual clock; nil on a real one, on which a line has the system's. Set before the core's code runs.
    nonisolated(unsafe) var date: () -> Timestamp?
    /// The identity of the environment on the core's loop. Set before the core's code runs.
    nonisolated(unsafe) var environment: ObjectIdentifier?

    /// The maximum number of pending lines of other threads.
    private static let most = 1_000

    /// - Parameters:
    ///   - level: the minimum level; nil if disabled.
    ///   - start: the date at which a virtual clock begins; nil of a real one.
    init(level: Logger.Level?, from start: Timestamp? = nil) {
        self.level = level
        date = { start }
    }

    /// The logger dependency of the core's code.
    var logger: Logger {
        // Without a level, all lines are dropped, and only critical ones are created.
        Logger(label: "adit") { _ in
            CoreLogHandler(logLevel: level ?? .critical) { [self] line in if level != nil { receive(line) } }
        }
    }

    private func receive(_ written: LogLine) {
        var line = written
        if let date = date() { line.at = date }
        // Only the core's loop calls `write`.
        if let present = CoreEnvironment.current, ObjectIdentifier(present) == environment, let write {
            return write(line)
        }
        lock.withLock {
            if waiting.count < CoreLogBuffer.most { waiting.append(line) } else { dropped += 1 }
        }
        hasLines.store(true, ordering: .releasing)
    }

    /// Removes the pending lines. The core's loop.
    ///
    /// - Returns: the lines, and the number of dropped lines.
    func drain() -> (lines: [LogLine], dropped: Int) {
        guard hasLines.exchange(false, ordering: .acquiringAndReleasing) else { return ([], 0) }
        return lock.withLock {
            defer { (waiting, dropped) = ([], 0) }
            return (waiting, dropped)
        }
    }

    /// Whether lines are pending. The core's loop.
    var hasWaiting: Bool { hasLines.load(ordering: .acquiring) }
}
