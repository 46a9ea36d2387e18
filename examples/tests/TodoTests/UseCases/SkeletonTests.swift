import Adit
import AditTesting
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
    private typealias Response = DuplicateTodoItemSkeleton.Response

    private func spec<U: UseCase<DuplicateTodoItemSkeleton.Request, Response>>(
        _ create: @escaping (Store, @escaping (Response) -> Void) -> U
    ) -> Spec {
        describe("\(U.self)") {
            var store: Store!
            var responses: Responses<Response>!

            beforeEach {
                responses = Responses()
                store = .holding(.item(.numbered(1)))
                try create(store, responses.append).request(.duplicate(item: .numbered(1), as: uuid(2)))
            }
            it("will respond with the copy") { #expect(responses.all == [.wasDuplicated(item: .numbered(2))]) }
            it("will add the copy") { #expect(Array(store.state().items) == [.numbered(1), .numbered(2)]) }
        }
    }

    @Test func U20_theSkeletonCompilesAndFails() {
        // WHEN
        var log: TestLog?
        withKnownIssue("the skeleton has no logic yet") { log = spec { _, _ in DuplicateTodoItemSkeleton() }.run() }
        // THEN each of its examples fails
        #expect(log?.entries.map(\.failures.isEmpty) == [true, false, false])
    }

    @Test func U20_theLogicMakesTheSpecPass() {
        #expect(spec(DuplicateTodoItemUseCase.init).run().hasPassed)
    }
}
