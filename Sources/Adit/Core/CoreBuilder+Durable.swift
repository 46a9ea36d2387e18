import AditJSON

extension CoreBuilder {
    /// Connects the core to a gateway of its host by requests that survive the end of the process: each is written with
    /// what its message changes, and asked until it is answered, cancelled or given up, also after the core was opened
    /// again.
    ///
    /// ```swift
    /// let lists = core.durable(listHost, as: "import") { answer in
    ///     .todo(.request(.finishImport(from: answer.request.list, result: answer.result)))
    /// }
    /// try lists.request(.fetch("groceries"), id: "groceries")
    /// ```
    ///
    /// The answer is handled as an output: a message, which is handled with everything that it causes in one batch with
    /// the removal of the request. So the host is asked at least once, and the state has one answer.
    ///
    /// A request is stored as data: the name of the connection and the request's JSON. A later version of the app answers
    /// the requests of an earlier one by the connection of that name. Overrides beside the message (`@with`) apply until
    /// the core closes.
    ///
    /// - Parameters:
    ///   - gateway: the gateway, which the app lists.
    ///   - name: the name of the connection, unique in the app; nil for the gateway's.
    ///   - retry: the attempts after errors and timeouts.
    ///   - answer: makes the message for an answer. If it throws, the host receives the error, and the request ends.
    // Inlinable, so that requests, replies and messages are of known types (`benchmarks/effects.c`).
    @inlinable
    public func durable<Request: WireCodable, Reply: WireCodable>(
        _ gateway: HostGateway<Request, Reply>, as name: String? = nil, retry: RetryPolicy = .none,
        answer: @escaping (DurableAnswer<Request, Reply>) throws -> Message
    ) -> DurableConnection<Request> {
        let (output, name, gatewayName) = (output, name ?? gateway.name, gateway.name)
        let handler = DurableRequestHandler.Parts(
            timeout: gateway.timeout, retry: retry,
            failure: { reply in
                if case .failure(let failure) = reply.result(Reply.self, from: gatewayName) { failure } else { nil }
            },
            answer: { id, request, outcome, record in
                let request = try request.read { (value) throws(CodingFailure) in
                    try Request(reading: value)
                }
                let result: Result<Reply, GatewayFailure> =
                    switch outcome {
                    case .success(let reply): reply.result(Reply.self, from: gatewayName)
                    case .failure(let failure): .failure(failure)
                    }
                if case (.success, .failure(let failure)) = (outcome, result) { record(failure) }
                output(try answer(DurableAnswer(effect: id, request: request, result: result)))
            })
        return connect(name, gatewayName, handler) { id, request, reply in
            let result = reply.result(Reply.self, from: gatewayName)
            output(try answer(DurableAnswer(effect: id, request: request, result: result)))
        }
    }

    /// Makes a connection of durable requests.
    ///
    /// - Parameter fixture: outputs the message for a fixture.
    @usableFromInline
    func connect<Request: WireCodable>(
        _ name: String, _ gateway: String, _ parts: DurableRequestHandler.Parts,
        fixture: @escaping (EffectID, Request, HostReply) throws -> Void
    ) -> DurableConnection<Request> {
        let name = ByteString(place + name)
        let handler = durable?.requests.connect(name, parts)
        return DurableConnection(name, line(to: gateway), durable, handler, answer: fixture)
    }

    /// Timers that survive the end of the process. Their ids are those of the whole core; a child core has its own.
    ///
    /// ```swift
    /// try core.timers.wake(at: date, id: "milk", .reminder(.response(.isDue("milk"))))
    /// ```
    public var timers: DurableTimers<Message> { DurableTimers(place, runner, durable, write: write) }
}
