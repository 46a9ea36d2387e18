import Adit
import Testing

@testable import TodoCore

@Suite struct CreateTagUseCaseTests {
    let store = Store.holding(.item(.numbered(1)), .tag(Tag(id: uuid(8), name: "Tag 1")))
    let responses = Responses<CreateTagUseCase.Response>()
    let creator: CreateTagUseCase

    init() { creator = CreateTagUseCase(store: store, responder: responses.append) }

    @Test func aTagIsCreatedWithItsItems() {
        // WHEN
        let tag = Tag(id: uuid(9), name: "Tag 1", tagged: [uuid(1)])
        creator.request(.create(tag: tag))
        // THEN
        #expect(responses.all == [.wasCreated(tag: tag)])
        #expect(store.state().tags.map(\.id) == [uuid(8), uuid(9)])
    }

    @Test(arguments: [
        (Tag(id: uuid(8), name: " "), TodoListError.emptyText),
        (Tag(id: uuid(8), name: "Tag 2"), .doubledTag),
        (Tag(id: uuid(9), name: "Tag 2", tagged: [uuid(1), uuid(2)]), .unknownItem),
        (Tag(id: uuid(9), name: "Tag 2", tagged: [uuid(1), uuid(1)]), .doubledItem),
    ])
    func aTagThatCannotBeIsNotCreated(tag: Tag, error: TodoListError) {
        // WHEN
        creator.request(.create(tag: tag))
        // THEN
        #expect(responses.all == [.wasNotCreated(tag: tag, error)])
        #expect(store.state().tags.map(\.id) == [uuid(8)])
    }
}
