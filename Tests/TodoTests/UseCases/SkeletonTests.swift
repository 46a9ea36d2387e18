import Adit
import Testing

@testable import TodoCore

/// A use case before its logic was written.
private struct DuplicateTodoItemSkeleton: UseCase {
    enum Request { case duplicate(item: TodoItem, as: UUID) }
    enum Response: Equatable { case wasDuplicated(item: TodoItem) }

    func request(_: Request) {}
}

/// The same with its logic.
private struct DuplicateTodoItemUseCase: UseCase {
    typealias Request = DuplicateTodoItemSkeleton.Request
    typealias Response = DuplicateTodoItemSkeleton.Response
    let store: Store
    let respond: (Response) -> Void

    func request(_ request: Request) {
        switch request {
        case .duplicate(let item, as: let id):
            let copy = TodoItem(id: id, text: item.text, created: item.created)
            store.change(.add(.item(copy)))
            respond(.wasDuplicated(item: copy))
        }
    }
}

@Suite struct SkeletonTests {
    let store = Store.holding(.item(.numbered(1)))
    private let responses = Responses<DuplicateTodoItemSkeleton.Response>()

    private func spec(_ useCase: some UseCase<DuplicateTodoItemSkeleton.Request, DuplicateTodoItemSkeleton.Response>) {
        #expect(throws: Never.self) { try useCase.request(.duplicate(item: .numbered(1), as: uuid(2))) }
        // The responses, and the state.
        #expect(responses.all == [.wasDuplicated(item: .numbered(2))])
        #expect(Array(store.state().items) == [.numbered(1), .numbered(2)])
    }

    @Test func U20_theSkeletonCompilesAndFails() {
        withKnownIssue("the skeleton has no logic yet") { spec(DuplicateTodoItemSkeleton()) }
    }

    @Test func U20_theLogicMakesTheSpecPass() {
        spec(DuplicateTodoItemUseCase(store: store, respond: responses.append))
    }
}
