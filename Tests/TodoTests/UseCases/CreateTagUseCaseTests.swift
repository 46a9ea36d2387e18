import Adit
import Testing

@testable import Todo

@Suite struct CreateTagUseCaseTests {
    let store = Store.holding(.item(.numbered(1)), .tag(Tag(name: "Tag 1", id: uuid(8))))
    let responses = Responses<CreateTagUseCase.Response>()
    let creator: CreateTagUseCase

    init() { creator = CreateTagUseCase(store: store, responder: responses.append) }

    @Test func aTagIsCreatedWithItsItems() {
        // WHEN
        let tag = Tag(name: "Tag 1", id: uuid(9), tagged: [uuid(1)])
        creator.request(.create(tag: tag))
        // THEN
        #expect(responses.all == [.wasCreated(tag: tag)])
        #expect(store.state().tags.map(\.id) == [uuid(8), uuid(9)])
    }

    @Test(arguments: [
        (Tag(name: " ", id: uuid(8)), TodoListError.emptyText),
        (Tag(name: "Tag 2", id: uuid(8)), .doubledTag),
        (Tag(name: "Tag 2", id: uuid(9), tagged: [uuid(1), uuid(2)]), .unknownItem),
        (Tag(name: "Tag 2", id: uuid(9), tagged: [uuid(1), uuid(1)]), .doubledItem),
    ])
    func aTagThatCannotBeIsNotCreated(tag: Tag, error: TodoListError) {
        // WHEN
        creator.request(.create(tag: tag))
        // THEN
        #expect(responses.all == [.wasNotCreated(tag: tag, error)])
        #expect(store.state().tags.map(\.id) == [uuid(8)])
    }
}
