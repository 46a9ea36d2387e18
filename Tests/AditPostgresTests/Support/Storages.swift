import Adit
import AditJSON
import AditState
import Synchronization

@testable import AditPostgres

@Model struct Item: Identifiable, Equatable {
    let id: String
    var text: String
}

@Model struct Todo: State {
    var count = 0
    var items: Table<String, Item> = []

    enum Change { case add(Item), insert(Item, Int), edit(Item), move(String, Int), remove(String), clear, count(Int) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let item): items.append(item)
        case .insert(let item, let position): items.insert(item, at: position)
        case .edit(let item): items.update(item)
        case .move(let id, let position): items.move(id, to: position)
        case .remove(let id): items.remove(id)
        case .clear: items = []
        case .count(let number): count = number
        }
    }
}

extension PostgresStorage {
    /// Opens a core of the shared cluster.
    static func open(_ core: String, retention: Retention = .standard) throws -> PostgresStorage {
        try open(Cluster.shared.start(), core: core, app: "todo", retention: retention)
    }

    /// Commits a batch that sets the member `/count`.
    ///
    /// - Parameter inside: called in the transaction, behind its rows.
    func commit(_ number: Int, _ wakeup: StorageWakeup = StorageWakeup {}, inside: () throws -> Void = {}) throws
        -> StorageOutcome
    {
        let head = StorageHead(revision: (head?.revision ?? 0) + 1, opens: head?.opens ?? 1)
        return try commit(head, entries: { .empty }, notifying: wakeup) { sink in
            try Array("\(number)".utf8).withUnsafeBytes { try sink.put(RowText($0), of: "/count") }
            try inside()
        }
    }

    /// Asks for an outcome until it is known.
    func outcome() -> StorageOutcome {
        for _ in 0..<400 {
            let outcome = resolve()
            if case .unknown = outcome { sleep(milliseconds: 50) } else { return outcome }
        }
        return resolve()
    }

    /// The member `/count` as it is stored.
    var count: String {
        get throws {
            var found = ""
            try readMembers { path, value in if path == "/count" { found = value.string } }
            return found
        }
    }
}

func sleep(milliseconds: Int32) {
    let lock = Lock()
    lock.withLock { _ = lock.wait(for: Condition(), until: .after(milliseconds: milliseconds)) }
}

/// A number that several threads count.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    func add() { number.add(1, ordering: .relaxed) }
    var count: Int { number.load(ordering: .relaxed) }
}

extension String {
    /// The part behind the first occurrence of a text; nil without one.
    func components(behind text: String) -> String? {
        ranges(of: text).first.map { String(self[$0.upperBound...]) }
    }
}
