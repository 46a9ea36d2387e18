import AditJSON
import AditState

/// The durable requests of a core: each is asked until it is answered, cancelled, or given up by its retry policy, also
/// after the core was opened again. The core's loop.
///
/// A request has no task. Its answer is an effect with one job, which removes the request and outputs a message, so that
/// one batch has both.
final class DurableRequests {
    /// A request that is not answered.
    struct Entry {
        /// The id by which the host knows it.
        let id: String
        let record: DurableRequestRecord
        let cause: Cause?
        var failures = 0
        /// The time of the next attempt and of giving up, on the core's clock; nil for at once, and for never.
        var due: Int?
        var deadline: Int?
        /// Whether its last outcome waits to be handled.
        var isEnding = false
        /// The trace entry of its cause, and then of the request.
        var origin: Int?
        fileprivate var pending: PendingRequest?
        fileprivate var retry: TimerQueue.Timer?
        fileprivate var end: TimerQueue.Timer?
    }

    /// The parts of a connection that its requests need.
    struct Connection {
        let timeout: Duration?
        let retry: RetryPolicy
        /// Returns why a reply is no answer; nil if it is.
        let failure: (HostReply) -> GatewayFailure?
        /// Outputs the message for the outcome of a request.
        let answer: (Entry, Result<HostReply, GatewayFailure>) throws -> Void
    }

    private unowned let runner: EffectRunner
    private let log: DurableLog
    private let gateways: GatewayNames
    private var entries: [String: Entry] = [:]
    private var connections: [ByteString: Connection] = [:]
    /// The requests as they were before the batch; nil for new ones.
    private var before: [String: Entry?] = [:]
    /// The requests that the batch sent to the host.
    private var sent: Set<String> = []

    init(_ runner: EffectRunner, _ log: DurableLog, _ gateways: GatewayNames) {
        self.runner = runner
        self.log = log
        self.gateways = gateways
    }

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    /// Adds a connection.
    func connect(_ name: ByteString, _ connection: Connection) { connections[name] = connection }

    /// Returns whether requests of a connection are pending.
    ///
    /// - Parameter key: the app's id; nil for any.
    func isPending(_ name: ByteString, _ key: ByteString?) -> Bool {
        entries.values.contains { $0.isOf(name, key) && !$0.isEnding }
    }

    // MARK: Acts of a message that has succeeded

    func ask(
        _ id: String, _ record: DurableRequestRecord, _ overlap: Overlap, _ cause: Cause?, _ listener: any CoreListener
    ) {
        let (name, key) = (ByteString(record.name), record.key.map { ByteString($0) })
        if key != nil {
            if overlap == .skip, isPending(name, key) { return }
            if overlap == .cancelPrevious { cancel(name, key, listener) }
        }
        var record = record
        record.cause = DurableCause(cause)
        var entry = Entry(id: id, record: record, cause: cause)
        entry.origin = runner.trace?.present
        entry.deadline = connections[name]?.retry.deadline.map { runner.time.later(by: $0.nanoseconds) }
        put(entry)
        runner.note(id, record.gateway, of: cause)
        watchDeadline(of: id)
        send(id, listener)
    }

    /// Cancels the requests of a connection.
    ///
    /// - Parameter key: the app's id; nil for all.
    func cancel(_ name: ByteString, _ key: ByteString?, _ listener: any CoreListener) {
        cancel(listener) { $0.isOf(name, key) }
    }

    /// Cancels the requests of a child core that has ended.
    func cancelAll(below place: ByteString, _ listener: any CoreListener) { cancel(listener) { $0.isBelow(place) } }

    func arePending(below place: ByteString) -> Bool { entries.values.contains { $0.isBelow(place) } }

    private func cancel(_ listener: any CoreListener, where isChosen: (Entry) -> Bool) {
        for entry in inOrder where isChosen(entry) {
            if let pending = entry.pending { listener.cancel(pending.request, of: entry.cause) }
            remove(entry.id)
        }
    }

    // MARK: Asking

    /// Sends the request, unless the host does not serve its gateway.
    private func send(_ id: String, _ listener: any CoreListener) {
        guard let entry = entries[id], entry.pending == nil, !entry.isEnding else { return }
        let record = entry.record
        guard gateways.failure(of: record.gateway) == nil else {
            return runner.environment.log(
                "the durable request \(id) waits for a host that serves the gateway \"\(record.gateway)\"")
        }
        let text = JSONWriter()
        record.request.write(to: text)
        let request = HostRequest(
            id: id, gateway: record.gateway, request: text.text,
            masked: runner.secrets?.masked(request: text, to: record.gateway), replies: .one)
        let pending = PendingRequest(request, entry.cause)
        pending.receive = { [weak self] outcome in self?.receive(outcome, for: id) }
        entries[id]?.pending = pending
        if runner.batch != nil {
            sent.insert(id)
            runner.participates = true
        }
        if let trace = runner.trace {
            entries[id]?.origin = trace.add(
                .request(id: id), request.gateway, request.masked ?? request.request, from: entry.origin)
        }
        listener.request(request, of: entry.cause)
        let timeout = connections[ByteString(record.name)]?.timeout
        runner.replies.expect(pending, timeout: timeout) { [weak self] in
            guard let timeout else { return }
            self?.giveUp(id, .timedOut(record.gateway, after: timeout))
        }
    }

    /// Takes an attempt's outcome.
    private func receive(_ outcome: Result<HostReply?, any Error>, for id: String) {
        entries[id]?.pending = nil
        guard let entry = entries[id], case .success(let reply?) = outcome else { return }
        let failure = connection(of: entry)?.failure(reply)
        if let failure, retry(id, after: failure) { return }
        end(id, .success(reply))
    }

    /// Ends an attempt that takes too long.
    private func giveUp(_ id: String, _ failure: GatewayFailure, isLast: Bool = false) {
        guard let entry = entries[id], !entry.isEnding else { return }
        if let pending = entry.pending {
            runner.replies.close(pending)
            runner.ask(.cancelRequest(pending.request, entry.cause))
            entries[id]?.pending = nil
        }
        if isLast || !retry(id, after: failure) { end(id, .failure(failure)) }
    }

    /// Schedules another attempt.
    ///
    /// - Returns: false if there is none.
    private func retry(_ id: String, after failure: GatewayFailure) -> Bool {
        guard var entry = entries[id], let policy = connection(of: entry)?.retry else { return false }
        guard let interval = policy.interval(after: entry.failures + 1) else { return false }
        entry.failures += 1
        entry.due = runner.time.later(by: interval.nanoseconds)
        put(entry)
        schedule(id)
        return true
    }

    private func schedule(_ id: String) {
        guard let due = entries[id]?.due else { return }
        entries[id]?.retry = runner.timers.add(due: due) { [weak self] listener in
            self?.entries[id]?.retry = nil
            self?.send(id, listener)
        }
    }

    private func watchDeadline(of id: String) {
        guard let entry = entries[id], let deadline = entry.deadline else { return }
        entries[id]?.end = runner.timers.add(due: deadline) { [weak self] _ in
            guard let self, let policy = connection(of: entry)?.retry else { return }
            entries[id]?.end = nil
            giveUp(id, .timedOut(entry.record.gateway, after: policy.deadline ?? .zero), isLast: true)
        }
    }

    /// Handles the last outcome of a request, as an effect.
    private func end(_ id: String, _ outcome: Result<HostReply, GatewayFailure>) {
        guard let entry = entries[id] else { return }
        entries[id]?.isEnding = true
        runner.perform(of: entry.cause, from: entry.origin) { [weak self] in
            guard let self, let entry = entries[id], entry.isEnding else { return }
            guard let connection = connection(of: entry) else {
                entries[id]?.isEnding = false
                throw DurableFailure.unknown(entry.record.name, request: id)
            }
            remove(id)
            try connection.answer(entry, outcome)
        }
    }

    private func connection(of entry: Entry) -> Connection? { connections[ByteString(entry.record.name)] }

    // MARK: Records

    private func put(_ entry: Entry) {
        noteBefore(entry.id)
        entries[entry.id] = entry
        log.write("@effect/\(entry.id)") { date in
            var record = entry.record
            record.failures = entry.failures
            record.due = entry.due.map(date)
            record.deadline = entry.deadline.map(date)
            return record
        }
    }

    private func remove(_ id: String) {
        guard let entry = entries[id] else { return }
        noteBefore(id)
        release(entry)
        entries[id] = nil
        log.records?.remove("@effect/\(id)")
    }

    private func release(_ entry: Entry) {
        if let pending = entry.pending { runner.replies.close(pending) }
        for timer in [entry.retry, entry.end] { if let timer { runner.timers.remove(timer) } }
    }

    private func noteBefore(_ id: String) {
        guard runner.batch != nil, before[id] == nil else { return }
        before[id] = .some(entries[id])
        runner.participates = true
    }

    private var inOrder: [Entry] { entries.values.sorted { EffectOrder($0.id) < EffectOrder($1.id) } }
}

// MARK: - Batches

extension DurableRequests {
    func keepBatch() {
        if !before.isEmpty { before = [:] }
        if !sent.isEmpty { sent = [] }
    }

    /// Restores the requests of a batch that could not be written: new ones are dropped, ended ones are asked again.
    func loseBatch(_ listener: any CoreListener) {
        let (before, sent) = (before, sent)
        keepBatch()
        for (id, old) in before.sorted(by: { EffectOrder($0.key) < EffectOrder($1.key) }) {
            guard var old else {
                if let entry = entries.removeValue(forKey: id) { release(entry) }
                continue
            }
            if let entry = entries[id] {
                put(entry)
                continue
            }
            (old.pending, old.retry, old.end, old.isEnding) = (nil, nil, nil, false)
            old.due = runner.time.later(by: DurableRequests.pause.nanoseconds)
            put(old)
            schedule(id)
            watchDeadline(of: id)
        }
        for id in sent.sorted(by: { EffectOrder($0) < EffectOrder($1) }) {
            guard let entry = entries[id], let pending = entry.pending else { continue }
            listener.request(pending.request, of: entry.cause)
        }
        self.before = [:]
    }

    /// The time after which a request is asked again whose answer could not be stored.
    private static var pause: Duration { .seconds(1) }
}

// MARK: - Opening and closing

extension DurableRequests {
    /// Adds the stored requests.
    func restore() {
        guard let records = log.records else { return }
        for (name, text) in records.all("@effect/") {
            let id = String(name.dropFirst("@effect/".count))
            guard let record = log.read(DurableRequestRecord.self, text, of: name) else { continue }
            var entry = Entry(id: id, record: record, cause: record.cause?.cause, failures: record.failures)
            entry.due = record.due.map(log.time)
            entry.deadline = record.deadline.map(log.time)
            entries[id] = entry
        }
    }

    /// Asks the stored requests again.
    func begin(_ listener: any CoreListener) {
        for entry in inOrder {
            watchDeadline(of: entry.id)
            if let due = entry.due, due > runner.time.now { schedule(entry.id) } else { send(entry.id, listener) }
        }
    }
}

extension DurableRequests.Entry {
    fileprivate func isBelow(_ place: ByteString) -> Bool {
        record.name.utf8.starts(with: place.string.utf8)
    }

    fileprivate func isOf(_ name: ByteString, _ key: ByteString?) -> Bool {
        ByteString(record.name) == name && (key == nil || record.key.map { ByteString($0) } == key)
    }
}

/// The order of the ids of effects: by opening, then by number.
struct EffectOrder: Comparable {
    private let numbers: [Int]

    init(_ id: String) { numbers = id.dropFirst().split(separator: "-").map { Int($0) ?? 0 } }

    static func < (left: EffectOrder, right: EffectOrder) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
