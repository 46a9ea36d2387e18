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
    @exclusivity(unchecked) private var unnamed = PlacedList<DurableRequest>()
    /// The requests by the app's ids.
    @exclusivity(unchecked) private var named: [ByteString: PlacedList<DurableRequest>] = [:]

    init(_ name: ByteString) { self.name = name }

    /// Returns the requests of an id of the app, in no order.
    ///
    /// - Parameter key: nil for all requests.
    func requests(_ key: ByteString?) -> [DurableRequest] {
        if let key { named[key]?.elements ?? [] } else { unnamed.elements + named.values.flatMap(\.elements) }
    }

    /// Returns whether requests of an id of the app are pending: not those whose last outcome waits to be handled.
    func isPending(_ key: ByteString) -> Bool { named[key]?.elements.contains { !$0.isEnding } ?? false }

    func add(_ request: DurableRequest) {
        if let key = request.key {
            named[key, default: PlacedList()].add(request)
        } else {
            unnamed.add(request)
        }
    }

    /// Removes a request, if it is pending.
    func remove(_ request: DurableRequest) {
        guard let key = request.key else { return _ = unnamed.remove(request) }
        guard let index = named.index(forKey: key), named.values[index].remove(request) else { return }
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
            _ id: String, _ request: WrittenJSON, _ outcome: Result<HostReply, GatewayFailure>,
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
