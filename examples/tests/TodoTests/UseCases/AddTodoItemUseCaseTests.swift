import Adit
import Testing

@testable import TodoCore

@Suite struct AddTodoItemUseCaseTests {
    @Test func U4_addingAnItemIsAnsweredByOneSuccess() {
        // GIVEN
        let (store, adder, responses) = make()
        // WHEN
        adder.request(.add(item: .numbered(1, " Hey Ho ")))
        // THEN the text is kept as it was given
        #expect(responses.all == [.wasAdded(item: .numbered(1, " Hey Ho "))])
        #expect(Array(store.state().items) == [.numbered(1, " Hey Ho ")])
    }

    @Test(arguments: ["", "  \n"]) func U4_anItemWithoutATextIsAnsweredByOneFailure(text: String) {
        // GIVEN
        let (store, adder, responses) = make()
        // WHEN
        adder.request(.add(item: .numbered(1, text)))
        // THEN
        #expect(responses.all == [.wasNotAdded(item: .numbered(1, text), .emptyText)])
        #expect(store.state() == TodoState())
    }

    @Test func aDoubledItemIsNotAdded() {
        // GIVEN
        let (store, adder, responses) = make(.numbered(1, "first"))
        // WHEN
        adder.request(.add(item: .numbered(1, "second")))
        // THEN
        #expect(responses.all == [.wasNotAdded(item: .numbered(1, "second"), .doubledItem)])
        #expect(store.state().items.map(\.text) == ["first"])
    }

    @Test func anEmptyTextIsToldBeforeADoubledID() {
        // GIVEN
        let (_, adder, responses) = make(.numbered(1))
        // WHEN
        adder.request(.add(item: .numbered(1, "")))
        // THEN
        #expect(responses.all == [.wasNotAdded(item: .numbered(1, ""), .emptyText)])
    }

    @Test func U5_theInteractorChangesTheStoreBeforeItResponds() {
        // GIVEN
        let store = createStore()
        var counts: [Int] = []
        let adder = AddTodoItemUseCase(store: store) { _ in counts.append(store.state().items.count) }
        // WHEN
        adder.request(.add(item: .numbered(1)))
        // THEN
        #expect(counts == [1])
    }

    private func make(_ items: TodoItem...) -> (Store, AddTodoItemUseCase, Responses<AddTodoItemUseCase.Response>) {
        let (store, responses) = (createStore(), Responses<AddTodoItemUseCase.Response>())
        for item in items { store.change(.add(.item(item))) }
        return (store, AddTodoItemUseCase(store: store, responder: responses.append), responses)
    }
}
