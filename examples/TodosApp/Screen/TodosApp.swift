import AditSwiftHost
import TodoCore

/// The app `todo` as a Swift program: one core, its view state, and the handler by which all of the interface speaks.
///
/// Source: `TodosApp` of "Core|UI: Example Feature", 003. There the handler is made of `createAppCore`; here a core with
/// a file, effects and gateways stands behind it.
public final class TodosApp {
    let core: AppCore<TodoState, Message>
    /// The only entry point of the interface.
    private(set) lazy var rootHandler: (Message) -> () = { [core] message in
        core.send(message)
        core.process()
    }
    private(set) lazy var content = ContentView(viewState: core.viewState, rootHandler: rootHandler)

    /// - Parameter store: the file of the state; nil for a core in memory.
    public init(store: String?) throws {
        let gateways = [
            reviewHost.served { _ in print("Do you like this app? Rate it!") },
            listsHost.served { request in
                switch request {
                case .fetch(let list): FetchedList(texts: try readLines(of: list))
                }
            },
        ]
        core =
            if let store {
                try AppCore(todoApp(), store: .file(store), gateways: gateways)
            } else {
                try AppCore(todoApp(), gateways: gateways)
            }
    }

    /// Runs until the input ends or the user quits.
    public func run() {
        content.appear()
        let input = LineReader()
        while let line = input.next(waitingAtMost: { self.core.timeToNext }, idle: { self.core.process() }) {
            guard content.userEnters(line) else { break }
        }
        core.close()
    }
}
