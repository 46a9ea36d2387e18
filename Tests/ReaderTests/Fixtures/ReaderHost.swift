import Adit
import AditJSON
import Testing

@testable import ReaderCore

/// A host with a core of the app `reader` on a virtual clock, and what it hears, as it is on the wire.
final class ReaderHost {
    private(set) var core: Core!
    private let store: StateStore<ReaderState>
    private var told: [String] = []
    var cause: Cause?

    /// - Parameter gateways: those that the host serves.
    init(gateways: Set<String> = ["fetch", "keyValue"], bringing bring: (inout DependencyValues) -> Void = { _ in }) {
        (core, store) = readerApp().makeCore(
            gateways: gateways, time: .virtual(from: .morning), context: .test, bringing: bring)
    }

    var state: ReaderState { store.state() }
    /// How many effects are in flight.
    var inFlight: Int { core.effects.count }

    /// Sends a request, and lets the effects go on that can.
    func send(_ request: Message._Page.Request, id: Int? = nil, with values: DependencyValues? = nil) {
        drive {
            core.settle(self)
            cause = id == nil && values == nil ? nil : Cause(id: id.map { .number(Int64($0)) }, values: values)
            core.handle(MessageBox(Message.page(.request(request))), self)
        }
    }

    /// Answers a request: `{"result": …}` or `{"error": …}`.
    func reply(_ id: String, _ json: String) throws {
        let reply = try HostReply(parsing: json)
        drive { core.take(reply, for: id, more: false, self) }
    }

    /// Moves the clock on.
    func advance(seconds: Int) {
        let target = core.effects.time.now + seconds * 1_000_000_000
        while drive({ core.fireTimer(by: target, self) }) {}
        core.effects.time.move(to: target)
    }

    /// Ends all effects.
    func close() -> Bool { drive { core.cancelEffects(self) } }

    /// Lets go of the core.
    func release() { core = nil }

    /// What was told since this was asked for last.
    func heard() -> [String] {
        defer { told = [] }
        return told
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

    private func tell(_ text: String) {
        if case .number(let id)? = cause?.id { told.append("\(text) #\(id)") } else { told.append(text) }
    }
}

extension ReaderHost: CoreListener {
    func announce<M>(_ message: M, by write: (M, JSONWriter) throws(CodingFailure) -> Void) throws {
        let writer = JSONWriter()
        try write(message, writer)
        tell(writer.text)
    }

    func request(_ request: HostRequest) { tell("\(request.id) \(request.gateway) \(request.request)") }
    func cancel(_ request: HostRequest) { tell("\(request.id) is cancelled") }
    func keepBatch() {}
    func loseBatch(_: any Error) {}

    func fail(_ message: AnyMessage?, _ failure: CoreFailure) {
        Issue.record("\(message.map { "\($0.message(as: Message.self))" } ?? "an effect"): \(failure)")
    }
}
