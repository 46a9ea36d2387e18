import AditJSON

/// What every line to a host has: its name, whether anything can be asked, and the way out.
struct HostLine {
    let name: String
    /// Why nothing can be asked; nil where it can.
    let failure: GatewayFailure?
    let runner: EffectRunner

    /// What stands for the host's answer; nil where the host is to be asked.
    ///
    /// - Throws: ``GatewayFailure`` whenever it is not to be asked, either.
    func fixture() throws(GatewayFailure) -> HostReply? {
        if let fixture = DependencyValues.current.gatewayFixtures[name], let reply = HostReply(fixture: fixture) {
            return reply
        }
        if let failure { throw failure }
        return nil
    }

    /// A request in its form on the wire, with a name of its own.
    func request(_ request: some WireCodable, _ replies: Replies) throws(CodingFailure) -> HostRequest {
        let writer = JSONWriter()
        try encodeWire(request, to: writer)
        return HostRequest(id: runner.replies.makeID(), gateway: name, request: writer.text, replies: replies)
    }

    /// Asks, and waits for the one answer.
    func ask(_ request: HostRequest, timeout: Duration?) async throws -> HostReply {
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
                runner.ask(.tell(request, runner.running))
                runner.expect(pending, timeout: timeout)
            }
        } onCancel: {
            runner.giveUp(pending, CancellationError())
        }
    }

    /// Asks, and yields each answer.
    func follow<Item: WireCodable & SendableMetatype>(_ request: HostRequest, _: Item.Type) throws
        -> AsyncThrowingStream<Item, any Error>
    {
        let pending = PendingRequest(request, runner.running?.cause)
        let (runner, name) = (runner, name)
        return AsyncThrowingStream { continuation in
            pending.receive = { outcome in
                do {
                    guard let reply = try outcome.get() else { return continuation.finish() }
                    // The stream is read where it is filled, on the core's loop.
                    nonisolated(unsafe) let item = try reply.read(Item.self, from: name)
                    continuation.yield(item)
                } catch {
                    runner.giveUp(pending, error)
                    continuation.finish(throwing: error)
                }
            }
            // Ended by the host, it is closed already.
            continuation.onTermination = { _ in runner.giveUp(pending, nil) }
            runner.ask(.tell(request, runner.running))
            runner.expect(pending, timeout: nil)
        }
    }
}

extension EffectRunner {
    fileprivate func expect(_ pending: PendingRequest, timeout: Duration?) {
        replies.expect(pending, timeout: timeout) { [unowned self] in
            guard let timeout else { return }
            giveUp(pending, GatewayFailure.timedOut(pending.request.gateway, after: timeout))
        }
    }

    /// Waits for an answer no longer, and tells the host so.
    fileprivate func giveUp(_ pending: PendingRequest, _ reason: (any Error)?) {
        guard replies.close(pending) else { return }
        ask(.cancelRequest(pending.request, pending.cause))
        pending.end(reason.map { .failure($0) } ?? .success(nil))
    }
}
