import Adit
import Testing

@testable import TodoCore

/// A host with a core of the app `todo`, and what it hears of it.
final class TodoHost {
    private let sources: Sources
    private let core: Core
    private let store: StateStore<TodoState>
    private(set) var heard: [Heard] = []

    enum Heard: Equatable {
        case message(Message)
        case request(gateway: String, json: String)
    }

    /// - Parameter gateways: those that the host serves.
    init(gateways: Set<String> = [], sources: Sources = .still()) {
        self.sources = sources
        (core, store) = Sources.$current.withValue(sources) { todoApp().makeCore(gateways: gateways) }
    }

    var state: TodoState { store.state() }

    /// What was put out, without what was asked of the host.
    var messages: [Message] {
        heard.compactMap { heard in
            if case .message(let message) = heard { message } else { nil }
        }
    }

    var requests: [Heard] { heard.filter { if case .request = $0 { true } else { false } } }

    /// Sends messages; the batch ends after the last of them.
    func send(_ messages: Message...) {
        for message in messages {
            core.settle(self)
            core.handle(MessageBox(message), self)
        }
        core.endBatch(self)
    }

    func send(json: String) throws { send(try read(json, sources: sources)) }
}

extension TodoHost: CoreListener {
    func announce<M>(_ message: M, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {
        if let message = message as? Message { heard.append(.message(message)) }
    }

    func request(_ request: HostRequest) {
        heard.append(.request(gateway: request.gateway, json: request.request))
    }

    func fail(_ message: AnyMessage, _ failure: CoreFailure) {
        Issue.record("\(message.message(as: Message.self)): \(failure)")
    }
}
