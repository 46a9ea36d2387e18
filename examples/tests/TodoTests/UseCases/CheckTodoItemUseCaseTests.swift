import Adit
import Testing

@testable import TodoCore

@Suite(.still(at: .evening)) struct CheckTodoItemUseCaseTests {
    let store = Store.holding(.item(.numbered(1)), .item(.numbered(2, completed: true)))
    let responses = Responses<CheckTodoItemUseCase.Response>()
    let checker: CheckTodoItemUseCase

    init() { checker = CheckTodoItemUseCase(store: store, responder: responses.append) }

    @Test func U2_symmetricRequestsShareAUseCase() {
        // WHEN
        checker.request(.check(item: .numbered(1)))
        checker.request(.uncheck(item: .numbered(2)))
        // THEN
        let checked = TodoItem.numbered(1, completed: true, alterDate: .evening)
        let unchecked = TodoItem.numbered(2, alterDate: .evening)
        #expect(responses.all == [.wasChecked(item: checked), .wasUnchecked(item: unchecked)])
        #expect(Array(store.state().items) == [checked, unchecked])
    }

    @Test func whatIsCheckedAlreadyWasCheckedAndStaysAsItIs() {
        // WHEN
        checker.request(.check(item: .numbered(2)))
        checker.request(.uncheck(item: .numbered(1)))
        // THEN
        #expect(
            responses.all == [.wasChecked(item: .numbered(2, completed: true)), .wasUnchecked(item: .numbered(1))])
        #expect(Array(store.state().items) == [.numbered(1), .numbered(2, completed: true)])
    }

    @Test func anOldValueOfAnItemDoesNotOverwriteWhatTheStoreHas() {
        // WHEN
        checker.request(.check(item: .numbered(1, "an old text")))
        // THEN
        #expect(store.state().items[id: uuid(1)] == .numbered(1, "Hey Ho", completed: true, alterDate: .evening))
    }

    @Test func anUnknownItemIsNotChecked() {
        // WHEN
        checker.request(.check(item: .numbered(3)))
        checker.request(.uncheck(item: .numbered(3)))
        // THEN
        #expect(
            responses.all == [
                .wasNotChecked(item: .numbered(3), .unknownItem), .wasNotUnchecked(item: .numbered(3), .unknownItem),
            ])
    }
}
