import Adit
import Support
import Testing

@testable import TodoCore

@Suite(.still(at: .evening, from: 7)) struct DefaultsTests {
    @Test func U17_anItemIsATextAndDefaults() throws {
        // WHEN
        let message = try decoded(Message.self, from: #"{"todo":{"request":{"add":{"item":{"text":"Hey Ho"}}}}}"#)
        // THEN
        let item = TodoItem(id: uuid(7), text: "Hey Ho", completed: false, created: .evening, due: nil, alterDate: nil)
        #expect(message == .todo(.request(.add(item: item))))
    }

    @Test func U17_aTagIsANameAndDefaults() throws {
        let tag = try decoded(Tag.self, from: #"{"name":"Tag 1"}"#)
        #expect(tag == Tag(id: uuid(7), name: "Tag 1", tagged: []))
    }

    @Test func aJournalEntryIsATextAndDefaults() throws {
        let entry = try decoded(JournalEntry.self, from: #"{"text":"Rain"}"#)
        #expect(entry == JournalEntry(id: uuid(7), text: "Rain", date: .evening))
    }

    @Test func nothingIsDrawnForWhatIsThere() throws {
        // GIVEN an item that brings its id and its date
        let json =
            #"{"text":"Hey Ho","id":"00000000-0000-4000-8000-000000000001","created":"2026-11-21T10:30:00+01:00"}"#
        // WHEN
        let item = try withDependencies {
            $0.date = DateGenerator {
                Issue.record("drew a date")
                return .epoch
            }
            $0.uuid = UUIDGenerator {
                Issue.record("drew an id")
                return uuid(0)
            }
        } operation: {
            try decoded(TodoItem.self, from: json)
        }
        // THEN
        #expect(item == .numbered(1))
    }

    @Test func nullIsReadAsAbsent() throws {
        let json = #"{"todo":{"request":{"schedule":{"id":"00000000-0000-4000-8000-000000000001","due":null}}}}"#
        #expect(try decoded(from: json) == Message.todo(.request(.schedule(id: uuid(1), due: nil))))
    }
}

@Suite struct LiveDefaultsTests {
    @Test func theSystemGivesDatesAndIDsWhereNobodyElseDoes() {
        // GIVEN the real world, in which nobody says anything about dates and ids
        let before = Timestamp.now
        // WHEN
        let (first, second) = withDependencies {
            $0.context = .live
        } operation: {
            (TodoItem(text: "Hey Ho"), TodoItem(text: "Hey Ho"))
        }
        // THEN
        #expect(first.id != second.id)
        #expect(first.created >= before)
    }
}
