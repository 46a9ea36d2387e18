import Adit
import AditSystem
import Synchronization

/// Takes the log lines of a core's code. Those of the core's loop are written at once, in their place among the
/// messages; those of other threads when the batch ends. Any thread.
final class CoreLogBuffer: @unchecked Sendable {
    // `waiting` and `dropped` are touched under the lock; `write` by the core's loop only, after it has been set.
    private let level: Logger.Level?
    private let lock = Lock()
    private var waiting: [LogLine] = []
    private var dropped = 0
    private let hasLines = Atomic<Bool>(false)
    /// Writes a line for the host. Set before the core's code runs, and taken away with the core.
    nonisolated(unsafe) var write: ((LogLine) -> Void)?
    /// What the code of the core finds around it, as it is found on the core's loop. Set before the core's code runs.
    nonisolated(unsafe) var environment: ObjectIdentifier?

    /// How many lines of other threads wait.
    private static let most = 1_000

    /// - Parameter level: the least level that is heard; nil: nothing is.
    init(level: Logger.Level?) { self.level = level }

    /// The dependency of the core's code.
    var logger: Logger {
        // Without a level no line is heard, and hardly one is made.
        Logger(label: "adit") { _ in
            CoreLogHandler(logLevel: level ?? .critical) { [self] line in if level != nil { take(line) } }
        }
    }

    private func take(_ line: LogLine) {
        // Other threads do not get to `write`.
        if let present = CoreEnvironment.current, ObjectIdentifier(present) == environment, let write {
            return write(line)
        }
        lock.withLock {
            if waiting.count < CoreLogBuffer.most { waiting.append(line) } else { dropped += 1 }
        }
        hasLines.store(true, ordering: .releasing)
    }

    /// Takes what waits. The core's loop.
    ///
    /// - Returns: the lines, and how many had no place among them.
    func drain() -> (lines: [LogLine], dropped: Int) {
        guard hasLines.exchange(false, ordering: .acquiringAndReleasing) else { return ([], 0) }
        return lock.withLock {
            defer { (waiting, dropped) = ([], 0) }
            return (waiting, dropped)
        }
    }

    /// Whether lines wait. The core's loop.
    var hasWaiting: Bool { hasLines.load(ordering: .acquiring) }
}
