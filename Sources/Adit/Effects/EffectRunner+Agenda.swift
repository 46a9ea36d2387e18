import AditState

extension EffectRunner {
    /// A request of a message for effects or the host. It is performed once the message has succeeded.
    enum Act {
        /// A request to the host, and the effect that made it; nil if a message made it.
        case send(HostRequest, Effect?)
        case cancelRequest(HostRequest, Cause?)
        case start(Effect, Overlap)
        case throttle(Effect, Duration, latest: Bool)
        case cancel(EffectKey)
        case cancelScopes(Range<Int>)
        case durable(DurableAct)
        case perform((Cause?, any CoreListener) -> Void)
    }

    func ask(_ act: consuming Act) {
        agenda.append(act)
        hasAgenda = true
    }

    /// Performs the requested acts, in order.
    @usableFromInline
    func performAgenda(_ cause: Cause?, _ listener: any CoreListener) {
        // The end of an effect may add acts.
        while hasAgenda {
            if agenda.count == 1 {
                // Most messages have one request at most, which needs no copy of the list.
                hasAgenda = false
                perform(agenda.removeLast(), cause, listener)
            } else {
                for act in removeAgenda() { perform(act, cause, listener) }
            }
        }
    }

    /// Discards the requested acts.
    @usableFromInline
    func dropAgenda() {
        for act in removeAgenda() {
            switch act {
            case .start(let effect, _), .throttle(let effect, _, _): effect.drop()
            default: break
            }
        }
    }

    /// Discards the requested acts of a cancelled effect, except its cancellations of host requests.
    func dropUnheard() {
        guard hasAgenda else { return }
        let acts = removeAgenda()
        for act in acts {
            switch act {
            case .cancelRequest: ask(act)
            case .start(let effect, _), .throttle(let effect, _, _): effect.drop()
            case .send, .cancel, .cancelScopes, .durable, .perform: break
            }
        }
    }

    private func removeAgenda() -> [Act] {
        defer { agenda = [] }
        hasAgenda = false
        return agenda
    }

    private func perform(_ act: consuming Act, _ cause: Cause?, _ listener: any CoreListener) {
        switch act {
        case .send(let request, let effect):
            batch?.tells.append((request, effect, cause))
            trace?.add(
                .request(id: request.id), request.gateway, request.masked ?? request.request,
                from: effect?.traced ?? trace?.present)
            if isHolding { return }
            record(request.id, request.gateway, of: cause)
            listener.request(request, of: cause)
        case .cancelRequest(let request, let cause):
            if batch?.isLost(request) == true { return }
            batch?.cancels.append((request, cause))
            listener.cancel(request, of: cause)
        case .start(let effect, let overlap):
            if overlap == .skip, isInFlight(effect.key) { return effect.drop() }
            if overlap == .cancelPrevious { cancel(effect.key) }
            start(effect, cause, listener)
        case .throttle(let effect, let interval, let latest):
            throttle(effect, interval, latest, cause, listener)
        case .cancel(let key):
            cancel(key)
        case .cancelScopes(let scopes):
            for key in throttles.keys.filter({ scopes.contains($0.scope) }) { endThrottle(key) }
            let cancelled = inFlight.values.filter { scopes.contains($0.key.scope) }
            for effect in inOrder(cancelled) { cancel(effect) }
        case .durable(let act):
            durable?.perform(act, cause, listener)
        case .perform(let body):
            body(cause, listener)
        }
    }

    /// Runs work as an effect of one job, with the dependencies of its cause. The limit of effects does not apply.
    ///
    /// - Parameter origin: the trace entry of its cause.
    func perform(of cause: Cause?, from origin: Int?, _ work: @escaping () throws -> Void) {
        guard !isClosed else { return }
        let effect = Effect(EffectKey(scope: 0, id: nil), ready, environment, step: work)
        effect.origin = origin
        begin(effect, cause)
    }

    func start(_ effect: Effect, _ cause: Cause?, _ listener: any CoreListener) {
        guard !isClosed else { return effect.drop() }
        guard isBelowLimit else {
            effect.drop()
            return refuse(cause, listener)
        }
        begin(effect, cause)
    }

    /// Reports that the limit allows no further effect, durable request or timer. What a message asks for is refused
    /// with the message (``obstacle()``): this is for what an effect asks for, or a feature at its creation.
    func refuse(_ cause: Cause?, _ listener: any CoreListener) {
        listener.fail(nil, .overrun(EffectLimit(limit: limit)), of: cause)
    }

    private func begin(_ effect: Effect, _ cause: Cause?) {
        lastNumber += 1
        effect.number = lastNumber
        inFlight[lastNumber] = effect
        effect.traced = trace?.add(.effect(lastNumber), "", nil, from: effect.origin)
        if effect.isNamed { named[effect.key, default: []].append(effect) }
        batch?.starts.append(effect)
        if isHolding { effect.hold(cause) } else { effect.start(cause) }
    }

    /// Records a request in the undo history, which does not revert it.
    func record(_ id: EffectID, _ gateway: String, of cause: Cause?) {
        guard let mark = cause?.mark else { return }
        journal?.history?.record(UndoMark.Request(effect: id.description, gateway: gateway), of: mark)
    }
}
