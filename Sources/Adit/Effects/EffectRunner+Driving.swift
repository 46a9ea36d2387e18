import AditJSON
import AditSystem

// For Swift programs that make their core by `createAppCore`.
extension EffectRunner {
    /// Which clock effects go by.
    public enum Clock: Sendable {
        /// The system's monotonic one.
        case real
        /// One that moves only by ``EffectRunner/advance(by:)``; the dependency `date` moves with it, from the given
        /// one on.
        case virtual(from: Timestamp)

        /// One that moves only by ``EffectRunner/advance(by:)``, from 2000-01-01T00:00:00Z on.
        public static var virtual: Clock { .virtual(from: .virtualStart) }
    }

    /// A runner for a core that `createAppCore` makes.
    ///
    /// ```swift
    /// let effects = EffectRunner(clock: .virtual)
    /// let input = createAppCore(
    ///     store: store, receivers: [],
    ///     features: [createSearchFeature(effects: effects.makeEffects(), output: output)], effects: effects)
    /// try input(.search(.request(.find("milk"))))
    /// try effects.advance(by: .seconds(1))
    /// ```
    public convenience init(clock: Clock = .real) {
        let kind: CoreTime.Kind =
            switch clock {
            case .real: .real
            case .virtual(let start): .virtual(from: start)
            }
        self.init(time: CoreTime(kind), limit: CoreLimits().effects)
    }

    /// Lets all effects go on that can, and does what is due by now on the real clock. What they put out goes through
    /// the core's input before this returns.
    ///
    /// - Throws: the first error that an effect has thrown, after all of them.
    public func run() throws { try drive(to: time.now) }

    /// Moves a virtual clock on, and does what becomes due, in order; a real one is left to itself.
    ///
    /// - Throws: the first error that an effect has thrown, after all of them.
    public func advance(by duration: Duration) throws {
        guard time.isVirtual else { return try run() }
        try drive(to: time.later(by: duration.nanoseconds))
    }

    /// How long until something is due on the core's clock; nil where there is nothing.
    public var timeToNext: Duration? {
        if ready.hasJobs || hasAgenda { return .zero }
        let due = timers.nextDue
        return due == .max ? nil : .nanoseconds(max(0, due - time.now))
    }

    /// Cancels all effects, unheard, and lets nothing begin any more.
    public func cancelAll() { end() }

    private func drive(to target: Int) throws {
        let listener = FirstFailure()
        environment.within {
            performAgenda(listener)
            repeat {
                while let turn = runNext() {
                    if !turn.isHeard { dropUnheard() }
                    performAgenda(listener)
                    if let error = turn.failure { listener.fail(nil, .thrown(error)) }
                }
            } while fireNext(by: target, listener)
            time.move(to: target)
        }
        if let error = listener.error { throw error }
    }
}

extension Timestamp {
    /// Where a virtual clock begins that is not told otherwise: 2000-01-01T00:00:00Z.
    package static let virtualStart = epoch.advanced(byNanoseconds: 946_684_800_000_000_000)
}
