import Adit
import AditHost
import AditJSON
import AditState

/// A generator that draws recorded values again. If the app draws more values than were recorded, or others, it returns
/// zero values: the replay finds the difference, as the entry differs. The core's loop.
final class RecordedValues: @unchecked Sendable {  // Accessed by the core's loop only, which makes all draws.
    private enum Drawn {
        case uuid(UUID)
        case date(Timestamp)
        case random(UInt64)
        case check(Bool)
    }

    private var all: [Drawn] = []
    private var position = 0

    /// Removes the remaining values of earlier entries.
    func begin() {
        if !all.isEmpty { all.removeAll(keepingCapacity: true) }
        position = 0
    }

    /// Adds the values of an entry.
    func add(_ line: RecordedLine) {
        guard let range = line.draws else { return }
        line.read(range) { draws in
            draws.forEachElement { if let draw = RecordedValues.read($0) { all.append(draw) } }
        }
    }

    private static func read(_ value: JSONReader) -> Drawn? {
        if let id = value["uuid"] { return (try? UUID(reading: id)).map { .uuid($0) } }
        if let date = value["date"] { return (try? Timestamp(reading: date)).map { .date($0) } }
        if let outcome = value["check"] { return outcome.bool.map { .check($0) } }
        return value["random"]?.integer.map { .random(UInt64(bitPattern: $0)) }
    }

    private func draw() -> Drawn? {
        guard position < all.count else { return nil }
        defer { position += 1 }
        return all[position]
    }

    /// Sets the generating dependencies.
    func bring(_ values: inout DependencyValues) {
        values.uuid = UUIDGenerator { [self] in
            guard case .uuid(let id)? = draw() else { return UUID(high: 0, low: 0) }
            return id
        }
        values.date = DateGenerator { [self] in
            guard case .date(let date)? = draw() else { return .epoch }
            return date
        }
        values.random = RandomSource { [self] in
            guard case .random(let number)? = draw() else { return 0 }
            return number
        }
        values.secretChecks.recall = { [self] in
            guard case .check(let outcome)? = draw() else { return nil }
            return outcome
        }
    }
}
