import Adit
import Testing

@testable import TodoCore

@Suite struct UseCaseTests {
    @Test func U3_anyUseCaseIsUsedThroughTheProtocol() throws {
        // GIVEN
        func send<U: UseCase>(_ requests: [U.RequestType], to useCase: U) throws {
            for request in requests { try useCase.request(request) }
        }
        let store = createStore()
        let responses = Responses<AddTodoItemUseCase.Response>()
        let adder: some UseCase<AddTodoItemUseCase.Request, AddTodoItemUseCase.Response> =
            AddTodoItemUseCase(store: store, responder: responses.append)
        // WHEN
        try send([.add(item: .numbered(1)), .add(item: .numbered(2))], to: adder)
        // THEN
        #expect(store.state().items.count == 2)
        #expect(responses.all.count == 2)
    }

    @Test func U7_theRequestAndResponseTypesAreTheNestedEnums() {
        // Said by a type alias, as in the documents, or found by their names.
        #expect(AddTodoItemUseCase.RequestType.self == AddTodoItemUseCase.Request.self)
        #expect(AddTodoItemUseCase.ResponseType.self == AddTodoItemUseCase.Response.self)
        #expect(DeleteTodoItemUseCase.RequestType.self == DeleteTodoItemUseCase.Request.self)
        #expect(DeleteTodoItemUseCase.ResponseType.self == DeleteTodoItemUseCase.Response.self)
    }

    @Test func U2_requestsAndResponsesCouldBeAnything() throws {
        // GIVEN a use case whose request is a text and whose response is a number
        struct Measurer: UseCase {
            typealias Request = String
            typealias Response = Int
            let respond: (Int) -> Void
            func request(_ text: String) { respond(text.count) }
        }
        let responses = Responses<Int>()
        // WHEN
        Measurer(respond: responses.append).request("Hey Ho")
        // THEN
        #expect(responses.all == [6])
    }
}
