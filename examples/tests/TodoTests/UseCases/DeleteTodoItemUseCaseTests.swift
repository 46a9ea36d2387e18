import Adit
import Testing

@testable import TodoCore

@Suite struct DeleteTodoItemUseCaseTests {
    let store = Store.holding(.item(.numbered(1)), .tag(Tag(id: uuid(9), name: "Tag 1", tagged: [uuid(1)])))
    let responses = Responses<DeleteTodoItemUseCase.Response>()

    @Test func U6_anItemIsDeletedWithoutAnInteractor() {
        // GIVEN
        let deleter = DeleteTodoItemUseCase(store: store, responder: responses.append)
        // WHEN
        deleter.request(.delete(item: .numbered(1)))
        // THEN
        #expect(responses.all == [.wasDeleted(item: .numbered(1))])
        #expect(store.state().items.isEmpty)
    }

    @Test func aDeletedItemHasNoTags() {
        // GIVEN
        let deleter = DeleteTodoItemUseCase(store: store, responder: responses.append)
        // WHEN
        deleter.request(.delete(item: .numbered(1)))
        // THEN
        #expect(store.state().tags.map(\.tagged) == [[]])
    }

    @Test func anUnknownItemIsNotDeleted() {
        // GIVEN
        let deleter = DeleteTodoItemUseCase(store: store, responder: responses.append)
        // WHEN
        deleter.request(.delete(item: .numbered(2)))
        // THEN
        #expect(responses.all == [.wasNotDeleted(item: .numbered(2), .unknownItem)])
        #expect(store.state().items.count == 1)
    }
}
