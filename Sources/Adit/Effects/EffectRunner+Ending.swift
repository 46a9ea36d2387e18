import AditJSON

extension EffectRunner {
    var inFlightInOrder: [Effect] { inOrder(inFlight.values) }

    /// Returns effects in the order of their start.
    func inOrder(_ effects: some Sequence<Effect>) -> [Effect] { effects.sorted { $0.number < $1.number } }

    func cancel(_ key: EffectKey) {
        endThrottle(key)
        for effect in named[key] ?? [] { cancel(effect) }
    }

    func cancel(_ effect: Effect) {
        forgetName(of: effect)
        effect.cancel()
    }

    private func forgetName(of effect: Effect) {
        guard effect.isNamed, let index = named.index(forKey: effect.key) else { return }
        // Most keys have one effect: a single lookup.
        if named.values[index].count > 1 {
            named.values[index].removeAll { $0 === effect }
        } else if named.values[index].first === effect {
            named.remove(at: index)
        }
    }

    func remove(_ effect: Effect) {
        guard inFlight.removeValue(forKey: effect.number) != nil else { return }
        forgetName(of: effect)
        // Memory for many is not kept.
        if inFlight.isEmpty, inFlight.capacity > mostSpare { inFlight = [:] }
    }

    /// Cancels all effects in flight, and starts no further ones.
    func stopAll() {
        isClosed = true
        for key in Array(throttles.keys) { endThrottle(key) }
        for effect in inFlightInOrder { cancel(effect) }
    }

    /// Ends all effects, and discards their outputs. An effect that ignores its cancellation is abandoned.
    package func end() {
        environment.within {
            stopAll()
            dropAgenda()
            let listener = DiscardingListener()
            var left = mostLastJobs
            while left > 0, !isAbandoned, runNext() != nil {
                left -= 1
                performAgenda(nil, listener)
            }
            if ready.hasJobs { isAbandoned = true }
        }
    }

    /// The number of jobs that effects may run while they end, so that an effect that ignores its cancellation does not
    /// block.
    var mostLastJobs: Int { 1_000 + 100 * count }
}

/// A listener that discards everything, for effects that end after their core.
private final class DiscardingListener: CoreListener {
    func announce<M>(_: M, _: MessageDirection, of _: Cause?, by _: (M, JSONWriter) throws(CodingFailure) -> Void) {}
    func request(_: HostRequest, of _: Cause?) {}
    func cancel(_: HostRequest, of _: Cause?) {}
    func fail(_: AnyMessage?, _: CoreFailure, of _: Cause?) {}
}
