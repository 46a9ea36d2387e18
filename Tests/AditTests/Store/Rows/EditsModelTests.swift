import TestSupport
import Testing
@testable import Adit
@testable import AditJSON
@testable import AditState

/// GIVEN a state of every kind, and a journal of its batches WHEN the journal's changes are made in place.
struct EditsModelTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `THEN they lead the state back to what it was, and forwards again`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let shop = try StoredState(Shop())
        var states = [try encoded(shop.state)]
        for _ in 0..<40 {
            let steps = Int.random(in: 1...12, using: &generator)
            try shop.change { $0.apply(.random(SeededGenerator(seed: generator.next()), steps: steps)) }
            states.append(try encoded(shop.state))
        }
        let batches = shop.journal.map { BatchText("[\($0)]") }
        var state = shop.state
        for (number, batch) in batches.enumerated().reversed() {
            try edit(&state, batch, backwards: true)
            try #require(encoded(state) == states[number], "before batch \(number)")
        }
        for (number, batch) in batches.enumerated() {
            try edit(&state, batch, backwards: false)
            try #require(encoded(state) == states[number + 1], "after batch \(number)")
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `THEN the changes that they make are those of the way back`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let shop = try StoredState(Shop())
        for number in 0..<30 {
            let before = try encoded(shop.state)
            let steps = Int.random(in: 1...12, using: &generator)
            try shop.change { $0.apply(.random(SeededGenerator(seed: generator.next()), steps: steps)) }
            let batch = BatchText("[\(shop.journal.last ?? "")]")
            let twin = try StoredState(shop.state)
            // WHEN the state is led back in a batch of its own
            var failure: (any Error)?
            try shop.change { state in do { try edit(&state, batch, backwards: true) } catch { failure = error } }
            if let failure { throw failure }
            try #require(encoded(shop.state) == before, "batch \(number)")
            // THEN what is stored is that state
            try #require(shop.stored().map { try encoded($0) } == before, "batch \(number)")
            // WHEN another core does the same by the changes of that batch, as a replay does
            let back = BatchText("[\(shop.journal.last ?? "")]")
            try twin.change { state in do { try edit(&state, back, backwards: false) } catch { failure = error } }
            if let failure { throw failure }
            // THEN its journal is the same
            try #require(twin.journal.last == shop.journal.last, "batch \(number)")
        }
    }

    @Test func `THEN members beside constants are changed as well`() throws {
        var state = Gate()
        state.sign = Sign(number: 2, text: "new", list: [WarePart(id: 1, text: "a"), WarePart(id: 3, text: "b")])
        let batch = BatchText(
            """
            [{"op":"replace","path":"/sign/text","old":"old","value":"new"},
             {"op":"add","path":"/sign/list/entities/3","value":{"id":3,"text":"b"}},
             {"op":"add","path":"/sign/list/ids/1","value":"3"}]
            """)
        // WHEN
        try edit(&state, batch, backwards: true)
        // THEN
        #expect(
            try encoded(state) == encoded(Gate(sign: Sign(number: 2, text: "old", list: [WarePart(id: 1, text: "a")]))))
    }

    @Test(
        arguments: [
            #"{"op":"remove","path":"/wares/ids/0","old":"a"}"#,
            #"{"op":"add","path":"/wares/ids/9","value":"a"}"#,
            #"{"op":"add","path":"/wares/ids/x","value":"a"}"#,
            #"{"op":"move","from":"/wares/ids/0","path":"/wares/ids/9"}"#,
            #"{"op":"replace","path":"/wares/entities/zz","old":{"id":"zz","name":""},"value":{}}"#,
            #"{"op":"remove","path":"/wares/entities/zz","old":{"id":"zz","name":""}}"#,
            #"{"op":"replace","path":"/nowhere","old":1,"value":2}"#,
            #"{"op":"replace","path":"/name/inner","old":1,"value":2}"#,
            #"{"op":"replace","path":"/name","value":"b"}"#,
            #"{"op":"replace","path":"/name","old":7,"value":"b"}"#,
            #"{"op":"add","path":"/name","value":"b"}"#,
            #"{"op":"replace","path":"/wares/one/two/three","old":1,"value":2}"#,
        ])
    func `THEN those of another state are refused`(_ change: String) throws {
        var shop = Shop()
        let batch = BatchText("[\(change)]")
        #expect(throws: CodingFailure.self) { try edit(&shop, batch, backwards: true) }
    }

    @Test func `THEN masks are not written in place of secrets`() throws {
        var shop = Shop()
        for change in [
            #"{"op":"replace","path":"/name","old":"***","value":"***","masked":[""]}"#,
            #"{"op":"remove","path":"/name","old":"***","masked":[""]}"#,
        ] {
            let batch = BatchText("[\(change)]")
            let failure = #expect(throws: CodingFailure.self) { try edit(&shop, batch, backwards: true) }
            #expect(
                failure?.description
                    == "/name: found a secret, of which the journal has a mask only; it cannot be restored")
        }
        #expect(shop.name == "shop")
        // WHEN what was added is removed, no value is needed
        let batch = BatchText(#"[{"op":"add","path":"/count","value":7,"masked":[""]}]"#)
        shop.count = 7
        try edit(&shop, batch, backwards: true)
        #expect(shop.count == nil)
    }

    private func edit<S: State & WireCodable>(_ state: inout S, _ batch: BatchText, backwards: Bool) throws {
        try batch.with { changes throws(CodingFailure) in
            try PartEdits(changes, backwards: backwards).apply(to: &state, .generated())
        }
    }
}

@Model private struct Sign {
    let number: Int
    var text: String
    var list: Table<Int, WarePart> = []
}

@Model private struct Gate: State {
    var sign = Sign(number: 1, text: "")
    enum Change {}
    mutating func apply(_: Change) {}
}
