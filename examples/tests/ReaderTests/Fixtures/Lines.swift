@testable import Adit
import Synchronization

/// Collects the lines of a log.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: LogLine) { lines.withLock { $0.append("\(line.level): \(line.message)") } }
}
