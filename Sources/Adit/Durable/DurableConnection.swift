import AditJSON

/// A connection from a core to a gateway of its host whose requests survive the end of the process. Used on the core's
/// loop. (``CoreBuilder/durable(_:as:retry:answer:)``)
public struct DurableConnection<Request: WireCodable> {
    private let name: ByteString
    private let line: HostLine
    private weak var durable: DurableEffects?
    /// The parts of the core that its requests need; nil if the core has ended.
    private let handler: DurableRequestHandler?
    private let answer: (EffectID, Request, HostReply) throws -> Void

    /// - Parameter answer: outputs the message for a fixture.
    init(
        _ name: ByteString, _ line: HostLine, _ durable: DurableEffects?, _ handler: DurableRequestHandler?,
        answer: @escaping (EffectID, Request, HostReply) throws -> Void
    ) {
        self.name = name
        self.line = line
        self.durable = durable
        self.handler = handler
        self.answer = answer
    }

    /// Whether the host listed the gateway in its config.
    public var isServed: Bool { line.failure == nil }

    /// Makes a request once the current message has succeeded. It is written with the changes of the message, and asked
    /// until it is answered, cancelled or given up; the host may receive it more than once, with the same id.
    ///
    /// A fixture is the answer, without a request.
    ///
    /// - Parameters:
    ///   - request: what to ask for.
    ///   - id: an id for ``cancel(id:)``; nil for none.
    ///   - overlap: what to do where requests of this id are pending.
    /// - Throws: ``GatewayFailure`` whenever the host does not serve the gateway or the app does not list it;
    ///   ``CodingFailure`` whenever the request cannot be written as JSON.
    public func request(_ request: Request, id: String? = nil, whilePending overlap: Overlap = .allow) throws {
        let (runner, durable) = (line.runner, durable)
        if let durable { handler?.recordUse(of: line.name, durable) }
        if let fixture = try line.fixture() {
            // No request, so no id of one.
            let (answer, effect) = (answer, EffectID(.request, runner.replies.opens, 0))
            return runner.ask(
                .perform { [runner] cause, _ in
                    runner.perform(of: cause, from: runner.trace?.present) { try answer(effect, request, fixture) }
                })
        }
        let made = try line.request(request, .one)
        // Nothing is asked of a core that has ended.
        guard durable != nil, let handler else { return }
        let asked = DurableRequest(
            id: made.id, handler, gateway: line.name, text: made.request, key: id.map { ByteString($0) })
        asked.isServed = true
        runner.ask(.durable(.ask(asked, overlap)))
    }

    /// Cancels the pending requests of an id once the current message has succeeded. The host receives a `@cancel`.
    public func cancel(id: String) { cancel(ByteString(id)) }

    /// Cancels all pending requests of the connection.
    public func cancelAll() { cancel(nil) }

    /// Returns whether requests of an id are pending.
    public func isPending(id: String) -> Bool { durable?.requests.isPending(name, ByteString(id)) ?? false }

    private func cancel(_ key: ByteString?) {
        line.runner.ask(.durable(.cancelRequests(of: name, key: key)))
    }
}

/// An error of a durable effect whose app has changed.
enum DurableFailure: Error, CustomStringConvertible {
    /// No connection has the name that the request was made by.
    case unknown(String, request: EffectID)
    /// The stored message of a timer is not a message of the app.
    case unreadable(String, reason: String)

    var description: String {
        switch self {
        case .unknown(let name, let request):
            """
            the durable request \(request) was answered, and no connection has its name "\(name)"; it stays, until a \
            version of the app has a connection of that name
            """
        case .unreadable(let key, let reason):
            """
            the durable timer "\(key)" is due, and its message is not one of the app's: \(reason); it stays, until a version \
            of the app can read it
            """
        }
    }
}
