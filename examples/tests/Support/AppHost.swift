import Testing

// This drives a core from inside, as a package outside of Adit could not.
@testable import Adit
@testable import AditJSON
@testable import AditState

/// A host with a core of an app on a virtual clock, and what it hears.
///
/// What an app's tests have of their own, they add: which gateways it serves, and how its messages are sent. What runs
/// is the core as it is; only the queue and the C interface before it are not there.
package final class AppHost<S: State, Message> {
    package private(set) var core: RunningApp!
    package let store: StateStore<S>
    private var texts: [String] = []
    private var unheardTexts: [String] = []
    private var messages: [Message] = []
    /// What was asked of the host since the core is there, as `gateway {…}`.
    package private(set) var requests: [String] = []
    /// Whether failures are among what is heard; otherwise a test fails by them.
    private let hearsFailures: Bool

    /// - Parameters:
    ///   - gateways: those that the host serves.
    ///   - start: what the clock shows at first.
    ///   - hearsFailures: whether failures are expected, and told as `failed: …`.
    ///   - bring: sets what the core brings.
    package init(
        _ app: App<S, Message>, gateways: Set<String> = [], from start: Timestamp, hearsFailures: Bool = false,
        bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) {
        (core, store) = app.makeCore(
            gateways: gateways, time: .virtual(from: start), context: .test, bringing: bring)
        self.hearsFailures = hearsFailures
    }

    package var state: S { store.state() }
    /// How many effects are in flight.
    package var inFlight: Int { core.loop.effects.count }
    /// The number of requests without an answer.
    package var openRequests: Int { core.loop.effects.openRequests }
    /// The number of timers.
    package var timers: Int { core.loop.effects.timers.count }

    /// What was told since this was asked for last, as it is on the wire, and what was asked of the host: `e1-1 gateway
    /// {…}`, without the id where no answer is wanted, and `e1-1 is cancelled`. With `#7` behind it where it came of
    /// the message with the id 7.
    package func heard() -> [String] {
        defer { texts = [] }
        return texts
    }

    /// The messages that were told since these were asked for last.
    package func heardMessages() -> [Message] {
        defer { messages = [] }
        return messages
    }

    /// The messages that were put out since these were asked for last and that no host hears, as they would be on the
    /// wire.
    package func unheard() -> [String] {
        defer { unheardTexts = [] }
        return unheardTexts
    }

    /// What was told until now is not asked for any more.
    package func forget() { (texts, messages, unheardTexts) = ([], [], []) }
}

// MARK: - What a host does

extension AppHost {
    /// Lets the core begin, and the effects go on that can.
    package func run() { drive {} }

    /// Sends messages; the batch ends after the last of them and all that effects make of it.
    package func send(_ messages: Message..., id: Int? = nil, with values: DependencyValues? = nil) {
        drive {
            for message in messages {
                let cause = id == nil && values == nil ? nil : Cause(id: id.map { .number(Int64($0)) }, values: values)
                core.loop.handle(MessageBox(message), of: cause, self)
            }
        }
    }

    /// Answers a request: `{"result": …}` or `{"error": …}`; nothing more comes unless `more` says so.
    package func reply(_ id: String, _ json: String, more: Bool = false) throws {
        let reply = try HostReply(parsing: json)
        drive { core.loop.answer(id, with: reply, more: more, self) }
    }

    /// Moves the clock on; each timer on the way is a batch.
    package func advance(by duration: Duration) {
        let end = core.loop.effects.time.now + Int(duration / .nanoseconds(1))
        while drive({ core.loop.fireTimer(by: end, self) }) {}
        core.loop.effects.time.move(to: end)
    }

    /// Ends all effects.
    package func close() -> Bool {
        drive {
            core.loop.cancelEffects(self)
            return core.loop.runLastJobs(self)
        }
    }

    /// Lets go of the core.
    package func release() { core = nil }

    @discardableResult
    private func drive<R>(_ body: () -> R) -> R {
        core.loop.environment.enter()
        defer { core.loop.environment.leave() }
        core.loop.start(self)
        let result = body()
        while core.loop.hasReadyEffects { core.loop.runReadyEffect(self) }
        core.loop.commitBatch(self)
        return result
    }
}

extension AppHost where Message: WireCodable {
    /// Sends a message as a host writes it. What that leaves out is the core's: ids that are new, the time.
    package func send(json: String) throws {
        core.loop.environment.enter()
        let message = Result { try decoded(Message.self, from: json) }
        core.loop.environment.leave()
        send(try message.get())
    }
}

// MARK: - What a host hears

extension AppHost: CoreListener {
    package func announce<M>(
        _ message: M, _ direction: MessageDirection, of cause: Cause?,
        by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        let writer = JSONWriter()
        try write(message, writer)
        guard direction.isOutgoing else { return unheardTexts.append(writer.text) }
        tell(writer.text, of: cause)
        if let message = message as? Message { messages.append(message) }
    }

    // The ids of what is only told are of no use.
    package func request(_ request: HostRequest, of cause: Cause?) {
        let text = "\(request.gateway) \(request.request)"
        requests.append(text)
        tell(request.replies == .none ? text : "\(request.id) \(text)", of: cause)
    }

    package func cancel(_ request: HostRequest, of cause: Cause?) { tell("\(request.id) is cancelled", of: cause) }

    package func fail(_ message: AnyMessage?, _ failure: CoreFailure, of cause: Cause?) {
        guard hearsFailures else {
            Issue.record("\(message.map { "\($0.message(as: Message.self))" } ?? "an effect"): \(failure)")
            return
        }
        if case .thrown(let error) = failure {
            tell("failed: \(error)", of: cause)
        } else {
            tell("failed: \(failure)", of: cause)
        }
    }

    private func tell(_ text: String, of cause: Cause?) {
        if case .number(let id)? = cause?.id { texts.append("\(text) #\(id)") } else { texts.append(text) }
    }
}
