import Adit
import AditJSON
import Testing

@testable import ChatCore

/// A host with a core of the app `chat` on a virtual clock, and what it hears.
final class ChatHost {
    private(set) var core: Core!
    private let store: StateStore<ChatState>
    private var told: [String] = []
    private var messages: [Message] = []
    var cause: Cause?

    /// - Parameters:
    ///   - app: the app; another one has an inbox of its own.
    ///   - gateways: those that the host serves.
    init(_ app: App<ChatState, Message> = chatApp(), gateways: Set<String> = ["inbox"]) {
        (core, store) = app.makeCore(gateways: gateways, time: .virtual(from: .morning), context: .test) {
            $0.uuid = .incrementing
        }
    }

    var state: ChatState { store.state() }
    /// How many effects are in flight.
    var inFlight: Int { core.effects.count }

    func send(_ request: Message._Presence.Request) {
        drive {
            core.settle(self)
            core.handle(MessageBox(Message.presence(.request(request))), self)
        }
    }

    /// Answers a request: `{"result": …}` or `{"error": …}`; nothing more comes unless `more` says so.
    func reply(_ id: String, _ json: String, more: Bool = true) throws {
        let reply = try HostReply(parsing: json)
        drive { core.take(reply, for: id, more: more, self) }
    }

    /// Moves the clock on.
    func advance(seconds: Int) {
        let target = core.effects.time.now + seconds * 1_000_000_000
        while drive({ core.fireTimer(by: target, self) }) {}
        core.effects.time.move(to: target)
    }

    /// Lets the core begin, and the effects go on that can.
    func run() { drive { core.settle(self) } }

    /// Ends all effects.
    func close() -> Bool { drive { core.cancelEffects(self) } }

    /// Lets go of the core.
    func release() { core = nil }

    /// What was told since this was asked for last, as it is on the wire, and what was asked of the host.
    func heard() -> [String] {
        defer { (told, messages) = ([], []) }
        return told
    }

    /// The messages among it.
    func heardMessages() -> [Message] {
        defer { (told, messages) = ([], []) }
        return messages
    }

    @discardableResult
    private func drive<R>(_ body: () -> R) -> R {
        core.enter()
        defer { core.leave() }
        let result = body()
        while core.hasReadyEffects { core.runReadyEffect(self) }
        core.endBatch(self)
        return result
    }
}

extension ChatHost: CoreListener {
    func announce<M>(_ message: M, by write: (M, JSONWriter) throws(CodingFailure) -> Void) throws {
        let writer = JSONWriter()
        try write(message, writer)
        told.append(writer.text)
        if let message = message as? Message { messages.append(message) }
    }

    func request(_ request: HostRequest) { told.append("\(request.id) \(request.gateway) \(request.request)") }
    func cancel(_ request: HostRequest) { told.append("\(request.id) is cancelled") }
    func keepBatch() {}
    func loseBatch(_: any Error) {}

    func fail(_ message: AnyMessage?, _ failure: CoreFailure) {
        Issue.record("\(message.map { "\($0.message(as: Message.self))" } ?? "an effect"): \(failure)")
    }
}
