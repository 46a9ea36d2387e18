import Adit
import Testing

@testable import TodoCore

@Suite struct JournalEntryUseCaseTests {
    let rain = JournalEntry(id: uuid(1), text: "Rain", date: .morning)
    let store: Store

    init() { store = .holding(.entry(rain)) }

    @Test func anEntryIsAdded() {
        // GIVEN
        let responses = Responses<AddJournalEntryUseCase.Response>()
        let adder = AddJournalEntryUseCase(store: store, responder: responses.append)
        // WHEN
        let sun = JournalEntry(id: uuid(2), text: "Sun", date: .evening)
        adder.request(.add(entry: sun))
        // THEN
        #expect(responses.all == [.wasAdded(entry: sun)])
        #expect(Array(store.state().journal) == [rain, sun])
    }

    @Test(arguments: [("", TodoListError.emptyText), ("Sun", .doubledEntry)])
    func anEntryThatCannotBeIsNotAdded(text: String, error: TodoListError) {
        // GIVEN
        let responses = Responses<AddJournalEntryUseCase.Response>()
        let adder = AddJournalEntryUseCase(store: store, responder: responses.append)
        // WHEN
        let entry = JournalEntry(id: uuid(1), text: text, date: .evening)
        adder.request(.add(entry: entry))
        // THEN
        #expect(responses.all == [.wasNotAdded(entry: entry, error)])
        #expect(Array(store.state().journal) == [rain])
    }

    @Test func anEntryIsEdited() {
        // GIVEN
        let responses = Responses<EditJournalEntryUseCase.Response>()
        let editor = EditJournalEntryUseCase(store: store, responder: responses.append)
        let unknown = JournalEntry(id: uuid(2), text: "Sun", date: .evening)
        // WHEN
        editor.request(.edit(entry: rain, text: "Heavy rain"))
        editor.request(.edit(entry: rain, text: "\t"))
        editor.request(.edit(entry: unknown, text: "Snow"))
        // THEN
        let edited = JournalEntry(id: uuid(1), text: "Heavy rain", date: .morning)
        #expect(
            responses.all == [
                .wasEdited(entry: edited), .wasNotEdited(entry: rain, .emptyText),
                .wasNotEdited(entry: unknown, .unknownEntry),
            ])
        #expect(Array(store.state().journal) == [edited])
    }

    @Test func anEntryIsDeleted() {
        // GIVEN
        let responses = Responses<DeleteJournalEntryUseCase.Response>()
        let deleter = DeleteJournalEntryUseCase(store: store, responder: responses.append)
        // WHEN
        deleter.request(.delete(entry: rain))
        deleter.request(.delete(entry: rain))
        // THEN
        #expect(responses.all == [.wasDeleted(entry: rain), .wasNotDeleted(entry: rain, .unknownEntry)])
        #expect(store.state().journal.isEmpty)
    }

    @Test func entriesAreListedByDay() {
        // GIVEN
        let sun = JournalEntry(id: uuid(2), text: "Sun", date: .nextMorning)
        let stars = JournalEntry(id: uuid(3), text: "Stars", date: .evening)
        store.change(.add(.entry(sun)))
        store.change(.add(.entry(stars)))
        let responses = Responses<ListJournalEntriesUseCase.Response>()
        let lister = ListJournalEntriesUseCase(store: store, responder: responses.append)
        // WHEN
        lister.request(.list(day: .today))
        lister.request(.list(day: CalendarDay(of: .epoch)))
        // THEN
        #expect(
            responses.all == [
                .wasListed(day: .today, entries: [rain, stars]), .wasListed(day: CalendarDay(of: .epoch), entries: []),
            ])
    }
}
