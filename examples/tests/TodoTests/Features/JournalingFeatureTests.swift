import Adit
import Testing

@testable import TodoCore

@Suite struct JournalingFeatureTests {
    let store = createStore()
    let output = Responses<Message>()
    let feature: Input

    init() { feature = createJournalingFeature(store: store, output: output.append) }

    @Test func U9_aJournalIsKept() throws {
        // GIVEN
        let rain = JournalEntry(id: uuid(1), text: "Rain", date: .morning)
        let sun = JournalEntry(id: uuid(1), text: "Sun", date: .morning)
        // WHEN
        try feature(.journal(.request(.add(entry: rain))))
        try feature(.journal(.request(.edit(id: uuid(1), text: "Sun"))))
        try feature(.journal(.request(.list(day: .today))))
        try feature(.journal(.request(.delete(id: uuid(1)))))
        try feature(.journal(.request(.list(day: .today))))
        // THEN
        #expect(
            output.all == [
                .journal(.response(.wasAdded(rain))),
                .journal(.response(.wasEdited(sun))),
                .journal(.response(.wasListed(day: .today, entries: [sun]))),
                .journal(.response(.wasDeleted(sun))),
                .journal(.response(.wasListed(day: .today, entries: []))),
            ])
    }

    @Test func whatCannotBeDoneIsAFailure() throws {
        // GIVEN
        let rain = JournalEntry(id: uuid(1), text: "Rain", date: .morning)
        let empty = JournalEntry(id: uuid(2), text: "", date: .morning)
        store.change(.add(.entry(rain)))
        // WHEN
        try feature(.journal(.request(.add(entry: empty))))
        try feature(.journal(.request(.add(entry: rain))))
        try feature(.journal(.request(.edit(id: uuid(1), text: " "))))
        try feature(.journal(.request(.edit(id: uuid(7), text: "Sun"))))
        try feature(.journal(.request(.delete(id: uuid(7)))))
        // THEN
        #expect(
            output.all == [
                .journal(.response(.wasNotAdded(entry: empty, error: .emptyText))),
                .journal(.response(.wasNotAdded(entry: rain, error: .doubledEntry))),
                .journal(.response(.wasNotEdited(id: uuid(1), error: .emptyText))),
                .journal(.response(.wasNotEdited(id: uuid(7), error: .unknownEntry))),
                .journal(.response(.wasNotDeleted(id: uuid(7), error: .unknownEntry))),
            ])
        #expect(Array(store.state().journal) == [rain])
    }
}
