// The code of docs/state.md. Tests/blocks.py compares it with the page; what stands around it
// lets it compile.
import Adit
import AditSwiftHost

@testable import TodoCore

@Message enum DrawingMessage: Equatable {
    case canvas(Canvas)

    enum Canvas: Equatable {
        case request(Request)

        enum Request: Equatable {
            case draw
            case scroll
        }
    }
}

@Model struct Drawing: State {
    enum Change {}

    mutating func apply(_ change: Change) {}
}

struct StateGuide {
    typealias Message = TodoCore.Message

    func observe(_ store: StateStore<TodoState>) {
        store.updated { changes in
            for change in changes { print(change.operation, change.path, change.value ?? "") }
        }
    }

    func views() -> App<TodoState, Message> {
        App(
            "todo", state: TodoState(),
            views: [
                View("open", of: \.items) { !$0.completed },  // a table, in the order of the items
                View("openByText", of: \.items, where: { !$0.completed }, sortedBy: \.text),  // a table, sorted
                View("openCount", countOf: \.items) { !$0.completed },
                View("tagNames") { state in state.tags.map(\.name) },  // anything with coding
            ]
        ) { core in [] }
    }

    func undo() -> App<TodoState, Message> {
        App("todo", state: TodoState(), undo: .all) { core in [] }
    }

    func undoOfSome() -> App<Drawing, DrawingMessage> {
        App(
            "drawing", state: Drawing(),
            undo: .messages {
                if case .canvas(.request(.scroll)) = $0 { false } else { true }
            }
        ) { core in [] }
    }

    final class Button { var isEnabled = false }

    func undo(item: TodoItem, undoButton: Button) throws {
        let core = try AppCore(todoApp(), store: .file("todos.adit"), undo: true)
        core.send(.todo(.request(.add(item: item))), group: "paste")
        try core.undo()  // handles what is queued, and returns the messages and gateways of the step
        undoButton.isEnabled = core.canUndo
    }
}

enum SecretsGuide {
    @Model struct Account: State {
        var name = ""
        var password = Secret("")
        var token: Secret<String>?
    }

    @Message enum Message {
        case userSignsIn(name: String, password: Secret<String>)
        @Outgoing case wasSignedIn(token: Secret<String>)
    }
}

extension SecretsGuide.Account {
    enum Change {}

    mutating func apply(_ change: Change) {}
}

@Model struct Card: Equatable, Sendable {
    let number: String
    let month: Int
    let year: Int
}

extension Card: Maskable {
    static var mask: Card { Card(number: "***", month: 1, year: 2000) }
}

struct PaymentGuide {
    enum Response {
        case wasPaid
        case wasNotPaid(error: PaymentError)
    }
    enum PaymentError { case invalidIBAN }
    struct PinState { let pin: Secret<String> }
    struct Store { let state: () -> PinState }

    func pay(
        iban: Secret<String>, pin: Secret<String>, isValidIBAN: (String) -> Bool, store: Store,
        respond: (Response) -> Void
    ) {
        guard iban.satisfies(isValidIBAN) else { return respond(.wasNotPaid(error: .invalidIBAN)) }
        if pin.satisfies({ $0 == store.state().pin.value }) { respond(.wasPaid) }
    }
}
