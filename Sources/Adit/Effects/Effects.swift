import AditState

/// Asynchronous work for a feature or a use case: it runs beside the messages, on the core's own loop, and ends in
/// messages.
///
/// ```swift
/// effects.run(id: "search", whileInFlight: .cancelPrevious) {
///     let found = try await host(.search(text))
///     output(.search(.response(.wasFound(found))))
/// }
/// ```
///
/// An effect starts once the message that requested it has succeeded; a failed message starts none. An effect has the
/// dependencies of the place of the request, and its outputs and requests carry the `@id` of the message. Its error
/// reaches the host as an `@error`, like that of a handler; the outputs of a cancelled effect are discarded.
/// The work need not be `@Sendable`: it never leaves the core's loop. It may await only gateways, the clock, and other
/// such work; `Task.sleep` and unstructured `Task {}` need threads, which a core does not have.
///
/// Each ``CoreBuilder/makeEffects()`` has separate ids: other features do not know those that are used in it.
/// Used on the core's loop.
public struct Effects {
    let runner: EffectRunner
    let scope: Int

    init(_ runner: EffectRunner, scope: Int) {
        self.runner = runner
        self.scope = scope
    }

    /// Starts an effect.
    public func run(_ work: @escaping () async throws -> Void) {
        ask(.start(effect(EffectKey(scope: scope, id: nil), work), .allow))
    }

    /// Starts an effect with an id, by which it can be cancelled.
    ///
    /// - Parameters:
    ///   - id: the id, unique in this scope.
    ///   - overlap: what to do where work of this id is in flight already.
    ///   - work: the work, on the core's loop.
    public func run(
        id: some Hashable & Sendable, whileInFlight overlap: Overlap = .allow, _ work: @escaping () async throws -> Void
    ) {
        let key = key(id)
        // Skips the creation of a task that would not run.
        if overlap == .skip, !runner.hasAgenda, runner.isInFlight(key) { return }
        ask(.start(effect(key, work), overlap))
    }

    /// Starts some work after a while in which it was not asked for again under this id.
    ///
    /// - Parameters:
    ///   - id: the id, unique in this scope.
    ///   - quiet: the while, from the last request on.
    ///   - work: the work, on the core's loop.
    public func debounce(
        id: some Hashable & Sendable, for quiet: Duration, _ work: @escaping () async throws -> Void
    ) {
        after(quiet, id: id, whileInFlight: .cancelPrevious, work)
    }

    /// Starts some work at most once in every interval. Work that is requested meanwhile under this id does not run,
    /// or, with `latest`, the last of it runs when the interval is over.
    ///
    /// - Parameters:
    ///   - id: the id, unique in this scope.
    ///   - interval: the minimum time from one start to the next.
    ///   - latest: whether the last request of an interval runs when it is over.
    ///   - work: the work, on the core's loop.
    public func throttle(
        id: some Hashable & Sendable, every interval: Duration, latest: Bool = false,
        _ work: @escaping () async throws -> Void
    ) {
        ask(.throttle(effect(key(id), work), interval, latest: latest))
    }

    /// Starts an effect that begins its work after a delay.
    public func after(_ duration: Duration, _ work: @escaping () async throws -> Void) {
        run { [sleep] in
            try await sleep(duration)
            try await work()
        }
    }

    /// Starts some work under an id when a time has passed.
    ///
    /// - Parameters:
    ///   - duration: the time to pass.
    ///   - id: the id, unique in this scope.
    ///   - overlap: what to do where work of this id is in flight already.
    ///   - work: the work, on the core's loop.
    public func after(
        _ duration: Duration, id: some Hashable & Sendable, whileInFlight overlap: Overlap = .allow,
        _ work: @escaping () async throws -> Void
    ) {
        run(id: id, whileInFlight: overlap) { [sleep] in
            try await sleep(duration)
            try await work()
        }
    }

    /// Starts an effect that repeats its work, first after one interval, until the work throws or the effect is
    /// cancelled. If the core cannot keep up, missed repetitions are skipped.
    ///
    /// - Parameters:
    ///   - interval: a millisecond at least.
    ///   - id: the id, unique in this scope; work in flight under it is cancelled first.
    ///   - work: the work, on the core's loop.
    public func every(_ interval: Duration, id: some Hashable & Sendable, _ work: @escaping () async throws -> Void) {
        run(id: id, whileInFlight: .cancelPrevious, repeated(every: interval, work))
    }

    /// Cancels the effects in flight under an id: their output is discarded, and their pending gateway requests are
    /// cancelled.
    public func cancel(id: some Hashable & Sendable) { ask(.cancel(key(id))) }

    /// Cancels all effects of this scope.
    public func cancelAll() { ask(.cancelScopes(scope..<scope + 1)) }

    /// Returns whether an effect of an id is in flight.
    public func isInFlight(id: some Hashable & Sendable) -> Bool { runner.isInFlight(key(id)) }
}

extension Effects {
    private func ask(_ act: EffectRunner.Act) { runner.ask(act) }

    private func key(_ id: some Hashable & Sendable) -> EffectKey { EffectKey(scope: scope, id: AnyHashable(id)) }

    func effect(_ key: EffectKey, _ work: @escaping () async throws -> Void) -> Effect {
        let effect = Effect(key, runner.ready, runner.environment, work)
        effect.origin = runner.trace?.present
        return effect
    }

    private var sleep: (Duration) async throws -> Void {
        { [time = runner.time, timers = runner.timers] duration in
            try await timers.sleep(until: time.now.addingSaturated(duration.nanoseconds), on: time)
        }
    }

    /// Returns work that repeats at each multiple of an interval.
    func repeated(every interval: Duration, _ work: @escaping () async throws -> Void) -> () async throws -> Void {
        let step = max(interval.nanoseconds, 1_000_000)
        return { [time = runner.time, timers = runner.timers] in
            var due = time.now.addingSaturated(step)
            while true {
                try await timers.sleep(until: due, on: time)
                try await work()
                let late = max(0, time.now - due) / step
                due = due.addingSaturated((late + 1) * step)
            }
        }
    }
}

/// The handling of an effect that is requested while others of its id are in flight.
public enum Overlap: Sendable {
    /// Runs it beside them.
    case allow
    /// Cancels them, and runs it.
    case cancelPrevious
    /// Does not run it.
    case skip
}
