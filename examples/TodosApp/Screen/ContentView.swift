import AditSwiftHost
import Observation
import TodoCore

/// The interface: it shows the items when they change, and sends messages. It knows no rules.
final class ContentView {
    private let viewState: ViewState<TodoState, Message>
    private let rootHandler: (Message) -> Void
    /// Whether the items have changed since they were shown.
    private let isStale = Flag()
    /// Whether a message has come since the last one was looked at.
    private let hasMessage = Flag()

    init(viewState: ViewState<TodoState, Message>, rootHandler: @escaping (Message) -> Void) {
        self.viewState = viewState
        self.rootHandler = rootHandler
    }

    func appear() {
        show()
        tellFailure()
        rootHandler(.appReview(.requestReview))
    }

    /// Handles a line of input.
    ///
    /// - Returns: false if the user quits.
    func userEnters(_ line: String) -> Bool {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case nil: break
        case "add": rootHandler(.todo(.request(.add(item: TodoItem(rest)))))
        case "check": withItem(rest) { .todo(.request(.check(id: $0.id))) }
        case "uncheck": withItem(rest) { .todo(.request(.uncheck(id: $0.id))) }
        case "delete": withItem(rest) { .todo(.request(.delete(id: $0.id))) }
        case "import": rootHandler(.todo(.request(.import(from: rest))))
        case "list": isStale.isSet = true
        case "quit": return false
        case let word?:
            print(
                "\(word): not a command; add TEXT, check N, uncheck N, delete N, import FILE, list or quit is expected")
        }
        if hasMessage.isSet { tellFailure() }
        if isStale.isSet { show() }
        return true
    }

    private func withItem(_ number: String, _ message: (TodoItem) -> Message) {
        let items = viewState.items
        guard let number = Int(number), (1...max(1, items.count)).contains(number), !items.isEmpty else {
            return print("\(number): no item; a number from 1 to \(items.count) is expected")
        }
        rootHandler(message(items[number - 1]))
    }

    /// Shows the last message if it says that something was not done, and follows the messages.
    private func tellFailure() {
        hasMessage.isSet = false
        let message = withObservationTracking {
            viewState.message
        } onChange: { [hasMessage] in
            hasMessage.isSet = true
        }
        switch message {
        case .todo(.response(.wasNotAdded(_, let error))), .todo(.response(.wasNotChecked(_, let error))),
            .todo(.response(.wasNotUnchecked(_, let error))), .todo(.response(.wasNotDeleted(_, let error))):
            print("not done: \(error)")
        case .todo(.response(.wereNotImported(let list, let error))): print("\(list): not imported: \(error)")
        default: break
        }
    }

    /// Shows the items, and follows them.
    private func show() {
        isStale.isSet = false
        let items = withObservationTracking {
            viewState.items
        } onChange: { [isStale] in
            isStale.isSet = true
        }
        for (index, item) in items.enumerated() { print("\(index + 1). [\(item.completed ? "x" : " ")] \(item.text)") }
    }
}

/// A flag that an observer sets.
final class Flag: @unchecked Sendable {  // The program has one thread.
    var isSet = false
}
