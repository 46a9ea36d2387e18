import AditJSON
import AditState

/// The pending requests of a core to its host. The core's loop.
final class PendingRequests {
    private let timers: TimerQueue
    private let time: CoreTime
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var open: [EffectID: PendingRequest] = [:]
    @exclusivity(unchecked) private var last = 0
    /// The number of times that the core's state has been opened.
    @exclusivity(unchecked) var opens = 1
    /// Records how long the host takes to answer; nil if disabled.
    @exclusivity(unchecked) var figures: Figures?
    /// The number of ignored replies: late, duplicate, or without a request.
    @exclusivity(unchecked) private(set) var ignored = 0

    init(_ timers: TimerQueue, _ time: CoreTime) {
        self.timers = timers
        self.time = time
    }

    /// The number of pending requests.
    var count: Int { open.count }

    /// Returns an id that no earlier request has had, also before the core's state was opened again.
    func makeID() -> EffectID {
        last += 1
        return EffectID(.request, opens, last)
    }

    /// Adds a request, whose reply is pending.
    ///
    /// - Parameters:
    ///   - timeout: the time until `giveUp` is called; nil for no limit.
    ///   - giveUp: called if the request is still pending then.
    func expect(
        _ pending: PendingRequest, timeout: Duration?, _ giveUp: @escaping (any CoreListener) -> Void
    ) {
        open[pending.request.id] = pending
        if figures != nil { pending.asked = time.present }
        guard let timeout else { return }
        let due = time.now.addingSaturated(timeout.nanoseconds)
        pending.timer = timers.add(due: due, action: giveUp)
    }

    /// The pending requests, in the order of their ids.
    var inOrder: [PendingRequest] { open.values.sorted { $0.request.id < $1.request.id } }

    /// Returns the request of an id; nil if it is not pending.
    func request(_ id: EffectID) -> PendingRequest? { open[id] }

    /// Returns the request of an id that the host names; nil if it is not pending.
    func request(_ id: String) -> PendingRequest? { EffectID(id).flatMap { open[$0] } }

    /// Passes a reply to its request.
    ///
    /// - Parameter more: whether another reply may follow.
    func receive(_ reply: HostReply, for id: String, more: Bool) {
        guard let index = EffectID(id).flatMap({ open.index(forKey: $0) }) else { return ignored += 1 }
        let pending = open.values[index]
        guard pending.request.replies == .many else {
            close(pending, at: index)
            if let figures {
                figures.record(
                    gateway: pending.request.gateway, took: time.present - pending.asked, hasFailed: reply.isFailure)
            }
            return pending.end(.success(reply))
        }
        if more { return pending.receive(.success(reply)) }
        close(pending, at: index)
        if reply.hasAnswer { pending.receive(.success(reply)) }
        pending.end(.success(nil))
    }

    /// Counts the failure of an answer that is not of its gateway's type. One by an error is counted when it arrives.
    func record(_ failure: GatewayFailure) {
        if case .misunderstood(let gateway, _) = failure { figures?.recordMisunderstood(gateway: gateway) }
    }

    /// Removes a request.
    ///
    /// - Returns: whether it was pending.
    @discardableResult
    func close(_ pending: PendingRequest) -> Bool {
        guard let index = open.index(forKey: pending.request.id) else { return false }
        close(pending, at: index)
        return true
    }

    private func close(_ pending: PendingRequest, at index: Dictionary<EffectID, PendingRequest>.Index) {
        if let timer = pending.timer { timers.remove(timer) }
        pending.timer = nil
        open.remove(at: index)
        // Memory for many is not kept.
        if open.isEmpty, open.capacity > mostSpare { open = [:] }
    }
}

/// A pending request. The core's loop.
final class PendingRequest: @unchecked Sendable {  // Used on the core's loop only, on which tasks are cancelled.
    // Accesses last for one statement each.
    let request: HostRequest
    /// The cause of the request.
    let cause: Cause?
    @exclusivity(unchecked) var timer: TimerQueue.Timer?
    /// When it was made, on the core's clock.
    @exclusivity(unchecked) var asked = 0
    /// Receives a reply; nil for the end of a source.
    @exclusivity(unchecked) var receive: (Result<HostReply?, any Error>) -> Void = { _ in }

    /// Passes the last outcome to ``receive``, and releases that closure.
    func end(_ outcome: Result<HostReply?, any Error>) {
        let receive = receive
        // It may retain this object.
        self.receive = { _ in }
        receive(outcome)
    }

    init(_ request: HostRequest, _ cause: Cause?) {
        self.request = request
        self.cause = cause
    }
}

/// The number of elements for which an empty collection keeps its memory.
let mostSpare = 16
