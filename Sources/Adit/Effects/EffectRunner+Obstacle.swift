extension EffectRunner {
    /// Returns why the requested effects, durable ones included, cannot start; nil if they can.
    @usableFromInline
    func obstacle() -> EffectLimit? {
        let most = agenda.reduce(0) { $1.mayStart ? $0 + 1 : $0 }
        guard most > 0, limitedCount + most > limit else { return nil }
        let starts = countStarts()
        return starts > 0 && limitedCount + starts > limit ? EffectLimit(limit: limit) : nil
    }

    /// Returns the number of effects that the requested acts will start, without those that are skipped because their
    /// id is in flight by then, and those that a throttle holds back.
    private func countStarts() -> Int {
        var starts = 0
        var durableStarts = durable.map { DurableStarts($0) }
        // Differences from the current state.
        var inFlight: [EffectKey: Bool] = [:]
        var throttled: [EffectKey: Bool] = [:]
        var endedScopes: Set<Int> = []
        func isInFlight(_ key: EffectKey) -> Bool {
            inFlight[key] ?? (!endedScopes.contains(key.scope) && self.isInFlight(key))
        }
        func isThrottled(_ key: EffectKey) -> Bool {
            throttled[key] ?? (!endedScopes.contains(key.scope) && throttles[key] != nil)
        }
        func begin(_ effect: Effect) {
            starts += 1
            if effect.key.id != nil { inFlight[effect.key] = true }
        }
        for act in agenda {
            switch act {
            case .start(let effect, let overlap):
                if overlap == .skip, isInFlight(effect.key) { continue }
                if overlap == .cancelPrevious { throttled[effect.key] = false }
                begin(effect)
            case .throttle(let effect, let interval, _):
                if interval > .zero {
                    if isThrottled(effect.key) { continue }
                    throttled[effect.key] = true
                }
                begin(effect)
            case .cancel(let key): (inFlight[key], throttled[key]) = (false, false)
            case .cancelScopes(let scopes):
                for key in inFlight.keys where scopes.contains(key.scope) { inFlight[key] = false }
                for key in throttled.keys where scopes.contains(key.scope) { throttled[key] = false }
                endedScopes.formUnion(scopes)
            case .durable(let act): durableStarts?.add(act)
            case .send, .cancelRequest, .perform: break
            }
        }
        return starts + (durableStarts?.count ?? 0)
    }
}

extension EffectRunner.Act {
    /// Whether it may start an effect.
    fileprivate var mayStart: Bool {
        switch self {
        case .start, .throttle: true
        case .durable(let act): act.mayStart
        case .send, .cancelRequest, .cancel, .cancelScopes, .perform: false
        }
    }
}
