import AditJSON

/// A connection from a core to a gateway of its host whose requests survive the end of the process. Used on the core's
/// loop. (``CoreBuilder/durable(_:as:retry:answer:)``)
public struct DurableConnection<Request: WireCodable> {
    private let name: ByteString
    private let line: HostLine
    private weak var durable: DurableEffects?
    private let answer: (String, Request, HostReply) throws -> Void

    /// - Parameter answer: outputs the message for a fixture.
    init(
        _ name: ByteString, _ line: HostLine, _ durable: DurableEffects?,
        answer: @escaping (String, Request, HostReply) throws -> Void
    ) {
        self.name = name
        self.line = line
        self.durable = durable
        self.answer = answer
    }

    /// Whether the host listed the gateway in its config.
    public var isServed: Bool { line.failure == nil }

    /// Makes a request once the current message has succeeded. It is written with what the message changes, and asked
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
        let runner = line.runner
        if let fixture = try line.fixture() {
            // No request, so no id of one.
            let (answer, effect) = (answer, "e\(runner.replies.opens)-0")
            return runner.ask(
                .perform { [runner] cause, _ in
                    runner.perform(of: cause, from: runner.trace?.present) { try answer(effect, request, fixture) }
                })
        }
        let made = try line.request(request, .one)
        let record = DurableRequestRecord(
            name: name.string, gateway: line.name, request: WrittenJSON(made.request), key: id)
        let durable = durable
        runner.ask(
            .perform { [weak durable] cause, listener in
                durable?.requests.ask(made.id, record, overlap, cause, listener)
            })
    }

    /// Cancels the pending requests of an id once the current message has succeeded. The host receives a `@cancel`.
    public func cancel(id: String) { cancel(ByteString(id)) }

    /// Cancels all pending requests of the connection.
    public func cancelAll() { cancel(nil) }

    /// Returns whether requests of an id are pending.
    public func isPending(id: String) -> Bool { durable?.requests.isPending(name, ByteString(id)) ?? false }

    private func cancel(_ key: ByteString?) {
        line.runner.ask(
            .perform { [weak durable, name] _, listener in durable?.requests.cancel(name, key, listener) })
    }
}
