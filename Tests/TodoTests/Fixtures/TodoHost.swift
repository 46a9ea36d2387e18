import Adit
import AditJSON
import Testing

@testable import TodoCore

/// A host with a core of the app `todo` on a virtual clock, and what it hears of it.
final class TodoHost {
    private let core: Core
    let store: Store
    private(set) var heard: [Heard] = []
    /// The same as text.
    private(set) var wire: [String] = []
    var cause: Cause?

    enum Heard: Equatable {
        case message(Message)
        case request(gateway: String, json: String)
        case cancel(gateway: String)
    }

    /// - Parameters:
    ///   - gateways: those that the host serves.
    ///   - update: sets what the core brings; it brings ids that count, and its clock begins in the evening.
    init(
        gateways: Set<String> = [],
        bringing update: (inout DependencyValues) -> Void = { $0.uuid = .numbered() }
    ) {
        (core, store) = todoApp().makeCore(gateways: gateways, time: .virtual(from: .evening), bringing: update)
    }

    var state: TodoState { store.state() }

    /// What was put out, without what was asked of the host.
    var messages: [Message] {
        heard.compactMap { heard in
            if case .message(let message) = heard { message } else { nil }
        }
    }

    var requests: [Heard] { heard.filter { if case .request = $0 { true } else { false } } }

    /// How many effects are in flight.
    var effectCount: Int { core.effects.count }
}

// MARK: - What a host does

extension TodoHost {
    /// Sends messages; the batch ends after the last of them and all that effects make of it.
    func send(_ messages: Message...) {
        drive {
            for message in messages {
                core.settle(self)
                core.handle(MessageBox(message), self)
            }
        }
    }

    /// Sends a message as a host writes it.
    func send(json: String) throws {
        core.enter()
        let message = Result { try withParsed(json) { try decodeWire(Message.self, from: $0) } }
        core.leave()
        send(try message.get())
    }

    /// Lets time pass.
    func advance(by duration: Duration) {
        let end = core.effects.time.now + Int(duration / .nanoseconds(1))
        drive {
            repeat { runEffects() } while core.fireTimer(by: end, self)
            core.effects.time.move(to: end)
        }
    }

    /// Answers the request of a number, from 1 on.
    func reply(to request: Int, _ json: String) throws {
        let reply = try HostReply(parsing: json)
        drive { core.take(reply, for: "e1-\(request)", more: false, self) }
    }

    private func drive(_ body: () -> Void) {
        core.enter()
        body()
        runEffects()
        core.endBatch(self)
        core.leave()
    }

    private func runEffects() {
        while core.hasReadyEffects { core.runReadyEffect(self) }
    }
}

extension TodoHost: CoreListener {
    func announce<M>(_ message: M, by write: (M, JSONWriter) throws(CodingFailure) -> Void) throws {
        if let message = message as? Message { heard.append(.message(message)) }
        let writer = JSONWriter()
        try write(message, writer)
        wire.append(writer.text)
    }

    func request(_ request: HostRequest) {
        heard.append(.request(gateway: request.gateway, json: request.request))
        wire.append("\(request.id) \(request.request)")
    }

    func keepBatch() {}
    func loseBatch(_: any Error) {}

    func cancel(_ request: HostRequest) {
        heard.append(.cancel(gateway: request.gateway))
        wire.append("\(request.id) is cancelled")
    }

    func fail(_ message: AnyMessage?, _ failure: CoreFailure) {
        Issue.record("\(message.map { "\($0.message(as: Message.self))" } ?? "an effect"): \(failure)")
    }
}
