import Adit
import Testing

@testable import TodoCore

@Suite(.still(at: .evening)) struct EditTodoItemUseCaseTests {
    let store = Store.holding(.item(.numbered(1)))
    let responses = Responses<EditTodoItemUseCase.Response>()
    let editor: EditTodoItemUseCase

    init() { editor = EditTodoItemUseCase(store: store, responder: responses.append) }

    @Test func U2_editingChangesTheTextOfAnItem() {
        // WHEN
        editor.request(.edit(item: .numbered(1), text: "Let's go"))
        // THEN
        let edited = TodoItem.numbered(1, "Let's go", alterDate: .evening)
        #expect(responses.all == [.wasEdited(item: edited)])
        #expect(Array(store.state().items) == [edited])
    }

    @Test func anItemKeepsItsTextWhereTheNewOneIsEmpty() {
        // WHEN
        editor.request(.edit(item: .numbered(1), text: " "))
        // THEN
        #expect(responses.all == [.wasNotEdited(item: .numbered(1), .emptyText)])
        #expect(Array(store.state().items) == [.numbered(1)])
    }

    @Test func anUnknownItemIsNotEdited() {
        // WHEN
        editor.request(.edit(item: .numbered(2), text: "Let's go"))
        // THEN
        #expect(responses.all == [.wasNotEdited(item: .numbered(2), .unknownItem)])
    }
}
