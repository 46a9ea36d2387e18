import AditJSON
import AditState
import AditSystem

/// Runs the effects of a core: its executor, its timers, and what its messages have asked of the outside world.
///
/// It has no thread. Whoever drives the core calls it between messages: an ``App``'s core does so by itself; a Swift
/// program that makes its core by `createAppCore(store:receivers:features:effects:)` calls ``run()``, or
/// ``advance(by:)``.
///
/// All of it is used on the core's loop, but for the jobs that other threads make ready.
public final class EffectRunner: @unchecked Sendable {
    package let ready = ReadyQueue()
    package let timers = TimerQueue()
    package let time: CoreTime
    package let environment: CoreEnvironment
    let replies: PendingRequests
    let limit: Int
    // Accesses last for one statement each.
    @exclusivity(unchecked) var agenda: [Act] = []
    /// Whether something was asked for that has not begun.
    @exclusivity(unchecked) @usableFromInline var hasAgenda = false
    @exclusivity(unchecked) var inFlight: [Int: Effect] = [:]
    @exclusivity(unchecked) var named: [EffectKey: [Effect]] = [:]
    @exclusivity(unchecked) var throttles: [EffectKey: Throttle] = [:]
    @exclusivity(unchecked) var lastNumber = 0
    @exclusivity(unchecked) private var lastScope = 0
    /// The effect whose job is running.
    @exclusivity(unchecked) private(set) var running: Effect?
    /// Whether that one had been cancelled before, so that it is not heard.
    @exclusivity(unchecked) private(set) var runsUnheard = false
    var isClosed = false
    /// Whether effects are left that ignored their cancellation: nothing of them runs any more.
    @exclusivity(unchecked) var isAbandoned = false
    /// Records events; nil if disabled.
    @exclusivity(unchecked) var journal: Journal?
    /// Records causes; nil if disabled.
    @exclusivity(unchecked) @usableFromInline var trace: Trace?
    /// What the present batch did, where it may have to be undone; nil where that cannot be.
    @exclusivity(unchecked) var batch: EffectBatch?

    /// - Parameters:
    ///   - time: the core's clock.
    ///   - limit: how many effects may be in flight.
    ///   - context: which values dependencies have; nil: those of tests where tests run.
    ///   - bring: sets the core's own dependencies.
    package init(
        time: CoreTime, limit: Int, context: DependencyContext? = nil,
        bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) {
        self.time = time
        self.limit = limit
        replies = PendingRequests(timers, time)
        let clock = CoreClock(time, timers)
        environment = CoreEnvironment(context: context ?? .ofProcess) { values in
            values.clock = clock
            if time.isVirtual { values.date = DateGenerator { time.date ?? .epoch } }
            bring(&values)
        }
    }

    deinit { end() }

    /// How many effects are in flight.
    package var count: Int { inFlight.count }

    /// Makes the way in for one feature: ids that it uses are its own.
    public func makeEffects() -> Effects {
        lastScope += 1
        return Effects(self, scope: lastScope)
    }

    /// Whether another effect may begin.
    var hasRoom: Bool { count < limit && !isClosed }

    /// Whether an effect of that name is in flight.
    func isInFlight(_ key: EffectKey) -> Bool { named[key] != nil }
}

// MARK: - Running

extension EffectRunner {
    /// Runs the next job that is ready.
    ///
    /// - Parameter begin: called first, with the cause of the effect.
    /// - Returns: what it was part of, for whom what it put out and asked for is to be handled; nil where there was
    ///   none.
    package func runNext(_ begin: (Cause?) -> Void = { _ in }) -> Turn? {
        guard let next = ready.pop() else { return nil }
        let effect = next.effect
        begin(effect.cause)
        trace?.present = effect.traced
        journal?.begin("effect") { $0.write(effect.number) }
        let turn = Turn(effect: effect, isHeard: !effect.isCancelled)
        let before = running
        running = effect
        runsUnheard = effect.isCancelled
        environment.withJob { next.job.runSynchronously(on: effect.asUnownedTaskExecutor()) }
        running = before
        runsUnheard = false
        if effect.state == .finished { remove(effect) }
        return turn
    }

    /// A job that has run.
    package struct Turn {
        let effect: Effect
        /// Whether what it put out is heard: that of a cancelled effect is not.
        let isHeard: Bool

        /// What its effect has failed with, if it has ended by it.
        var failure: (any Error)? { isHeard && effect.state == .finished ? effect.error : nil }
    }

    /// Does what is due at `time`, one thing; a virtual clock is moved there.
    ///
    /// - Returns: false where nothing was due.
    package func fireNext(by limit: Int, _ listener: any CoreListener) -> Bool {
        guard let timer = timers.takeDue(by: limit) else { return false }
        time.move(to: timer.due)
        trace?.present = nil
        journal?.begin("timer") { $0.write(timer.due) }
        timer.fire(listener)
        performAgenda(listener)
        return true
    }

    /// Whether a timer is due. Any thread.
    package var hasDueTimer: Bool {
        let due = timers.nextDue
        return due != .max && !time.isVirtual && due <= time.present
    }
}

extension EffectRunner {
    /// How many requests to the host are not answered yet.
    package var openRequests: Int { replies.count }

    /// How many replies came late, twice, or for nothing that was asked.
    package var ignoredReplies: Int { replies.ignored }
}
