import Adit
import AditJSON
import AditState

/// What was drawn, drawn once more. Where the app draws more than was recorded, or something else, it is given what is
/// empty: the replay notices, as the entry differs. The core's loop.
final class RecordedValues: @unchecked Sendable {  // Touched by the core's loop only, on which all draws are made.
    private enum Drawn {
        case uuid(UUID)
        case date(Timestamp)
        case random(UInt64)
    }

    private var all: [Drawn] = []
    private var position = 0

    /// Forgets what is left of earlier entries.
    func begin() {
        if !all.isEmpty { all.removeAll(keepingCapacity: true) }
        position = 0
    }

    /// Adds those of an entry.
    func add(_ line: RecordedLine) {
        guard let range = line.draws, let document = line.parse(range) else { return }
        document.withRoot { (array) throws(Never) in
            for index in 0..<array.count {
                if let draw = array[index].flatMap(RecordedValues.read) { all.append(draw) }
            }
        }
    }

    private static func read(_ value: JSONValue) -> Drawn? {
        if let id = value["uuid"] { return (try? decodeWire(UUID.self, from: id)).map { .uuid($0) } }
        if let date = value["date"] { return (try? decodeWire(Timestamp.self, from: date)).map { .date($0) } }
        return value["random"]?.integer.map { .random(UInt64(bitPattern: $0)) }
    }

    private func draw() -> Drawn? {
        guard position < all.count else { return nil }
        defer { position += 1 }
        return all[position]
    }

    /// Sets the dependencies that are drawn from.
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
    }
}

/// What a core that replays is opened with.
struct Replaying {
    let journal: Journal
    let storage: JournalOnlyStorage
    let draws: RecordedValues
}
