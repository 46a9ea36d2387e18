import AditJSON

/// The common part of connections to a host: the name of the gateway, whether the host serves it, and the runner that
/// sends requests.
struct HostLine: Sendable {
    let name: String
    /// Why requests cannot be sent; nil if they can.
    let failure: GatewayFailure?
    let runner: EffectRunner

    /// Returns the fixture in place of the host's reply; nil if no fixture is set and the host serves the gateway.
    ///
    /// - Throws: ``GatewayFailure`` whenever there is no fixture and requests cannot be sent.
    func fixture() throws(GatewayFailure) -> HostReply? {
        if let fixture = DependencyValues.current.gatewayFixtures[name], let reply = HostReply(fixture: fixture) {
            return reply
        }
        if let failure { throw failure }
        return nil
    }

    /// Encodes a request, with a new id.
    func request(_ request: some WireCodable, _ replies: Replies) throws(CodingFailure) -> HostRequest {
        let writer = JSONWriter()
        try encodeWire(request, to: writer)
        let text = writer.text
        var masked: String?
        if writer.hasSecrets {
            writer.truncate(to: 0)
            try writer.masking { () throws(CodingFailure) in try encodeWire(request, to: writer) }
            masked = writer.text
        }
        return HostRequest(
            id: runner.replies.makeID(), gateway: name, request: text, masked: masked, replies: replies)
    }

    /// Sends a request, and awaits its only reply.
    func ask(_ request: HostRequest, timeout: Duration?) async throws -> HostReply {
        checkLoop()
        let pending = PendingRequest(request, runner.running?.cause)
        let runner = runner
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<HostReply, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                pending.receive = { outcome in
                    switch outcome {
                    case .success(let reply?): continuation.resume(returning: reply)
                    case .success(nil): continuation.resume(throwing: CancellationError())
                    case .failure(let error): continuation.resume(throwing: error)
                    }
                }
                runner.ask(.send(request, runner.running))
                runner.expect(pending, timeout: timeout)
            }
        } onCancel: {
            runner.giveUp(pending, CancellationError())
        }
    }

    /// A connection is Sendable, for the child tasks of effects, and so it may get into other tasks as well. That is a
    /// mistake of the app's author, and ends the process: to go on would be a data race.
    private func checkLoop() {
        guard CoreEnvironment.current !== runner.environment else { return }
        fatalError(
            """
            the gateway "\(name)" was called outside of its core, by a Task { } or another thread; call it in an effect, \
            effects.run { … }, or in an async let or a task group of one
            """)
    }

    /// Sends a request, and yields each reply.
    func follow<Item: WireCodable & SendableMetatype>(_ request: HostRequest, _: Item.Type) throws
        -> AsyncThrowingStream<Item, any Error>
    {
        checkLoop()
        let pending = PendingRequest(request, runner.running?.cause)
        let (runner, name) = (runner, name)
        return AsyncThrowingStream { continuation in
            pending.receive = { outcome in
                do {
                    guard let reply = try outcome.get() else { return continuation.finish() }
                    // The stream is read on the core's loop, which also fills it.
                    nonisolated(unsafe) let item = try reply.read(Item.self, from: name)
                    continuation.yield(item)
                } catch {
                    runner.giveUp(pending, error)
                    continuation.finish(throwing: error)
                }
            }
            // If the host ended it, the request is closed already.
            continuation.onTermination = { _ in runner.giveUp(pending, nil) }
            runner.ask(.send(request, runner.running))
            runner.expect(pending, timeout: nil)
        }
    }
}

extension EffectRunner {
    fileprivate func expect(_ pending: PendingRequest, timeout: Duration?) {
        replies.expect(pending, timeout: timeout) { [unowned self] _ in
            guard let timeout else { return }
            giveUp(pending, GatewayFailure.timedOut(pending.request.gateway, after: timeout))
        }
    }

    /// Ends a request as if its effect were cancelled.
    ///
    /// - Returns: false if it is not pending.
    func giveUp(request id: EffectID) -> Bool {
        guard let pending = replies.request(id) else { return false }
        giveUp(pending, CancellationError())
        return true
    }

    /// Closes a pending request, and sends its cancellation to the host.
    fileprivate func giveUp(_ pending: PendingRequest, _ reason: (any Error)?) {
        guard replies.close(pending) else { return }
        ask(.cancelRequest(pending.request, pending.cause))
        pending.end(reason.map { .failure($0) } ?? .success(nil))
    }
}
