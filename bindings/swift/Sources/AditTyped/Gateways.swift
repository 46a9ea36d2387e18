/// What serves the requests to a gateway. Each runs in a task, which is cancelled when the core needs no answer any more.
public struct GatewayServer: Sendable {
    /// Writes an answer: the members of a `@reply` beside its effect.
    typealias Answer = @Sendable ([String: JSONValue]) throws -> Void
    /// Reads a request, and returns the work that answers it.
    let prepare: @Sendable (JSONValue, @escaping Answer) throws -> @Sendable () async throws -> Void

    /// Serves requests that expect no reply.
    public static func none<Q: Decodable & Sendable>(
        _ serve: @escaping @Sendable (Q) async throws -> Void
    ) -> GatewayServer {
        GatewayServer { request, _ in
            let request = try request.decode(Q.self)
            return { try await serve(request) }
        }
    }

    /// Serves requests that expect one reply.
    public static func one<Q: Decodable & Sendable, R: Encodable & Sendable>(
        _ serve: @escaping @Sendable (Q) async throws -> R
    ) -> GatewayServer {
        GatewayServer { request, answer in
            let request = try request.decode(Q.self)
            return { try answer(["result": JSONValue(of: await serve(request))]) }
        }
    }

    /// Serves requests that expect any number of replies.
    public static func many<Q: Decodable & Sendable, R: Encodable & Sendable>(
        _ serve: @escaping @Sendable (Q) -> AsyncThrowingStream<R, any Error>
    ) -> GatewayServer {
        GatewayServer { request, answer in
            let request = try request.decode(Q.self)
            return {
                for try await item in serve(request) {
                    try answer(["result": JSONValue(of: item), "more": .bool(true)])
                }
                try answer([:])
            }
        }
    }
}
