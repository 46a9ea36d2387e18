import AditJSON

/// A request of a message for a durable effect. It is performed once the message has succeeded.
enum DurableAct {
    case ask(DurableRequest, Overlap)
    /// Cancels the requests of a connection under an id of the app; all of them if that is nil.
    case cancelRequests(of: ByteString, key: ByteString?)
    /// Schedules a timer, which outputs a message.
    case wake(key: ByteString, at: Duration, WrittenJSON)
    case cancelTimer(key: ByteString)
    /// Cancels the effects of a child core that has ended, whose names begin with its place.
    case endChild(ByteString)

    /// Whether it may add a request or a timer.
    var mayStart: Bool {
        switch self {
        case .ask, .wake: true
        case .cancelRequests, .cancelTimer, .endChild: false
        }
    }
}

/// A count of the durable effects that the acts of a message will add, before these are performed.
///
/// One that replaces another adds none. One that the message cancels makes no room for another, as with other effects.
struct DurableStarts {
    private(set) var count = 0
    private let durable: DurableEffects
    // Differences from the current state.
    private var pending: [Key: Bool] = [:]
    private var cancelled: [(Key) -> Bool] = []

    private enum Key: Hashable {
        case requests(of: ByteString, key: ByteString)
        case timer(ByteString)

        func isBelow(_ place: ByteString) -> Bool {
            switch self {
            case .requests(let name, _), .timer(let name): name.isBelow(place)
            }
        }
    }

    init(_ durable: DurableEffects) { self.durable = durable }

    mutating func add(_ act: DurableAct) {
        switch act {
        case .ask(let request, let overlap):
            guard let key = request.key else { return count += 1 }
            add(.requests(of: request.handler.name, key: key), isBeside: overlap == .allow)
        case .wake(let key, _, _): add(.timer(key), isBeside: false)
        case .cancelRequests(let name, let key?): pending[.requests(of: name, key: key)] = false
        case .cancelRequests(let name, nil):
            cancel { if case .requests(name, _) = $0 { true } else { false } }
        case .cancelTimer(let key): pending[.timer(key)] = false
        case .endChild(let place): cancel { $0.isBelow(place) }
        }
    }

    /// - Parameter isBeside: whether it neither replaces a pending one of the same key nor is skipped for it.
    private mutating func add(_ key: Key, isBeside: Bool) {
        if isBeside || !isPending(key) { count += 1 }
        pending[key] = true
    }

    private mutating func cancel(_ isCancelled: @escaping (Key) -> Bool) {
        for key in pending.keys where isCancelled(key) { pending[key] = false }
        cancelled.append(isCancelled)
    }

    private func isPending(_ key: Key) -> Bool {
        if let isPending = pending[key] { return isPending }
        if cancelled.contains(where: { $0(key) }) { return false }
        switch key {
        case .requests(let name, let key): return durable.requests.isPending(name, key)
        case .timer(let key): return durable.timers.isScheduled(key)
        }
    }
}

extension ByteString {
    /// Whether it is the name of a durable effect of a child core, or of a child of that.
    ///
    /// - Parameter place: the place of the child core.
    func isBelow(_ place: ByteString) -> Bool { string.utf8.starts(with: place.string.utf8) }
}
