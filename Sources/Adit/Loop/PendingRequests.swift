import AditJSON
import AditSystem

/// Where a core waits for the answers of its host. The core's loop.
final class PendingRequests {
    private let timers: TimerQueue
    private let time: CoreTime
    private var open: [ByteString: PendingRequest] = [:]
    private var last = 0
    /// How often the core's state has been opened.
    var opens = 1
    /// How many answers came late, twice, or for nothing that was asked.
    private(set) var ignored = 0

    init(_ timers: TimerQueue, _ time: CoreTime) {
        self.timers = timers
        self.time = time
    }

    /// How many requests are not answered yet.
    var count: Int { open.count }

    /// A name that no request has had, also before the core's state was opened again.
    func makeID() -> String {
        last += 1
        return "e\(opens)-\(last)"
    }

    /// Waits for the answer to a request.
    ///
    /// - Parameter timeout: when to give it up, and what to do then.
    func expect(_ pending: PendingRequest, timeout: Duration?, _ giveUp: @escaping () -> Void) {
        open[ByteString(pending.request.id)] = pending
        guard let timeout else { return }
        let due = time.now.addingSaturated(timeout.nanoseconds)
        pending.timer = timers.add(due: due) { _ in giveUp() }
    }

    /// The cause of a request; nil if it is not pending.
    func cause(of id: String) -> Cause?? { open[ByteString(id)].map(\.cause) }

    /// Hands an answer to whom it is for.
    ///
    /// - Parameter more: another answer may follow.
    func take(_ reply: HostReply, for id: String, more: Bool) {
        guard let pending = open[ByteString(id)] else { return ignored += 1 }
        guard pending.request.replies == .many else {
            close(pending)
            return pending.end(.success(reply))
        }
        if more { return pending.receive(.success(reply)) }
        close(pending)
        if reply.hasAnswer { pending.receive(.success(reply)) }
        pending.end(.success(nil))
    }

    /// Waits no longer.
    ///
    /// - Returns: whether it was still waited for.
    @discardableResult
    func close(_ pending: PendingRequest) -> Bool {
        if let timer = pending.timer { timers.remove(timer) }
        pending.timer = nil
        let wasOpen = open.removeValue(forKey: ByteString(pending.request.id)) != nil
        if open.isEmpty { open = [:] }
        return wasOpen
    }
}

/// A request that is not answered yet. The core's loop.
final class PendingRequest: @unchecked Sendable {  // Touched by the core's loop only, on which tasks are cancelled.
    let request: HostRequest
    /// What the request came of.
    let cause: Cause?
    var timer: TimerQueue.Timer?
    /// Takes an answer; nil: the last one has come.
    var receive: (Result<HostReply?, any Error>) -> Void = { _ in }

    /// Takes the last of its answers.
    func end(_ outcome: Result<HostReply?, any Error>) {
        let receive = receive
        // It may hold this object.
        self.receive = { _ in }
        receive(outcome)
    }

    init(_ request: HostRequest, _ cause: Cause?) {
        self.request = request
        self.cause = cause
    }
}
