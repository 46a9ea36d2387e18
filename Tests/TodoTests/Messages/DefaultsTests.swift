import Adit
import Testing

@testable import TodoCore

@Suite struct DefaultsTests {
    @Test func U17_anItemIsATextAndDefaults() throws {
        // GIVEN
        let sources = Sources.still(at: .evening, from: 7)
        // WHEN
        let message = try read(#"{"todo":{"request":{"add":{"item":{"text":"Hey Ho"}}}}}"#, sources: sources)
        // THEN
        let item = TodoItem(id: uuid(7), text: "Hey Ho", completed: false, created: .evening, due: nil, alterDate: nil)
        #expect(message == .todo(.request(.add(item: item))))
    }

    @Test func U17_aTagIsANameAndDefaults() throws {
        let tag = try read(#"{"name":"Tag 1"}"#, as: Tag.self, sources: .still(from: 7))
        #expect(tag == Tag(id: uuid(7), name: "Tag 1", tagged: []))
    }

    @Test func aJournalEntryIsATextAndDefaults() throws {
        let entry = try read(#"{"text":"Rain"}"#, as: JournalEntry.self, sources: .still(at: .evening, from: 7))
        #expect(entry == JournalEntry(id: uuid(7), text: "Rain", date: .evening))
    }

    @Test func nothingIsDrawnForWhatIsThere() throws {
        // GIVEN an item that brings its id and its date
        let json =
            #"{"text":"Hey Ho","id":"00000000-0000-4000-8000-000000000001","created":"2026-11-21T10:30:00+01:00"}"#
        let sources = Sources(
            now: {
                Issue.record("drew a date")
                return .epoch
            },
            makeID: {
                Issue.record("drew an id")
                return uuid(0)
            })
        // WHEN
        let item = try read(json, as: TodoItem.self, sources: sources)
        // THEN
        #expect(item == .numbered(1))
    }

    @Test func nullIsReadAsAbsent() throws {
        let json = #"{"todo":{"request":{"schedule":{"id":"00000000-0000-4000-8000-000000000001","due":null}}}}"#
        #expect(try read(json) == Message.todo(.request(.schedule(id: uuid(1), due: nil))))
    }

    @Test func theSystemGivesDatesAndIDsWhereNobodyElseDoes() {
        // GIVEN
        let before = Timestamp.now
        // WHEN
        let (first, second) = (TodoItem(text: "Hey Ho"), TodoItem(text: "Hey Ho"))
        // THEN
        #expect(first.id != second.id)
        #expect(first.created >= before)
        #expect(Sources.system.now() >= before)
        #expect(Sources.system.makeID() != Sources.system.makeID())
    }
}
