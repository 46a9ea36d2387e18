import AditJSON

/// The parts of a connection that its durable requests need. The core's loop.
///
/// A connection that is made again, as one of a child core, gives its parts to the same object: requests refer to it.
@usableFromInline
final class DurableRequestHandler {
    // Accesses last for one statement each.
    @exclusivity(unchecked) var parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    @usableFromInline
    struct Parts {
        let timeout: Duration?
        let retry: RetryPolicy
        /// Returns whether a reply is an error, or of the wrong shape.
        let isFailure: (HostReply) -> Bool
        /// Outputs the message for the outcome of a request, given its id and its JSON.
        let answer: (String, WrittenJSON, Result<HostReply, GatewayFailure>) throws -> Void

        @usableFromInline
        init(
            timeout: Duration?, retry: RetryPolicy, isFailure: @escaping (HostReply) -> Bool,
            answer: @escaping (String, WrittenJSON, Result<HostReply, GatewayFailure>) throws -> Void
        ) {
            self.timeout = timeout
            self.retry = retry
            self.isFailure = isFailure
            self.answer = answer
        }
    }
}
