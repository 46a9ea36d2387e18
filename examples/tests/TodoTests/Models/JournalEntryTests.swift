import Adit
import Testing

@testable import TodoCore

@Suite struct JournalEntryTests {
    @Test func anEntryBelongsToADayInUTC() {
        #expect(JournalEntry(id: uuid(1), text: "Rain", date: .evening).day == .today)
        #expect(JournalEntry(id: uuid(1), text: "Rain", date: .nextMorning).day != .today)
    }

    @Test func alteringAnEntryMakesANewOne() {
        // GIVEN
        let entry = JournalEntry(id: uuid(1), text: "Rain", date: .morning)
        // WHEN
        let edited = entry.alter(.edit(text: "Sun"))
        // THEN
        #expect(edited == JournalEntry(id: uuid(1), text: "Sun", date: .morning))
        #expect(entry.text == "Rain")
    }
}
