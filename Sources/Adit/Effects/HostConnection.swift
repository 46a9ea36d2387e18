import AditJSON

/// A connection from a core to a gateway of its host. Used on the core's loop.
///
/// Child tasks of an effect run on the loop, too, so several calls may be in flight at once:
///
/// ```swift
/// async let page = fetch(.get(url: first))
/// async let next = fetch(.get(url: second))
/// output(.page(.wereFetched(try await [page, next])))
/// ```
public struct HostConnection<Request: WireCodable, Reply: WireCodable>: Sendable {
    private let line: HostLine
    private let timeout: Duration?

    init(_ line: HostLine, timeout: Duration?) {
        self.line = line
        self.timeout = timeout
    }

    /// Whether the host listed the gateway in its config.
    public var isServed: Bool { line.failure == nil }

    /// Sends a request that has no reply. The host receives it once the current message has succeeded. A fixture
    /// replaces the host.
    ///
    /// - Throws: ``GatewayFailure`` whenever the host does not serve the gateway or the app does not list it,
    ///   ``CodingFailure`` whenever the request cannot be written as JSON.
    public func send(_ request: Request) throws {
        guard try line.fixture() == nil else { return }
        try line.runner.ask(.send(line.request(request, .none), line.runner.running))
    }

    /// Sends a request and awaits the reply, within an effect or a child task of one. A call from a task outside of the
    /// core ends the process: it would use the core's state on another thread.
    ///
    /// The host receives an `@effect`, and replies by a `@reply`. If the effect is cancelled or the timeout passes
    /// first, the host receives a `@cancel`, and a later reply is ignored.
    ///
    /// - Parameters:
    ///   - request: what to ask for.
    ///   - timeout: the timeout in place of the gateway's own.
    /// - Throws: ``GatewayFailure`` whenever there is no answer, or it is an error or of the wrong shape;
    ///   `CancellationError` whenever the effect is cancelled; ``CodingFailure`` whenever the request cannot be written
    ///   as JSON.
    public func callAsFunction(_ request: Request, timeout: Duration? = nil) async throws -> Reply {
        if let fixture = try line.fixture() { return try fixture.read(Reply.self, from: line.name) }
        let reply = try await line.ask(line.request(request, .one), timeout: timeout ?? self.timeout)
        let result = reply.result(Reply.self, from: line.name)
        if case .failure(let failure) = result { line.runner.replies.record(failure) }
        return try result.get()
    }
}

@available(*, unavailable, message: "this gateway answers nothing: use send(_:)")
extension HostConnection where Reply == Never {
    public func callAsFunction(_ request: Request, timeout: Duration? = nil) async throws -> Never {
        throw GatewayFailure.notListed(line.name)
    }
}

/// A connection from a core to a source that its host feeds. Used on the core's loop, as ``HostConnection`` is.
public struct HostSourceConnection<Request: WireCodable, Item: WireCodable & SendableMetatype>: Sendable {
    private let line: HostLine

    init(_ line: HostLine) { self.line = line }

    /// Whether the host listed the source in its config.
    public var isServed: Bool { line.failure == nil }

    /// Requests a source's items, which arrive until the host ends the source, or the iteration ends or is cancelled;
    /// then the host receives a `@cancel`. A fixture is an array of all items.
    ///
    /// - Throws: during the iteration, ``GatewayFailure`` whenever the host does not serve the source, or sends an
    ///   error or an item of the wrong shape; ``CodingFailure`` whenever the request cannot be written as JSON.
    public func callAsFunction(_ request: Request) -> AsyncThrowingStream<Item, any Error> {
        let name = line.name
        do {
            if let fixture = try line.fixture() {
                let items = try fixture.read([Item].self, from: name)
                return AsyncThrowingStream { continuation in
                    for item in items {
                        // The stream is read on the core's loop, which also makes it.
                        nonisolated(unsafe) let item = item
                        continuation.yield(item)
                    }
                    continuation.finish()
                }
            }
            return try line.follow(line.request(request, .many), Item.self)
        } catch {
            return AsyncThrowingStream { $0.finish(throwing: error) }
        }
    }
}
