import Adit
import AditJSON
import AditState
import Testing

@Model
private struct Item: Codable, Identifiable, Sendable {
    var id: Int
    var name: String
}

extension ChangeWriter {
    /// The operations of the batch, by the pointers of those who are told.
    fileprivate var told: [String] {
        touched.map { subscriber in
            subscriber.collect()
            guard case .operations(let operations) = subscriber.removeUpdate() else { return "a value" }
            return "\(subscriber.pointer): \(operations.text)"
        }
    }
}

/// An id that counts how often its text was asked for.
private struct CountedID: Hashable, LosslessStringConvertible, WireCodable {
    nonisolated(unsafe) static var asked = 0  // Of one test.
    let number: Int

    init(number: Int) { self.number = number }
    init?(_ description: String) {
        guard let number = Int(description) else { return nil }
        self.number = number
    }
    init(reading reader: JSONReader) throws(CodingFailure) { number = try Int(reading: reader) }
    func write(to writer: JSONWriter) throws(CodingFailure) { number.write(to: writer) }
    static func schema(in definitions: SchemaDefinitions) -> Schema { Int.schema(in: definitions) }
    var description: String {
        Self.asked += 1
        return "\(number)"
    }
}

@Model
private struct Counted: Codable, Identifiable, Sendable {
    var id: CountedID
    var value: Int
}

extension CountedID: Codable {}

/// GIVEN that somebody follows a part of a table WHEN others change THEN it costs nothing to speak of.
struct TableFollowingTests {
    private func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }

    @Test func `only elements that are followed are told`() throws {
        let root = SubscriptionTree()
        // The second is no spelling of an id.
        for path in ["/entities/7/value", "/entities/+8", "/entities/5000"] {
            let pointer = try pointer(path)
            root.add(Subscriber(pointer), at: pointer.tokens[...])
        }
        var items = Table((0..<1000).map { Counted(id: CountedID(number: $0), value: 0) })
        var before = Table<CountedID, Counted>()
        for round in 1...2 {
            items.forgetChanges()
            items.saveOriginal(in: &before)
            for id in 0..<1000 { items.update(CountedID(number: id)) { $0.value = round } }
            items.append(Counted(id: CountedID(number: 1000 + round), value: 0))
            CountedID.asked = 0
            let changes = ChangeWriter(root, wantsAll: false)
            try items.writeChanges(since: before, to: changes)
            #expect(
                changes.told == [#"/entities/7/value: {"op":"replace","path":"","value":\#(round)}"#])
            // Of the followed ones when their meaning was looked for, and then of the one that has changed.
            #expect(CountedID.asked <= (round == 1 ? 4 : 1))
        }
    }

    @Test func `a part that is followed later is known`() throws {
        let root = SubscriptionTree()
        let (one, two) = (try pointer("/entities/1"), try pointer("/entities/2"))
        root.add(Subscriber(one), at: one.tokens[...])
        var (items, before): (Table<Int, Item>, Table<Int, Item>) = (
            [Item(id: 1, name: ""), Item(id: 2, name: "")], []
        )
        for round in 1...2 {
            items.forgetChanges()
            items.saveOriginal(in: &before)
            items.update(1) { $0.name = "\(round)" }
            items.update(2) { $0.name = "\(round)" }
            let changes = ChangeWriter(root, wantsAll: false)
            try items.writeChanges(since: before, to: changes)
            #expect(
                changes.told
                    == (1...round).map {
                        #"/entities/\#($0): {"op":"replace","path":"/name","value":"\#(round)"}"#
                    })
            if round == 1 { root.add(Subscriber(two), at: two.tokens[...]) }
        }
    }

    @Test func `nobody who follows the ids alone hears of elements`() throws {
        let root = SubscriptionTree()
        let ids = try pointer("/ids")
        root.add(Subscriber(ids), at: ids.tokens[...])
        var (items, before): (Table<Int, Item>, Table<Int, Item>) = (
            [Item(id: 1, name: ""), Item(id: 2, name: "")], []
        )
        items.saveOriginal(in: &before)
        items.update(1) { $0.name = "new" }
        items.move(1, to: 1)
        let changes = ChangeWriter(root, wantsAll: false)
        try items.writeChanges(since: before, to: changes)
        #expect(changes.told == [#"/ids: {"op":"move","from":"/0","path":"/1"}"#])
    }
}
