/// The outcome of a durable request.
public struct DurableAnswer<Request, Reply> {
    /// The id of the request, by which the host knows it; one that ends with `-0` for a fixture.
    public let id: String
    /// The request.
    public let request: Request
    /// The host's reply; ``GatewayFailure`` if the last attempt failed, or the request was given up.
    public let result: Result<Reply, GatewayFailure>

    @inlinable
    init(id: String, request: Request, result: Result<Reply, GatewayFailure>) {
        self.id = id
        self.request = request
        self.result = result
    }
}

extension DurableAnswer: Sendable where Request: Sendable, Reply: Sendable {}
