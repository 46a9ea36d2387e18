import AditState

extension EffectRunner {
    struct Throttle {
        let timer: TimerQueue.Timer
        let interval: Duration
        /// The effect to start at the end of the interval.
        var latest: (effect: Effect, cause: Cause?)?
    }

    func throttle(_ effect: Effect, _ interval: Duration, _ latest: Bool, _ cause: Cause?, _ listener: any CoreListener)
    {
        let key = effect.key
        if interval <= .zero { return start(effect, cause, listener) }
        guard throttles[key] == nil else {
            guard latest else { return effect.drop() }
            throttles[key]?.latest?.effect.drop()
            throttles[key]?.latest = (effect, cause)
            return
        }
        beginInterval(key, interval)
        start(effect, cause, listener)
    }

    private func beginInterval(_ key: EffectKey, _ interval: Duration) {
        let timer = timers.add(due: time.now.addingSaturated(interval.nanoseconds)) { [weak self] listener in
            guard let self, let ended = throttles.removeValue(forKey: key), let latest = ended.latest else { return }
            beginInterval(key, ended.interval)
            start(latest.effect, latest.cause, listener)
        }
        throttles[key] = Throttle(timer: timer, interval: interval)
        batch?.throttles.append((key, timer))
    }

    func endThrottle(_ key: EffectKey) {
        guard let throttle = throttles.removeValue(forKey: key) else { return }
        timers.remove(throttle.timer)
        throttle.latest?.effect.drop()
    }
}
