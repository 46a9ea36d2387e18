import Adit
import Testing

@testable import TodoCore

/// A use case, a feature and a core are modules of the same form: one input, at most one output.
@Suite struct ModuleTests {
    let store = createStore()

    @Test func U1_aUseCaseIsTestedByRequestsAndResponses() {
        // GIVEN
        let output = Responses<AddTodoItemUseCase.Response>()
        let module = AddTodoItemUseCase(store: store, responder: output.append)
        // WHEN
        module.request(.add(item: .numbered(1)))
        // THEN
        #expect(output.all == [.wasAdded(item: .numbered(1))])
    }

    @Test func U1_aFeatureIsTestedByMessages() throws {
        // GIVEN
        let output = Responses<Message>()
        let module = createTodoListFeature(store: store, output: output.append)
        // WHEN
        try module(.todo(.request(.add(item: .numbered(1)))))
        // THEN
        #expect(output.all == [.todo(.response(.wasAdded(.numbered(1))))])
    }

    @Test func U1_aCoreIsTestedByMessages() throws {
        // GIVEN
        let output = Responses<Message>()
        let module = createAppCore(store: store, receivers: [], rootHandler: output.append)
        // WHEN
        try module(.todo(.request(.add(item: .numbered(1)))))
        // THEN
        #expect(output.all == [.todo(.response(.wasAdded(.numbered(1))))])
    }

    @Test func U12_allGoesOneWay() throws {
        // GIVEN the core as a message bus: what a leaf answers comes in again at the root
        let seen = Responses<Message>()
        var rootHandler: Input = { _ in }
        rootHandler = createAppCore(store: store, receivers: [seen.append], rootHandler: { try? rootHandler($0) })
        // WHEN
        try rootHandler(.todo(.request(.add(item: .numbered(1)))))
        // THEN
        #expect(
            seen.all == [.todo(.request(.add(item: .numbered(1)))), .todo(.response(.wasAdded(.numbered(1))))])
    }
}
