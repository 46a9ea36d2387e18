import Synchronization
import Testing

@testable import AditSwiftHost

/// An id that counts how often ids are hashed: each look into a table hashes one.
private struct RowID: Hashable, LosslessStringConvertible, Sendable, WireCodable {
    static let hashed = Atomic<Int>(0)

    let text: String

    init(_ text: String) { self.text = text }
    init(reading reader: JSONReader) throws(CodingFailure) { text = try String(reading: reader) }
    func write(to writer: JSONWriter) { text.write(to: writer) }
    static func schema(in _: SchemaDefinitions) -> Schema { .string }

    var description: String { text }

    func hash(into hasher: inout Hasher) {
        RowID.hashed.wrappingAdd(1, ordering: .relaxed)
        hasher.combine(text)
    }
}

@Message private enum RowMessage: Equatable, Sendable {
    case note
    case wake
}

@Model private struct Row: State, Identifiable {
    var id: RowID = RowID("")
    var notes = 0
    enum Change { case note }
    mutating func apply(_: Change) { notes += 1 }
}

@Message private enum ListMessage: Equatable, Sendable {
    case add(RowID)
    case remove(RowID)
    case wake
    case row(id: RowID, RowMessage)
}

@Model private struct List: State {
    var rows: Table<RowID, Row> = []
    enum Change { case add(RowID), remove(RowID) }
    mutating func apply(_ change: Change) {
        switch change {
        case .add(let id): rows.updateOrAppend(Row(id: id))
        case .remove(let id): rows.remove(id)
        }
    }
}

private func listApp() -> App<List, ListMessage> {
    let row: App<Row, RowMessage> = App("row", state: Row()) { core in
        let (store, timers) = (core.store, core.timers)
        return [
            Feature { message in
                switch message {
                case .note: store.change(.note)
                case .wake: try timers.wake(after: .seconds(1), id: "a/b", .note)
                }
            }
        ]
    }
    return App(
        "list", state: List(), durable: [.timers(ListMessage.Case.row), .timers(ListMessage.Case.add)]
    ) { core in
        let (store, timers) = (core.store, core.timers)
        return [
            Feature { message in
                switch message {
                case .add(let id): store.change(.add(id))
                case .remove(let id): store.change(.remove(id))
                case .wake: try timers.wake(after: .seconds(1), id: "rows/entities/1/a", .add(RowID("late")))
                case .row: break
                }
            },
            core.scope(.row, row, each: \.rows, message: { .row(id: $0, $1) }) {
                if case .row(let id, let message) = $0 { (id, message) } else { nil }
            },
        ]
    }
}

/// GIVEN children with durable effects WHEN elements go THEN their effects go with them, at the cost of what is pending.
@Suite(.serialized) struct DurableChildTests {
    private let core: AppCore<List, ListMessage>

    init() throws { core = try AppCore(listApp(), clock: .virtual) }

    private var pending: Int? { core.hosted.loop.durable?.count }

    private func send(_ messages: ListMessage...) {
        for message in messages { core.send(message) }
        core.process()
    }

    @Test func `the timers of a child end with it, and those of others stay`() {
        // GIVEN ids that a pointer escapes, and one that is the beginning of another
        let ids = ["1", "12", "a/b", "a~1b", "ä", ""].map { RowID($0) }
        for id in ids { send(.add(id), .row(id: id, .wake)) }
        send(.wake)
        #expect(pending == ids.count + 1)
        for (index, id) in ids.enumerated() {
            // WHEN
            send(.remove(id))
            // THEN
            #expect(pending == ids.count - index, "\(id)")
        }
        // WHEN an element comes again
        for id in ids { send(.add(id)) }
        core.advance(by: .seconds(2))
        // THEN nothing of the former one is left
        #expect(core.state.rows.allSatisfy { $0.notes == 0 })
        #expect(core.state.rows.contains(id: RowID("late")))
    }

    // Bug: while any durable effect was pending, each change of the state looked up all children.
    @Test func `a message does not look up children without effects`() {
        // GIVEN
        for id in 0..<1000 { send(.add(RowID("\(id)")), .row(id: RowID("\(id)"), .note)) }
        send(.row(id: RowID("7"), .wake), .wake)
        // WHEN
        let before = RowID.hashed.load(ordering: .relaxed)
        send(.row(id: RowID("1"), .note))
        // THEN
        #expect(RowID.hashed.load(ordering: .relaxed) - before < 20)
        // WHEN
        send(.remove(RowID("7")))
        // THEN
        #expect(pending == 1)
    }
}
