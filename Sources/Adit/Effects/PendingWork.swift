import AditJSON
import AditState

/// What is under way in a core: the answer to `@pending`.
package struct PendingWork {
    package let effects: [PendingEffect]
    package let requests: [PendingAsk]
    package let timers: [PendingTimer]
}

/// An effect in flight.
@Model
package struct PendingEffect {
    /// Its number, by which @cancel ends it.
    let effect: String
    /// The app's id; absent without one.
    let id: String?
}

/// A request to the host that is not answered.
@Model
package struct PendingAsk {
    /// Its id, by which @reply answers it, and @cancel ends it.
    let effect: EffectID
    let gateway: String
    /// The request, with masks in place of secrets where the core has a journal or a trace.
    let request: WrittenJSON
    /// Whether it survives the end of the process.
    let durable: Bool
    /// The app's id of a durable request; absent without one.
    let id: String?
    /// The number of the present attempt, or of the next one, from 1 on.
    let attempt: Int
    /// When the next attempt begins; absent while the host is asked.
    let next: Timestamp?
    /// When the request is given up; absent without a limit.
    let deadline: Timestamp?
}

/// A timer that is not due.
@Model
package struct PendingTimer {
    /// When it is due, by the core's clock.
    let due: Timestamp
    /// The id of a durable timer, by which @cancel ends it; absent of others.
    let timer: EffectID?
    /// The app's id of a durable timer.
    let id: String?
    /// The request that it is of: it ends an attempt, begins the next one, or gives the request up.
    let effect: EffectID?
}

extension EventLoop {
    /// What is under way. The core's loop.
    package var pendingWork: PendingWork {
        let present = effects.time.date ?? DependencyValues.current.date()
        func date(_ due: Duration) -> Timestamp { present.advanced(by: due - .nanoseconds(effects.time.now)) }
        var owners: [ObjectIdentifier: (timer: EffectID?, id: String?, effect: EffectID?)] = [:]
        var requests: [PendingAsk] = []
        for request in durable?.requests.inOrder ?? [] {
            let timers = [request.pending?.timer, request.retry, request.end].compactMap { $0 }
            for timer in timers { owners[ObjectIdentifier(timer)] = (nil, nil, request.id) }
            requests.append(
                PendingAsk(
                    effect: request.id, gateway: request.gateway,
                    request: WrittenJSON(durable?.requests.shown(request) ?? request.text), durable: true,
                    id: request.key?.string, attempt: request.failures + 1,
                    next: request.pending == nil ? request.due.map(date) : nil,
                    deadline: request.deadline.map(date)))
        }
        for pending in effects.replies.inOrder where durable?.requests.contains(pending.request.id) != true {
            if let timer = pending.timer { owners[ObjectIdentifier(timer)] = (nil, nil, pending.request.id) }
            requests.append(
                PendingAsk(
                    effect: pending.request.id, gateway: pending.request.gateway,
                    request: WrittenJSON(pending.request.masked ?? pending.request.request), durable: false, id: nil,
                    attempt: 1, next: nil, deadline: pending.timer.map { date(.nanoseconds($0.due)) }))
        }
        for (timer, id, key) in durable?.timers.scheduled ?? [] { owners[ObjectIdentifier(timer)] = (id, key, nil) }
        return PendingWork(
            effects: effects.inFlightInOrder.map { effect in
                PendingEffect(effect: "\(effect.number)", id: effect.key.id.map { "\($0.base)" })
            },
            requests: requests,
            timers: effects.timers.inOrder.map { timer in
                let owner = owners[ObjectIdentifier(timer)]
                return PendingTimer(
                    due: date(.nanoseconds(timer.due)), timer: owner?.timer, id: owner?.id, effect: owner?.effect)
            })
    }

    /// Cancels an effect, by its number, or a request or a durable timer, by its id. The core's loop.
    ///
    /// - Returns: false if nothing under way has this id.
    package func cancel(_ id: String, _ listener: any CoreListener) -> Bool {
        defer { if effects.hasAgenda { effects.performAgenda(nil, listener) } }
        // Other spellings of a number, such as "+1", are no ids.
        if let number = Int(id), let effect = effects.inFlight[number], id.isSpelled(as: "\(number)") {
            effects.cancel(effect)
            return true
        }
        guard let id = EffectID(id) else { return false }
        return durable?.requests.cancel(id: id, listener) == true || durable?.timers.cancel(timer: id) == true
            || effects.giveUp(request: id)
    }
}
