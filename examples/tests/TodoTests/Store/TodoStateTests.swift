import Adit
import Support
import Testing

@testable import TodoCore

@Suite struct TodoStateTests {
    let state = TodoState()
        .alter(.add(.item(.numbered(1)))).alter(.add(.item(.numbered(2))))
        .alter(.add(.tag(Tag(id: uuid(8), name: "Tag 1", tagged: [uuid(1), uuid(2)]))))
        .alter(.add(.tag(Tag(id: uuid(9), name: "Tag 2", tagged: [uuid(2)]))))
        .alter(.add(.entry(JournalEntry(id: uuid(5), text: "Rain", date: .morning))))

    @Test func anItemIsRemovedFromItsTags() {
        // WHEN
        let altered = state.alter(.remove(.item(.numbered(1))))
        // THEN
        #expect(altered.items.map(\.id) == [uuid(2)])
        #expect(altered.tags.map(\.tagged) == [[uuid(2)], [uuid(2)]])
    }

    @Test func anElementIsUpdatedInItsPlace() {
        // WHEN
        let altered = state.alter(.update(.item(.numbered(1, "Let's go")))).alter(
            .update(.tag(Tag(id: uuid(8), name: "T")))
        )
        .alter(.update(.entry(JournalEntry(id: uuid(5), text: "Sun", date: .morning))))
        // THEN
        #expect(altered.items.map(\.text) == ["Let's go", "Hey Ho"])
        #expect(altered.tags.map(\.name) == ["T", "Tag 2"])
        #expect(altered.journal.map(\.text) == ["Sun"])
    }

    @Test func whatIsNotThereIsNotUpdated() {
        #expect(state.alter(.update(.item(.numbered(7)))) == state)
    }

    @Test func theStateOnTheWire() throws {
        // GIVEN
        let state = TodoState().alter(.add(.item(.numbered(2)))).alter(.add(.item(.numbered(1))))
            .alter(.add(.tag(Tag(id: uuid(9), name: "Tag 1", tagged: [uuid(1)]))))
        let (id1, id2) = ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002")
        let id9 = "00000000-0000-4000-8000-000000000009"
        let rest = #""text":"Hey Ho","completed":false,"created":"2026-11-21T09:30:00Z""#
        let json = #"""
            {"items":{"ids":["\#(id2)","\#(id1)"],"entities":\#
            {"\#(id2)":{"id":"\#(id2)",\#(rest)},"\#(id1)":{"id":"\#(id1)",\#(rest)}}},\#
            "tags":{"ids":["\#(id9)"],"entities":{"\#(id9)":{"id":"\#(id9)","name":"Tag 1","tagged":["\#(id1)"]}}},\#
            "journal":{"ids":[],"entities":{}}}
            """#
        // THEN
        #expect(try encoded(state) == json)
        #expect(try decoded(TodoState.self, from: json) == state)
    }

    @Test func anAbsentPartOfAStateIsEmpty() throws {
        #expect(try decoded(TodoState.self, from: "{}") == TodoState())
    }
}
