import Adit
import Testing

@testable import TodoCore

@Suite struct DeleteTagUseCaseTests {
    let tag = Tag(id: uuid(9), name: "Tag 1", tagged: [uuid(1)])
    let responses = Responses<DeleteTagUseCase.Response>()

    @Test func aTagIsDeletedAndItsItemsStay() {
        // GIVEN
        let store = Store.holding(.item(.numbered(1)), .tag(tag))
        let deleter = DeleteTagUseCase(store: store, responder: responses.append)
        // WHEN
        deleter.request(.delete(tag: tag))
        // THEN
        #expect(responses.all == [.wasDeleted(tag: tag)])
        #expect(store.state().tags.isEmpty)
        #expect(store.state().items.map(\.id) == [uuid(1)])
    }

    @Test func anUnknownTagIsNotDeleted() {
        // GIVEN
        let deleter = DeleteTagUseCase(store: createStore(), responder: responses.append)
        // WHEN
        deleter.request(.delete(tag: tag))
        // THEN
        #expect(responses.all == [.wasNotDeleted(tag: tag, .unknownTag)])
    }
}
