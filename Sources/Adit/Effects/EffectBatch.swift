/// The effects and host requests that a batch started, to be cancelled if the batch's changes cannot be persisted.
struct EffectBatch {
    var starts: [Effect] = []
    var tells: [(request: HostRequest, effect: Effect?, cause: Cause?)] = []
    var cancels: [(request: HostRequest, cause: Cause?)] = []
    var throttles: [(key: EffectKey, timer: TimerQueue.Timer)] = []
    /// The ids of the requests that the host never received: their cancellation is not sent either.
    private var lost: Set<String> = []

    /// Clears the records after the batch has been persisted.
    mutating func keep() {
        if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
        if !tells.isEmpty { tells.removeAll(keepingCapacity: true) }
        if !cancels.isEmpty { cancels.removeAll(keepingCapacity: true) }
        if !throttles.isEmpty { throttles.removeAll(keepingCapacity: true) }
    }

    mutating func lose(_ request: HostRequest) { lost.insert(request.id) }

    /// Returns whether the cancellation of a request is not sent; true only once per request.
    mutating func isLost(_ request: HostRequest) -> Bool { lost.remove(request.id) != nil }
}

extension EffectRunner {
    /// Ends a batch of a persisted state: its changes have been written, or the batch is lost and its output discarded.
    ///
    /// - Parameter failure: why it is lost; nil if it has been written.
    func settleBatch(_ failure: (any Error)?, _ listener: any CoreListener) {
        guard let failure else {
            keepBatch()
            return listener.keepBatch()
        }
        listener.loseBatch(failure)
        loseBatch(listener)
    }

    /// Ends a batch whose changes are persisted.
    func keepBatch() {
        batch?.keep()
        guard participates else { return }
        participates = false
        participant?.keepBatch()
    }

    /// Ends a batch whose changes are undone: cancels the effects that it started, and discards their outputs. Effects
    /// that were in flight before continue; their requests of the batch are sent again, as the host received nothing of
    /// the batch.
    func loseBatch(_ listener: any CoreListener) {
        guard let lost = batch else { return }
        batch?.keep()
        let begun = Set(lost.starts.map(ObjectIdentifier.init))
        let ended = Set(lost.cancels.map(\.request.id))
        var unheard: Set<String> = []
        for (request, effect, cause) in lost.tells {
            if let effect, !begun.contains(ObjectIdentifier(effect)), !ended.contains(request.id) {
                listener.request(request, of: cause)
            } else {
                unheard.insert(request.id)
                if !ended.contains(request.id), request.replies != .none { batch?.lose(request) }
            }
        }
        for (request, cause) in lost.cancels where !unheard.contains(request.id) {
            listener.cancel(request, of: cause)
        }
        for (key, timer) in lost.throttles where throttles[key]?.timer === timer { endThrottle(key) }
        for effect in lost.starts where effect.place >= 0 { cancel(effect) }
        if participates {
            participates = false
            participant?.loseBatch(listener)
        }
        performAgenda(nil, listener)
    }
}
