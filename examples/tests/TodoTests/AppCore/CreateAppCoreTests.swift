import Adit
import Testing

@testable import TodoCore

@Suite(.still()) struct CreateAppCoreTests {
    let store = createStore()

    @Test func R3_aCoreIsMadeOfAStoreReceiversAndARootHandler() throws {
        // GIVEN
        let (seen, output) = (Responses<Message>(), Responses<Message>())
        let core: Input = createAppCore(store: store, receivers: [seen.append], rootHandler: output.append)
        // WHEN
        try core(.todo(.request(.add(item: .numbered(1)))))
        // THEN
        #expect(seen.all == [.todo(.request(.add(item: .numbered(1))))])
        #expect(output.all == [.todo(.response(.wasAdded(.numbered(1))))])
        #expect(Array(store.state().items) == [.numbered(1)])
    }

    @Test func R6_aFeatureIsMadeOfAStoreAndAnOutput() throws {
        // GIVEN the features of the document that have an output
        let output = Responses<Message>()
        let features = [createTodoListFeature, createTaggingFeature, createJournalingFeature].map { createFeature in
            createFeature(store, output.append)
        }
        let (item, tag, entry) = (TodoItem.numbered(1), Tag(name: "Tag 1"), JournalEntry(text: "Rain"))
        // WHEN
        try features[0](.todo(.request(.add(item: item))))
        try features[1](.tagging(.request(.create(tag: tag))))
        try features[2](.journal(.request(.add(entry: entry))))
        // THEN
        #expect(
            output.all == [
                .todo(.response(.wasAdded(item))), .tagging(.response(.wasCreated(tag))),
                .journal(.response(.wasAdded(entry))),
            ])
    }

    @Test func R6_allFeaturesPutOutToTheRootHandler() throws {
        // GIVEN
        let (output, told) = (Responses<Message>(), Responses<ReviewRequest>())
        let effects = EffectRunner(clock: .virtual)
        let core = createAppCore(
            store: store, receivers: [], effects: effects, tellReviewHost: told.append, rootHandler: output.append)
        let (tag, entry) = (Tag(name: "Tag 1"), JournalEntry(text: "Rain"))
        // WHEN
        try core(.todo(.request(.add(item: .numbered(1, completed: true)))))
        try core(.tagging(.request(.create(tag: tag))))
        try core(.journal(.request(.add(entry: entry))))
        try core(.appReview(.requestReview))
        try effects.advance(by: .seconds(5))
        // THEN
        #expect(
            output.all == [
                .todo(.response(.wasAdded(.numbered(1, completed: true)))),
                .tagging(.response(.wasCreated(tag))), .journal(.response(.wasAdded(entry))),
            ])
        #expect(told.all == [.show])
    }

    @Test func R5_theStateIsPrintedWheneverItIsUpdated() throws {
        // GIVEN
        let printed = Responses<TodoState>()
        store.updated { [store] in printed.append(store.state()) }
        let core = createAppCore(store: store, receivers: [], rootHandler: { _ in })
        // WHEN
        try core(.todo(.request(.add(item: .numbered(1)))))
        try core(.todo(.request(.check(id: uuid(7)))))
        // THEN only a change is printed
        #expect(printed.all.map { $0.items.map(\.id) } == [[uuid(1)]])
        store.destroy()
    }
}
