import AditState

/// The effects and host requests that a batch started, to be cancelled if the batch's changes cannot be persisted.
struct EffectBatch {
    var starts: [Effect] = []
    var tells: [(request: HostRequest, effect: Effect?, cause: Cause?)] = []
    var cancels: [(request: HostRequest, cause: Cause?)] = []
    var throttles: [(key: EffectKey, timer: TimerQueue.Timer)] = []
    /// The ids of the requests that the host never received: their cancellation is not sent either.
    private var lost: Set<EffectID> = []

    /// Clears the records after the batch has been persisted.
    mutating func commit() {
        if !starts.isEmpty { starts.removeAll(keepingCapacity: true) }
        if !tells.isEmpty { tells.removeAll(keepingCapacity: true) }
        if !cancels.isEmpty { cancels.removeAll(keepingCapacity: true) }
        if !throttles.isEmpty { throttles.removeAll(keepingCapacity: true) }
    }

    mutating func markLost(_ request: HostRequest) { lost.insert(request.id) }

    /// Returns whether the cancellation of a request is not sent; true only once per request.
    mutating func isLost(_ request: HostRequest) -> Bool { lost.remove(request.id) != nil }
}

extension EffectRunner: BatchParticipant {
    package func commitBatch() { batch?.commit() }

    /// Cancels the effects that the batch started, and discards their outputs. Effects that were in flight before
    /// continue; their requests of the batch are sent again, as the host received nothing of the batch.
    package func rollBackBatch(_: any Error) {
        guard let lost = batch else { return }
        batch?.commit()
        let begun = Set(lost.starts.map(ObjectIdentifier.init))
        let ended = Set(lost.cancels.map(\.request.id))
        var unheard: Set<EffectID> = []
        for (request, effect, cause) in lost.tells {
            if let effect, !begun.contains(ObjectIdentifier(effect)), !ended.contains(request.id) {
                record(request.id, request.gateway, of: cause)
                askAgain(request, of: cause)
            } else {
                unheard.insert(request.id)
                if !ended.contains(request.id), request.replies != .none { batch?.markLost(request) }
            }
        }
        for (request, cause) in lost.cancels where !unheard.contains(request.id) {
            ask(.perform { _, listener in listener.cancel(request, of: cause) })
        }
        for (key, timer) in lost.throttles where throttles[key]?.timer === timer { endThrottle(key) }
        for effect in lost.starts where inFlight[effect.number] != nil { cancel(effect) }
    }

    /// Sends a request again, which the host has not received.
    func askAgain(_ request: HostRequest, of cause: Cause?) {
        ask(.perform { _, listener in listener.request(request, of: cause) })
    }
}
