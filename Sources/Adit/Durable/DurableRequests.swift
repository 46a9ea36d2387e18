import AditJSON
import AditState

/// The durable requests of a core: each is asked until it is answered, cancelled, or given up by its retry policy, also
/// after the core was opened again. The core's loop.
///
/// A request has no task. Its answer is an effect with one job, which removes the request and outputs a message, so that
/// one batch has both.
final class DurableRequests {
    private let runner: EffectRunner
    private let log: DurableLog
    private let gateways: GatewayNames
    // Accesses last for one statement each.
    /// The requests by the ids that the host knows.
    @exclusivity(unchecked) private var requests: [EffectID: DurableRequest] = [:]
    /// The connections by their names.
    @exclusivity(unchecked) private var handlers: [ByteString: DurableRequestHandler] = [:]
    /// The requests that the batch has changed.
    @exclusivity(unchecked) private var changed: [Change] = []
    /// The requests that the batch sent to the host.
    @exclusivity(unchecked) private var sent: [DurableRequest] = []

    /// A request as it was before the batch.
    private struct Change {
        let request: DurableRequest
        let wasOpen: Bool
        let wasEnding: Bool
        let failures: Int
        let origin: Int?
    }

    init(_ runner: EffectRunner, _ log: DurableLog, _ gateways: GatewayNames) {
        self.runner = runner
        self.log = log
        self.gateways = gateways
    }

    // A request and the closures of its attempt and timers retain each other, as it and its handler do. They do not
    // retain this object, and none runs after it: the loop ends the effects first.
    deinit {
        for request in requests.values {
            release(request)
            request.handler.remove(request)
        }
    }

    var isEmpty: Bool { requests.isEmpty }
    var count: Int { requests.count }

    /// The names of the requests' connections.
    var names: [ByteString] { requests.values.map(\.handler.name) }

    /// Adds a connection, or replaces the parts of the one with this name.
    func connect(_ name: ByteString, _ parts: DurableRequestHandler.Parts) -> DurableRequestHandler {
        let handler = handler(named: name)
        handler.parts = parts
        return handler
    }

    private func handler(named name: ByteString) -> DurableRequestHandler {
        if let handler = handlers[name] { return handler }
        let handler = DurableRequestHandler(name)
        handlers[name] = handler
        return handler
    }

    /// Returns whether requests of a connection are pending under an id of the app.
    func isPending(_ name: ByteString, _ key: ByteString) -> Bool {
        handlers[name]?.isPending(key) ?? false
    }

    /// Returns whether the host knows a request by an id.
    func contains(_ id: EffectID) -> Bool { requests[id] != nil }

    // MARK: Acts of a message that has succeeded

    /// Makes a request, unless there is no room for it. One that replaces others takes their room.
    func ask(_ request: DurableRequest, _ overlap: Overlap, _ cause: Cause?, _ listener: any CoreListener) {
        var replaced: [DurableRequest] = []
        if overlap != .allow, let key = request.key {
            if overlap == .skip, request.handler.isPending(key) { return }
            if overlap == .cancelPrevious { replaced = request.handler.requests(key) }
        }
        guard runner.isBelowLimit || !replaced.isEmpty else { return runner.refuse(cause, listener) }
        cancel(replaced, listener)
        request.cause = cause
        request.origin = runner.trace?.present
        request.deadline = request.handler.parts?.retry.deadline.map { runner.time.dueTime(after: $0) }
        put(request)
        runner.record(request.id, request.gateway, of: cause)
        watchDeadline(of: request)
        send(request, listener)
    }

    /// Cancels the requests of a connection.
    ///
    /// - Parameter key: the app's id; nil for all.
    func cancel(_ name: ByteString, _ key: ByteString?, _ listener: any CoreListener) {
        cancel(handlers[name]?.requests(key) ?? [], listener)
    }

    /// Cancels the requests of a child core that has ended.
    ///
    /// - Complexity: O(*n*) for *n* pending requests.
    func cancelAll(below place: ByteString, _ listener: any CoreListener) {
        cancel(requests.values.filter { $0.handler.name.isBelow(place) }, listener)
    }

    /// Cancels the request that the host knows by an id.
    ///
    /// - Returns: false if none is pending.
    func cancel(id: EffectID, _ listener: any CoreListener) -> Bool {
        guard let request = requests[id], !request.isEnding else { return false }
        cancel([request], listener)
        return true
    }

    private func cancel(_ cancelled: [DurableRequest], _ listener: any CoreListener) {
        guard !cancelled.isEmpty else { return }
        for request in cancelled.sorted(by: DurableRequest.isEarlier) {
            if let pending = request.pending { listener.cancel(pending.request, of: request.cause) }
            remove(request)
        }
    }

    // MARK: Asking

    /// Sends the request, unless the host does not serve its gateway.
    private func send(_ request: DurableRequest, _ listener: any CoreListener) {
        guard request.isOpen, request.pending == nil, !request.isEnding, !runner.isHolding else { return }
        let (id, gateway, text) = (request.id, request.gateway, request.text)
        guard request.isServed || gateways.failure(of: gateway) == nil else {
            return runner.environment.log(
                "the durable request \(id) waits for a host that serves the gateway \"\(gateway)\"")
        }
        let pending = PendingRequest(
            HostRequest(
                id: id, gateway: gateway, request: text, masked: masked(text, to: gateway), replies: .one),
            request.cause)
        pending.receive = { [unowned self] outcome in receive(outcome, for: request) }
        request.pending = pending
        if runner.batch != nil, !request.isSent {
            request.isSent = true
            sent.append(request)
        }
        if let trace = runner.trace {
            request.origin = trace.add(
                .request(id: id), gateway, pending.request.masked ?? text, from: request.origin)
        }
        listener.request(pending.request, of: request.cause)
        let timeout = request.handler.parts?.timeout
        runner.replies.expect(pending, timeout: timeout) { [unowned self] _ in
            guard let timeout else { return }
            giveUp(request, .timedOut(request.gateway, after: timeout))
        }
    }

    /// Takes an attempt's outcome.
    private func receive(_ outcome: Result<HostReply?, any Error>, for request: DurableRequest) {
        request.pending = nil
        guard request.isOpen, case .success(let reply?) = outcome else { return }
        // Most connections do not retry, and need not know yet whether the reply is an answer.
        if interval(after: request) != nil, let failure = request.handler.parts?.failure(reply), retry(request) {
            return record(failure, attempt: request.failures, of: request)
        }
        end(request, .success(reply))
    }

    /// Reports a reply of the wrong shape. The app sees it after the last attempt only, and the host not at all.
    ///
    /// - Parameter attempt: the number of the attempt, from 1 on.
    private func record(_ failure: GatewayFailure, attempt: Int, of request: DurableRequest) {
        runner.replies.record(failure)
        guard case .misunderstood = failure else { return }
        runner.environment.log("attempt \(attempt) of the durable request \(request.id) failed: \(failure)")
    }

    /// Ends an attempt that takes too long.
    private func giveUp(_ request: DurableRequest, _ failure: GatewayFailure, isLast: Bool = false) {
        guard request.isOpen, !request.isEnding else { return }
        if let pending = request.pending {
            runner.replies.close(pending)
            runner.ask(.cancelRequest(pending.request, request.cause))
            request.pending = nil
        }
        if isLast || !retry(request) { end(request, .failure(failure)) }
    }

    /// Returns the time after which the next attempt begins if this one fails; nil if absent.
    private func interval(after request: DurableRequest) -> Duration? {
        request.handler.parts?.retry.interval(after: request.failures + 1)
    }

    /// Schedules another attempt.
    ///
    /// - Returns: false if not found.
    private func retry(_ request: DurableRequest) -> Bool {
        guard request.isOpen, let interval = interval(after: request) else { return false }
        recordBefore(request)
        request.failures += 1
        request.due = runner.time.dueTime(after: interval)
        put(request)
        schedule(request)
        return true
    }

    private func schedule(_ request: DurableRequest) {
        guard let due = request.due else { return }
        request.retry = runner.timers.add(due: CoreTime.timerTime(due)) { [unowned self] listener in
            request.retry = nil
            send(request, listener)
        }
    }

    private func watchDeadline(of request: DurableRequest) {
        guard let deadline = request.deadline else { return }
        request.end = runner.timers.add(due: CoreTime.timerTime(deadline)) { [unowned self] _ in
            request.end = nil
            guard let policy = request.handler.parts?.retry else { return }
            giveUp(request, .timedOut(request.gateway, after: policy.deadline ?? .zero), isLast: true)
        }
    }

    /// Handles the last outcome of a request, as an effect.
    private func end(_ request: DurableRequest, _ outcome: Result<HostReply, GatewayFailure>) {
        guard request.isOpen else { return }
        recordBefore(request)
        request.isEnding = true
        runner.perform(of: request.cause, from: request.origin) { [unowned self] in
            guard request.isOpen, request.isEnding else { return }
            guard let parts = request.handler.parts else {
                request.isEnding = false
                throw DurableFailure.unknown(request.handler.name.string, request: request.id)
            }
            remove(request)
            try parts.answer(request.id, WrittenJSON(request.text), outcome) { failure in
                record(failure, attempt: request.failures + 1, of: request)
            }
        }
    }

    /// The requests that are not answered, in the order of their ids.
    var inOrder: [DurableRequest] { requests.values.sorted(by: DurableRequest.isEarlier) }

    /// Returns the text of a request for people.
    func shown(_ request: DurableRequest) -> String { masked(request.text, to: request.gateway) ?? request.text }

    /// Returns the text of a request with masks; nil if it needs none.
    private func masked(_ text: String, to gateway: String) -> String? {
        guard let secrets = runner.secrets else { return nil }
        let writer = JSONWriter()
        writer.write(json: text)
        return secrets.masked(request: writer, to: gateway)
    }

    // MARK: Records

    private func put(_ request: DurableRequest) {
        recordBefore(request)
        if !request.isOpen { add(request) }
        log.write(DurableRequests.kind, request.id) { date in request.record(date) }
    }

    private func remove(_ request: DurableRequest) {
        guard request.isOpen else { return }
        recordBefore(request)
        drop(request)
        log.remove(DurableRequests.kind, request.id)
    }

    /// Drops a request, and keeps its record.
    private func drop(_ request: DurableRequest) {
        release(request)
        request.isOpen = false
        request.handler.remove(request)
        requests[request.id] = nil
        // Memory for many is not kept.
        if requests.isEmpty, requests.capacity > mostSpare { requests = [:] }
    }

    private func add(_ request: DurableRequest) {
        request.isOpen = true
        request.handler.add(request)
        requests[request.id] = request
    }

    private func release(_ request: DurableRequest) {
        if let pending = request.pending { runner.replies.close(pending) }
        if let retry = request.retry { runner.timers.remove(retry) }
        if let end = request.end { runner.timers.remove(end) }
        (request.pending, request.retry, request.end) = (nil, nil, nil)
    }

    private func recordBefore(_ request: DurableRequest) {
        guard runner.batch != nil, !request.isChanged else { return }
        request.isChanged = true
        changed.append(
            Change(
                request: request, wasOpen: request.isOpen, wasEnding: request.isEnding, failures: request.failures,
                origin: request.origin))
    }

    /// The kind of the records.
    private static let kind = "@effect/"
}

// MARK: - Batches

extension DurableRequests {
    func commitBatch() {
        for change in changed { change.request.isChanged = false }
        for request in sent { request.isSent = false }
        if !changed.isEmpty { changed = [] }
        if !sent.isEmpty { sent = [] }
    }

    /// Restores the requests of a batch that could not be written: new ones are dropped, ended ones are asked again.
    ///
    /// The records of those that stay belong to the next batch.
    func rollBackBatch() {
        let (changed, sent) = (changed, sent)
        commitBatch()
        for before in changed.sorted(by: { DurableRequest.isEarlier($0.request, $1.request) }) {
            let request = before.request
            guard before.wasOpen else {
                if request.isOpen { drop(request) }
                continue
            }
            if request.isOpen, !request.isEnding || before.wasEnding {
                put(request)
                continue
            }
            // Its outcome arrived in the batch, and the effect that handles it is lost with the batch, if it has not run.
            (request.failures, request.origin) = (before.failures, before.origin)
            askAgain(request)
        }
        for request in sent.sorted(by: DurableRequest.isEarlier) {
            guard request.isOpen, let pending = request.pending else { continue }
            runner.askAgain(pending.request, of: request.cause)
        }
        commitBatch()
        for before in changed where before.wasOpen { recordBefore(before.request) }
    }

    /// Asks a request again, after a pause, whose answer could not be stored.
    private func askAgain(_ request: DurableRequest) {
        release(request)
        request.isEnding = false
        request.due = runner.time.dueTime(after: DurableRequests.pause)
        put(request)
        schedule(request)
        watchDeadline(of: request)
    }

    /// The time after which a request is asked again whose answer could not be stored, or a timer fires again.
    static var pause: Duration { .seconds(1) }
}

// MARK: - Opening and closing

extension DurableRequests {
    /// Adds the stored requests.
    func restore() {
        for (name, text) in log.records?.all(DurableRequests.kind) ?? [] {
            let check = { (record: DurableRequestRecord) throws(CodingFailure) in try record.check() }
            guard let (id, record) = log.read(text, of: name, DurableRequests.kind, checking: check) else { continue }
            add(DurableRequest(id: id, record, handler(named: ByteString(record.name)), log.time))
        }
    }

    /// Asks the stored requests again.
    func begin(_ listener: any CoreListener) {
        for request in inOrder {
            watchDeadline(of: request)
            if let due = request.due, due > .nanoseconds(runner.time.now) {
                schedule(request)
            } else {
                send(request, listener)
            }
        }
    }
}
