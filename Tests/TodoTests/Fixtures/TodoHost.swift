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
            core.settle(events)
            core.handle(MessageBox(message), events)
        }
        core.endBatch(events)
    }

    func send(json: String) throws { send(try read(json, sources: sources)) }

    private var events: CoreEvents {
        CoreEvents(
            announce: { self.heard.append(.message($0.message(as: Message.self))) },
            request: { self.heard.append(.request(gateway: $0.gateway, json: $0.request)) },
            fail: { message, failure in
                Issue.record("\(message.message(as: Message.self)): \(failure)")
            })
    }
}
