import AditJSON
import AditState
import Testing

/// GIVEN a state of an older version WHEN it is migrated THEN all that the migration leaves is as it was.
struct StateUpgradeTests {
    private let upgrade = StateUpgrade(to: 2, [StorageMigration(from: 1) { _ in }], isWhole: false)
    private let table = #"{"ids":["b","a"],"entities":{"a":{"id":"a"},"b":{"id":"b"}}}"#

    @Test func `tables among members, and in models`() throws {
        let state = try #require(
            JSON(
                text: #"""
                    {"name":"n","rooms":\#(table),"list":[\#(table)],
                     "model":{"rooms":\#(table),"deep":{"rooms":\#(table)},"last":1}}
                    """#))
        #expect(try upgrade.upgraded(state, from: 1) == state)
        let found = Found()
        let upgrade = StateUpgrade(to: 2, [StorageMigration(from: 1) { found.tables = try $0.tables }], isWhole: false)
        _ = try upgrade.upgraded(state, from: 1)
        #expect(found.tables == ["/model/deep/rooms", "/model/rooms", "/rooms"])
    }

    @Test func `tables whose names are combining marks`() throws {
        // In the square of their number, they would take hours.
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000_000)
        let table = try #require(JSON(text: table))
        let state = JSON.object(["x": table, "x\(marks)": table, "y\(marks)": table])
        #expect(try upgrade.upgraded(state, from: 1) == state)
    }

    @Test func `many elements, each removed or inserted by its id`() throws {
        // In the square of their number, they would take minutes.
        let ids = (0..<20_000).map { "\($0)" }
        let table = JSON.object([
            "ids": .array(ids.map { .string($0) }),
            "entities": .object(JSONObject(ids.map { (key: $0, value: .object(["id": .string($0)])) })),
        ])
        let migration = StorageMigration(from: 1) { rows in
            for id in ids.reversed() {
                try rows.removeElement(id, of: "/rooms")
                try rows.insert(.object(["id": .string(id)]), id: id, in: "/others", after: nil)
            }
        }
        let upgrade = StateUpgrade(to: 2, [migration], isWhole: false)
        let none = try #require(JSON(text: #"{"ids":[],"entities":{}}"#))
        let state = try upgrade.upgraded(.object(["rooms": table, "others": none]), from: 1)
        #expect(state == .object(["rooms": none, "others": table]))
    }

    @Test func `an object with an id twice is no table`() throws {
        let state = try #require(JSON(text: #"{"rooms":{"ids":["a","a"],"entities":{"a":{},"b":{}}}}"#))
        #expect(try upgrade.upgraded(state, from: 1) == state)
    }

    @Test func `a name whose end makes one character with the slash behind it`() throws {
        let migration = StorageMigration(from: 1) { try $0.rename("/x\u{600}", to: "/y") }
        let upgrade = StateUpgrade(to: 2, [migration], isWhole: false)
        let state = JSON.object(["x\u{600}": .object(["a": .integer(1)])])
        #expect(try upgrade.upgraded(state, from: 1) == .object(["y": .object(["a": .integer(1)])]))
    }

    private final class Found: @unchecked Sendable {  // One thread.
        var tables: [String] = []
    }
}
