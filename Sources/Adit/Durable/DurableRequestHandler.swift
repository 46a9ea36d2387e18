import AditJSON

/// The pending requests of a connection, and the parts of it that they need. The core's loop.
///
/// A connection that is made again, as one of a child core, gives its parts to the same object: requests refer to it.
@usableFromInline
final class DurableRequestHandler {
    /// The name of the connection.
    let name: ByteString
    // Accesses last for one statement each.
    /// nil until a connection has the name: its requests may be of another version of the app.
    @exclusivity(unchecked) var parts: Parts?
    @exclusivity(unchecked) private var unnamed = DurableRequestList()
    /// The requests by the app's ids.
    @exclusivity(unchecked) private var named: [ByteString: DurableRequestList] = [:]

    /// Whether it has had a request since the opening.
    @exclusivity(unchecked) private var isUsed = false

    init(_ name: ByteString) { self.name = name }

    /// Reports a gateway that the app does not list. Only the first request looks.
    func recordUse(of gateway: String, _ durable: DurableEffects) {
        guard !isUsed else { return }
        isUsed = true
        durable.listing?.recordRequest(to: gateway)
    }

    /// Returns the requests of an id of the app, in no order.
    ///
    /// - Parameter key: nil for all requests.
    func requests(_ key: ByteString?) -> [DurableRequest] {
        if let key { named[key].map { Array($0) } ?? [] } else { Array(unnamed) + named.values.joined() }
    }

    /// Returns whether requests of an id of the app are pending: not those whose last outcome waits to be handled.
    func isPending(_ key: ByteString) -> Bool { named[key]?.contains { !$0.isEnding } ?? false }

    func add(_ request: DurableRequest) {
        if let key = request.key {
            named[key, default: DurableRequestList()].add(request)
        } else {
            unnamed.add(request)
        }
    }

    /// Removes a request that is pending.
    func remove(_ request: DurableRequest) {
        guard let key = request.key else { return unnamed.remove(request) }
        guard let index = named.index(forKey: key) else { return }
        named.values[index].remove(request)
        if named.values[index].isEmpty { named.remove(at: index) }
        // Memory for many is not kept.
        if named.isEmpty, named.capacity > mostSpare { named = [:] }
    }

    @usableFromInline
    struct Parts {
        let timeout: Duration?
        let retry: RetryPolicy
        /// Returns why a reply is not an answer: it is an error, or of the wrong shape; nil if it is one.
        let failure: (HostReply) -> GatewayFailure?
        let answer: Answer

        /// Outputs the message for the outcome of a request, given its id and its JSON. A reply that is not an answer
        /// is passed to `note` first.
        @usableFromInline
        typealias Answer = (
            _ id: EffectID, _ request: WrittenJSON, _ outcome: Result<HostReply, GatewayFailure>,
            _ note: (GatewayFailure) -> Void
        ) throws -> Void

        @usableFromInline
        init(
            timeout: Duration?, retry: RetryPolicy, failure: @escaping (HostReply) -> GatewayFailure?,
            answer: @escaping Answer
        ) {
            self.timeout = timeout
            self.retry = retry
            self.failure = failure
            self.answer = answer
        }
    }
}
