// The code of docs/recording.md and of the pages of modules (Sources/*/*.docc). Tests/blocks.py compares it with them; what
// stands around it lets it compile.
import Adit
import AditReducers
import AditReplay
import AditSQLite
import AditSwiftHost
import AditTesting
import AditUncertainStorage

@testable import CounterCore
@testable import TodoCore

struct RecordingGuide {
    func repeatSession() throws {
        let report = try replay(todoApp(), of: "session.recording")
        if let difference = report.difference { print(difference) }
    }
}

struct ReducersGuide {
    struct Feature: Reducer {
        @Model struct State: ReducedState, Equatable {
            mutating func apply(_ change: Replacement<State>) {}
        }

        @Message enum Action { case load }

        func reduce(into state: inout State, action: Action) -> ReducerEffect<Action> { .none }
    }

    public func headerApp() -> App<Feature.State, Feature.Action> {
        App("header", state: Feature.State()) { core in
            [Adit.Feature(Feature(), store: core.store, effects: core.makeEffects(), output: core.output)]
        }
    }
}

struct ModulePagesGuide {
    func store() throws -> StateStore<TodoState> {
        let store = try createStore(pathInDocuments: "todo.store", state: TodoState())
        return store
    }

    func host() throws {
        let core = try AppCore(
            todoApp(), store: .file("todos.adit"), gateways: [reviewHost.served { _ in print("Rate it!") }])
        core.send(.todo(.request(.add(item: TodoItem("milk")))))
        core.process()
        print(core.viewState.items.count)
    }

    func story() {
        GIVEN(counterApp())
            .WHEN(.counter(.request(.increment(by: 2))))
            .THEN(.counter(.response(.wasIncremented(to: 2))))
            .THEN(\.value, is: 2)
            .runTests()
    }

    func storage() -> UncertainStorage {
        let storage = UncertainStorage(MemoryStorage()) { .unknown(asks: 2, isWritten: true) }
        return storage
    }
}
