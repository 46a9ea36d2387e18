import Foundation

/// A client of an app: a core, over a ``Transport``. Any thread.
///
/// `adit generate --lang swift` makes its subclass for an app, with a method for each message.
open class Client<App: Codable & Hashable & Sendable, Heard: Codable & Hashable & Sendable>: @unchecked Sendable {
    public typealias Handler = @Sendable (Result<Received<Heard>, MessageError>) -> Void
    private typealias Answer = CheckedContinuation<String, any Error>

    /// A request that has no answer yet.
    private struct Request {
        let answer: Answer
        let isAnswer: @Sendable (JSONValue) -> Bool
    }

    private struct Following {
        let part: FollowedPart
        let update: @Sendable (FollowedPart) -> Void
        let end: @Sendable (any Error) -> Void
    }

    private let transport: any Transport
    private let served: [String: GatewayServer]
    private let onMessage: Handler
    private let lock = NSLock()
    // Guarded by the lock.
    private var last = 0
    private var requests: [Int64: Request] = [:]
    private var followed: [String: Following] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]
    private var isOver = false

    /// - Parameters:
    ///   - served: the gateways that this client serves, by their names.
    ///   - onMessage: called with each message that is no answer, no update of a followed part, and no request to one of the
    ///     gateways; or with the error of a message that is not understood.
    public init(_ transport: any Transport, serving served: [String: GatewayServer], onMessage: @escaping Handler) {
        (self.transport, self.served, self.onMessage) = (transport, served, onMessage)
    }

    deinit {
        for task in tasks.values { task.cancel() }
        transport.close()
    }

    /// Opens the core.
    ///
    /// - Parameter hash: that of the catalog which the client was made of: another app is refused, unless the config expects
    ///   something else.
    public func open(app: String, hash: String, _ config: AditConfig) throws {
        var config = config
        config.expects = config.expects ?? .text(hash)
        if config.gateways == nil, !served.isEmpty { config.gateways = served.keys.sorted() }
        try transport.open(app: app, config: write(config)) { [weak self] text in
            if let text { self?.receive(text) } else { self?.end(Client.closed) }
        }
    }

    private static var closed: RequestError { RequestError(code: "eclosed", message: "the core has closed") }

    // MARK: Messages

    /// Sends a message of the app.
    public func send(_ message: App) throws { try send(Sent(.app(message))) }

    /// Sends a message, with what stands beside it.
    public func send(_ message: Sent<App>) throws { try transport.send(message.json) }

    /// Sends a message, and returns the first one that answers it: the first with its `@id`, which this sets.
    ///
    /// - Throws: ``RequestError`` if it is refused or fails, or the core closes first; ``MessageError`` if the answer is not
    ///   understood; `CancellationError`.
    public func request(_ message: Sent<App>) async throws -> Received<Heard> {
        try await request(message) { _ in true }
    }

    /// Sends a request of a feature, and returns the message with its response.
    public func ask(_ feature: String, _ request: App) async throws -> Heard {
        let received = try await self.request(Sent(.app(request))) { $0[feature]?["response"] != nil }
        guard case .app(let message) = received.message else { throw otherAnswer(feature) }
        return message
    }

    private func request(
        _ message: Sent<App>, answeredBy isAnswer: @escaping @Sendable (JSONValue) -> Bool
    ) async throws -> Received<Heard> {
        let number = lock.withLock {
            last += 1
            return Int64(last)
        }
        var message = message
        message.id = .integer(Int(number))
        let text = try message.json
        let answer = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (answer: Answer) in
                let error: (any Error)? = lock.withLock {
                    if isOver { return Client.closed }
                    if Task.isCancelled { return CancellationError() }
                    requests[number] = Request(answer: answer, isAnswer: isAnswer)
                    return nil
                }
                if let error { return answer.resume(throwing: error) }
                do { try transport.send(text) } catch { fail(number, error) }
            }
        } onCancel: {
            fail(number, CancellationError())
        }
        return try Received(json: answer)
    }

    private func fail(_ number: Int64, _ error: any Error) {
        lock.withLock { requests.removeValue(forKey: number) }?.answer.resume(throwing: error)
    }

    private func own<A>(_ message: AditToCore, _ take: (AditToHost) -> A?) async throws -> A {
        let received = try await request(Sent(.adit(message)))
        guard case .adit(let message) = received.message, let answer = take(message) else {
            throw MessageError("found another answer than that of Adit")
        }
        return answer
    }

    /// The core's figures.
    public func stats() async throws -> AditStats {
        try await own(.stats) { if case .stats(let it) = $0 { it } else { nil } }
    }

    /// The last events, each with its cause. The config's `trace` has to be set.
    public func trace() async throws -> AditTrace {
        try await own(.trace) { if case .trace(let it) = $0 { it } else { nil } }
    }

    /// Reverts the last message that changed the state. The config's `undo` has to be set.
    public func undo() async throws -> AditUndone {
        try await own(.undo) { if case .undone(let it) = $0 { it } else { nil } }
    }

    /// Reverts the last undo.
    public func redo() async throws -> AditRedone {
        try await own(.redo) { if case .redone(let it) = $0 { it } else { nil } }
    }

    // MARK: Parts of the state

    /// Follows a part of the state: its value now, and after each batch that changes it; nil while the path leads nowhere.
    /// Whoever is slow receives the latest. To end the loop over it ends the subscription.
    public func follow<T: Decodable & Sendable>(_ path: String, as type: T.Type) -> AsyncThrowingStream<T?, any Error> {
        follow(path, window: nil) { part in try part.value?.decode(T.self) }
    }

    /// Follows `limit` elements of a list from a position on.
    public func follow<T: Decodable & Sendable>(
        _ path: String, from: Int, limit: Int, as type: T.Type
    ) -> AsyncThrowingStream<Window<T>, any Error> {
        follow(path, window: (from, limit)) { part in
            Window(elements: try part.value?.decode(T.self), from: part.from, count: part.count)
        }
    }

    private func follow<V: Sendable>(
        _ path: String, window: (from: Int, limit: Int)?, _ read: @escaping @Sendable (FollowedPart) throws -> V
    ) -> AsyncThrowingStream<V, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let part = FollowedPart(path, window: window)
            let name: String? = lock.withLock {
                if isOver { return nil }
                last += 1
                let following = Following(part: part) { part in
                    do { stream.yield(try read(part)) } catch { stream.finish(throwing: error) }
                } end: {
                    stream.finish(throwing: $0)
                }
                followed["part-\(last)"] = following
                return "part-\(last)"
            }
            guard let name else { return stream.finish(throwing: Client.closed) }
            stream.onTermination = { [weak self] _ in self?.unfollow(name) }
            do { try transport.send(write(part.subscribe(as: name))) } catch { stream.finish(throwing: error) }
        }
    }

    private func unfollow(_ name: String) {
        let wasFollowed = lock.withLock { followed.removeValue(forKey: name) != nil && !isOver }
        let message: JSONValue = .object(["@unsubscribe": .object(["subscription": .text(name)])])
        if wasFollowed { try? transport.send(write(message)) }
    }

    /// Takes an update of a followed part.
    ///
    /// - Returns: false if it is of none.
    private func update(_ update: JSONValue, isPatch: Bool) -> Bool {
        guard let name = update["subscription"]?.text else { return false }
        // `update` calls the program's reader: not under the lock. Messages come one at a time, so the part is this thread's.
        guard let following = lock.withLock({ followed[name] }) else { return name.hasPrefix("part-") }
        if isPatch {
            do { try following.part.apply(update) } catch {
                // From the beginning.
                try? transport.send(write(following.part.subscribe(as: name)))
                return true
            }
        } else {
            following.part.replace(by: update)
        }
        following.update(following.part)
        return true
    }

    // MARK: What is received

    private func receive(_ text: String) {
        guard let message = try? read(text) as JSONValue else {
            return onMessage(.failure(MessageError("the message: JSON is expected; found \(text.prefix(100))")))
        }
        if message["@client"] == nil, answers(message, text) || isTaken(message) { return }
        do { onMessage(.success(try Received(json: text))) } catch {
            onMessage(.failure(error as? MessageError ?? MessageError("\(error)")))
        }
        if message["@closed"] != nil { end(Client.closed) }
    }

    /// Ends the request that a message answers.
    private func answers(_ message: JSONValue, _ text: String) -> Bool {
        guard let number = message["@id"]?.integer else { return false }
        let error = (message["@error"] ?? message["@refused"]).map { error in
            RequestError(code: error["code"]?.text ?? "", message: error["message"]?.text ?? "")
        }
        let request: Request? = lock.withLock {
            guard let request = requests[number], error != nil || request.isAnswer(message) else { return nil }
            return requests.removeValue(forKey: number)
        }
        guard let request else { return false }
        if let error { request.answer.resume(throwing: error) } else { request.answer.resume(returning: text) }
        return true
    }

    private func isTaken(_ message: JSONValue) -> Bool {
        if let value = message["@value"] { return update(value, isPatch: false) }
        if let patch = message["@patch"] { return update(patch, isPatch: true) }
        if let effect = message["@effect"], let server = served[effect["gateway"]?.text ?? ""] {
            serve(effect, server)
            return true
        }
        if let id = message["@cancel"]?["effect"]?.text {
            guard let task = lock.withLock({ tasks.removeValue(forKey: id) }) else { return false }
            task.cancel()
            return true
        }
        if let crashed = message["@crashed"] {
            let name = crashed["core"]?.text ?? ""
            failAll(RequestError(code: "ecrashed", message: "the process of the core \(name) has ended"))
            return true
        }
        if message["@reopened"] != nil {
            // Its subscriptions have ended.
            for (name, following) in lock.withLock({ followed }) {
                try? transport.send(write(following.part.subscribe(as: name)))
            }
            return true
        }
        if let gone = message["@gone"] {
            end(RequestError(code: gone["code"]?.text ?? "", message: gone["message"]?.text ?? ""))
            return true
        }
        return false
    }

    /// Fails all requests, and cancels the gateways' tasks.
    private func failAll(_ error: RequestError) {
        let (requests, tasks) = lock.withLock {
            defer { (self.requests, self.tasks) = ([:], [:]) }
            return (self.requests.values, self.tasks.values)
        }
        for request in requests { request.answer.resume(throwing: error) }
        for task in tasks { task.cancel() }
    }

    private func end(_ error: RequestError) {
        let followed = lock.withLock {
            isOver = true
            defer { self.followed = [:] }
            return self.followed.values
        }
        failAll(error)
        for following in followed { following.end(error) }
    }

    /// Closes the core, and ends the connection. What waits fails with the code `eclosed`.
    public func close() {
        try? transport.send("{\"@close\":{}}")
        end(Client.closed)
        transport.close()
    }

    // MARK: Gateways

    private func serve(_ effect: JSONValue, _ server: GatewayServer) {
        guard let id = effect["id"]?.text else { return }
        let transport = transport
        let answer: GatewayServer.Answer = { members in
            if Task.isCancelled { return }
            let reply = members.merging(["effect": .text(id)]) { $1 }
            try transport.send(write(JSONValue.object(["@reply": .object(reply)])))
        }
        let refuse: @Sendable (any Error) -> Void = { error in
            let members: [String: JSONValue] = ["name": .text("\(type(of: error))"), "message": .text("\(error)")]
            try? answer(["error": .object(members)])
        }
        do {
            let work = try server.prepare(effect["request"] ?? .null, answer)
            // Under the lock, so that the task is there before it removes itself.
            lock.withLock {
                tasks[id] = Task { [weak self] in
                    do { try await work() } catch { refuse(error) }
                    self?.remove(id)
                }
            }
        } catch {
            refuse(error)
        }
    }

    private func remove(_ id: String) { lock.withLock { _ = tasks.removeValue(forKey: id) } }
}

/// The error of an answer that is not the response of its feature.
public func otherAnswer(_ feature: String) -> MessageError {
    MessageError("\(feature): found another answer; its response is expected")
}

/// Some elements of a list.
public struct Window<Elements: Sendable>: Sendable {
    /// The elements; nil while the path leads nowhere.
    public let elements: Elements?
    /// The position of the first one in the list.
    public let from: Int
    /// The number of elements of the whole list.
    public let count: Int
}
