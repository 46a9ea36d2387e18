import AditJSON
import AditState

// Driving a core that a Swift program makes by `createAppCore`.
extension EffectRunner {
    /// The clock of effects.
    public enum Clock: Sendable {
        /// The system's monotonic clock.
        case real
        /// A clock that moves only by ``EffectRunner/advance(by:)``. The dependency `date` begins at the given date and
        /// moves with it.
        case virtual(from: Timestamp)

        /// A clock that moves only by ``EffectRunner/advance(by:)``, from 2000-01-01T00:00:00Z on.
        public static var virtual: Clock { .virtual(from: .virtualStart) }
    }

    /// Creates a runner for a core that `createAppCore` makes.
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

    /// Runs all runnable effects, and fires the timers that are due on the real clock. Their outputs pass the core's
    /// input before this returns.
    ///
    /// - Throws: the first error of an effect, after all of them have run.
    public func run() throws { try drive(to: time.now) }

    /// Advances a virtual clock, and fires the timers that become due, in order; with a real clock, the same as
    /// ``run()``.
    ///
    /// - Throws: the first error of an effect, after all of them have run.
    public func advance(by duration: Duration) throws {
        guard time.isVirtual else { return try run() }
        try drive(to: time.later(by: duration.nanoseconds))
    }

    /// The time until the next timer on the core's clock; zero if effects are runnable; nil if nothing is scheduled.
    public var timeToNext: Duration? {
        if ready.hasJobs || hasAgenda { return .zero }
        let due = timers.nextDue
        return due == .max ? nil : .nanoseconds(max(0, due - time.now))
    }

    /// Cancels all effects, discards their outputs, and starts no further effects.
    public func cancelAll() { end() }

    private func drive(to target: Int) throws {
        let listener = FirstFailure()
        environment.within {
            performAgenda(nil, listener)
            repeat {
                while let turn = runNext() {
                    if !turn.isHeard { dropUnheard() }
                    performAgenda(nil, listener)
                    if let error = turn.failure { listener.fail(nil, .thrown(error), of: nil) }
                }
            } while fireNext(by: target, listener)
            time.move(to: target)
        }
        if let error = listener.removeFailure() { throw error }
    }
}

extension Timestamp {
    /// The default start of a virtual clock: 2000-01-01T00:00:00Z.
    package static let virtualStart = epoch.advanced(byNanoseconds: 946_684_800_000_000_000)
}
