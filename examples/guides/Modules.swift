// The code of docs/testing.md on use cases and cores. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit
import AditGateways
import AditSwiftHost
import AditTesting
import AditUncertainStorage
import Testing

@testable import CounterCore
@testable import ReaderCore
@testable import TodoCore

@Suite struct ModulesGuide {
    @Test func `a use case and a core have stories`() throws {
        let id = try #require(UUID("00000000-0000-0000-0000-000000000001"))
        let milk = TodoItem(id: id, text: "Milk", created: .epoch)
        GIVEN(AddTodoItemUseCase.self, state: TodoState()) { core, respond in
            AddTodoItemUseCase(store: core.store, responder: respond)
        }
        .WHEN(.add(item: milk))
        .THEN(.wasAdded(item: milk))
        .THEN(\.items, is: [milk])
        .runTests()

        GIVEN(counterApp(), state: CounterState(value: 1))
            .WHEN(.counter(.request(.increment(by: 2))))
            .THEN(.counter(.response(.wasIncremented(to: 3))))
            .THEN(\.value, is: 3)
            .runTests()
    }

    func storyOfTodo() -> ModuleTest<TodoState, TodoCore.Message, TodoCore.Message> {
        GIVEN(todoApp(), from: Timestamp("2026-11-21T09:30:00Z")) { $0.uuid = .incrementing }
    }

    func storyOfReader() -> ModuleTest<ReaderState, ReaderCore.Message, ReaderCore.Message> {
        GIVEN(readerApp(), gateways: [httpHost]) {
            $0.gatewayFixtures["http"] = .object(["status": .integer(200), "body": .object(["text": .string("text")])])
        }
    }

    @Test func `a story has a date and a host with fixtures`() {
        storyOfTodo().relaxed.WHEN(.todo(.request(.add(item: TodoItem("Milk"))))).THEN(\.items.count, is: 1).runTests()
        storyOfReader().runTests()
    }
}

@Message enum NotesMessage: Equatable { case add(String) }

@Model struct NotesState: State {
    var notes: [String] = []

    enum Change { case add(String) }

    mutating func apply(_ change: Change) {
        switch change {
        case .add(let note): notes.append(note)
        }
    }
}

func notesApp() -> App<NotesState, NotesMessage> {
    App("notes", state: NotesState()) { core in
        let store = core.store
        return [
            Feature { message in
                if case .add(let note) = message { store.change(.add(note)) }
            }
        ]
    }
}

@Suite struct UncertainGuide {
    @Test func `a batch that was not written is undone`() throws {
        let engine = UncertainEngine(notify: nil)
        engine.courses = [.unknown(asks: 1, isWritten: false)]
        let core = try AppCore(notesApp(), store: .file("memory"), engine: engine)
        core.send(.add("a"))
        core.process()
        #expect(core.state.notes == [])  // held
        engine.storage?.signal()
        core.process()  // the batch was not written
        #expect(core.state.notes == [])
    }
}
