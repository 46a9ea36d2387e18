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

    private final class Found: @unchecked Sendable {  // One thread.
        var tables: [String] = []
    }
}
