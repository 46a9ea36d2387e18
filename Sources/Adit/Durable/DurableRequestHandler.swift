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
