/// What a batch asked of the outside world, so that it can be taken back where the batch's changes cannot be kept.
struct EffectBatch {
    var starts: [Effect] = []
    var tells: [(request: HostRequest, effect: Effect?, cause: Cause?)] = []
    var cancels: [(request: HostRequest, cause: Cause?)] = []
    var throttles: [(key: EffectKey, timer: TimerQueue.Timer)] = []
    /// Requests that the host has never heard of, by their names: it need not hear of their end.
    private var lost: Set<String> = []

    /// The batch has ended well.
    mutating func keep() {
        if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
        if !tells.isEmpty { tells.removeAll(keepingCapacity: true) }
        if !cancels.isEmpty { cancels.removeAll(keepingCapacity: true) }
        if !throttles.isEmpty { throttles.removeAll(keepingCapacity: true) }
    }

    mutating func lose(_ request: HostRequest) { lost.insert(request.id) }

    /// Whether the end of a request is not to be told; it is asked once.
    mutating func isLost(_ request: HostRequest) -> Bool { lost.remove(request.id) != nil }
}

extension EffectRunner {
    /// The batch's changes are kept.
    func keepBatch() { batch?.keep() }

    /// The batch's changes are undone: what it began is cancelled, unheard. What was in flight before goes on, and what
    /// that told the host is told again, as nothing of the batch was heard.
    func loseBatch(_ listener: any CoreListener) {
        guard let lost = batch else { return }
        batch?.keep()
        let begun = Set(lost.starts.map(ObjectIdentifier.init))
        let ended = Set(lost.cancels.map(\.request.id))
        var unheard: Set<String> = []
        for (request, effect, cause) in lost.tells {
            if let effect, !begun.contains(ObjectIdentifier(effect)), !ended.contains(request.id) {
                listener.cause = cause
                listener.request(request)
            } else {
                unheard.insert(request.id)
                if !ended.contains(request.id), request.replies != .none { batch?.lose(request) }
            }
        }
        for (request, cause) in lost.cancels where !unheard.contains(request.id) {
            tellCancel(request, cause, listener)
        }
        for (key, timer) in lost.throttles where throttles[key]?.timer === timer { endThrottle(key) }
        for effect in lost.starts where inFlight[effect.number] === effect { cancel(effect) }
        performAgenda(listener)
    }
}
