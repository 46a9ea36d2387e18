import AditJSON
import AditState

/// A runner of the effects of a core: its executor, its timers, and its requests for effects and to the host.
///
/// An effect is a task of Swift whose jobs run on this executor alone, one at a time, between messages: so its code may
/// read the store and output messages without a lock. What features ask for while a message is handled, an effect to
/// start or to cancel, is noted in the agenda, and done once the message has succeeded; if it fails, the agenda is
/// dropped with its changes. An effect that awaits the clock waits in `timers`; one that awaits a host's answer waits
/// in `replies`. Both make it ready again, from whichever thread, and the core's loop runs it in its turn.
///
/// It has no thread. The driver of the core calls it between messages: an ``App``'s core does so by itself; a Swift
/// program that makes its core by `createAppCore(store:receivers:features:effects:)` calls ``run()``, or
/// ``advance(by:)``.
///
/// Used on the core's loop, except for jobs that other threads enqueue.
public final class EffectRunner: @unchecked Sendable {
    package let ready = ReadyQueue()
    package let timers = TimerQueue()
    package let time: CoreTime
    package let environment: CoreEnvironment
    let replies: PendingRequests
    // Accesses last for one statement each.
    /// The maximum of ``limitedCount``.
    @exclusivity(unchecked) var limit: Int
    @exclusivity(unchecked) var agenda: [Act] = []
    /// Whether there are requested acts that are not performed yet.
    @exclusivity(unchecked) @usableFromInline var hasAgenda = false
    /// The effects in flight, by their numbers.
    @exclusivity(unchecked) var inFlight: [Int: Effect] = [:]
    /// The effects that survive the end of the process.
    @exclusivity(unchecked) weak var durable: DurableEffects?
    @exclusivity(unchecked) var named: [EffectKey: [Effect]] = [:]
    @exclusivity(unchecked) var throttles: [EffectKey: Throttle] = [:]
    @exclusivity(unchecked) var lastNumber = 0
    @exclusivity(unchecked) private var lastScope = 0
    /// The effect whose job is running.
    @exclusivity(unchecked) private(set) var running: Effect?
    /// Whether that effect was cancelled before the job, so that its outputs are discarded.
    @exclusivity(unchecked) private(set) var runsUnheard = false
    var isClosed = false
    /// Whether effects are held back: they do not run until they are cancelled, and the host is asked nothing.
    @exclusivity(unchecked) package internal(set) var isHolding = false
    /// Whether effects that ignored their cancellation are abandoned: their jobs no longer run.
    @exclusivity(unchecked) var isAbandoned = false
    /// Records events; nil if disabled.
    @exclusivity(unchecked) var journal: Journal?
    /// The masks for the app's texts; nil if it has no secrets, or neither journal nor trace.
    @exclusivity(unchecked) package internal(set) var secrets: AppSecrets?
    /// Records causes; nil if disabled.
    @exclusivity(unchecked) package internal(set) var trace: Trace?
    /// The acts of the current batch, to undo them; nil if batches cannot fail.
    @exclusivity(unchecked) var batch: EffectBatch?

    /// - Parameters:
    ///   - time: the core's clock.
    ///   - limit: the maximum number of effects in flight, durable requests and timers included.
    ///   - context: the context of the dependencies' values; nil: `test` if the process runs tests, else `live`.
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

    /// The number of effects in flight.
    package var count: Int { inFlight.count }

    /// The number of effects in flight, durable requests and timers included.
    var limitedCount: Int { count + (durable?.count ?? 0) }

    /// Whether the limit allows another effect, durable request or timer.
    var isBelowLimit: Bool { limitedCount < limit }

    /// Creates the ``Effects`` of one feature: other features do not know the ids that are used in it.
    public func makeEffects() -> Effects {
        lastScope += 1
        return Effects(self, scope: lastScope)
    }

    /// Returns the result of a closure, and the scopes of the ``Effects`` that it has created.
    func scopes<R>(createdBy body: () -> R) -> (R, Range<Int>) {
        let first = lastScope + 1
        let result = body()
        return (result, first..<lastScope + 1)
    }

    /// The scopes of the effects in flight, and of those that are throttled.
    var busyScopes: Set<Int> {
        Set(inFlight.values.lazy.map(\.key.scope)).union(throttles.keys.lazy.map(\.scope))
    }

    /// Whether another effect may start.
    var hasRoom: Bool { isBelowLimit && !isClosed }

    /// Returns whether an effect of this key is in flight.
    func isInFlight(_ key: EffectKey) -> Bool { named[key] != nil }
}

// MARK: - Running

extension EffectRunner {
    /// Runs the next runnable job.
    ///
    /// - Parameter willRun: called with the job's effect before it runs.
    /// - Returns: the job's effect, whose outputs and requests are to be handled; nil if no job is runnable.
    package func runNext(_ willRun: (Effect) -> Void = { _ in }) -> Turn? {
        guard let next = ready.pop() else { return nil }
        let effect = next.effect
        journal?.begin("effect") { $0.write(effect.number) }
        willRun(effect)
        let turn = Turn(effect: effect, isHeard: !effect.isCancelled)
        let before = running
        running = effect
        runsUnheard = effect.isCancelled
        environment.withJob {
            if let job = next.job { job.runSynchronously(on: effect.asUnownedTaskExecutor()) } else { effect.runStep() }
        }
        running = before
        runsUnheard = false
        if effect.state == .finished { remove(effect) }
        return turn
    }

    /// A job that has run.
    package struct Turn {
        let effect: Effect
        /// Whether its outputs are handled: those of a cancelled effect are discarded.
        let isHeard: Bool

        /// The error that ended its effect; nil if none.
        var failure: (any Error)? { isHeard && effect.state == .finished ? effect.error : nil }
    }

    /// Fires the next timer that is due by `limit`; a virtual clock is moved to the timer's due time.
    ///
    /// - Returns: false if no timer was due.
    package func fireNext(by limit: Int, _ listener: any CoreListener) -> Bool {
        guard let timer = timers.removeDue(by: limit) else { return false }
        time.move(to: timer.due)
        if timer.isNoted { journal?.begin("timer") { $0.write(timer.due) } }
        timer.fire(listener)
        performAgenda(nil, listener)
        return true
    }

    /// Whether a timer is due; on a virtual clock, one that is due at once. Any thread.
    package var hasDueTimer: Bool { timers.nextDue <= time.present }
}

extension EffectRunner {
    /// The number of pending requests to the host.
    package var openRequests: Int { replies.count }

    /// The number of ignored replies: late, duplicate, or without a request.
    package var ignoredReplies: Int { replies.ignored }

    /// The gateway of a request; nil if it is not pending.
    package func gateway(of request: String) -> String? { replies.request(request)?.request.gateway }

    /// Returns whether a client may answer a request: one that its own message caused, or one that is not pending.
    package func mayAnswer(_ request: String, _ client: String) -> Bool {
        guard let pending = replies.request(request) else { return true }
        return pending.cause?.client?.isSpelled(as: client) ?? false
    }

    /// Returns whether a request waits for an answer: not one that is not pending, nor a source, which may just end.
    package func needsAnswer(_ request: String) -> Bool { replies.request(request)?.request.replies == .one }
}

extension EffectRunner {
    /// The effects in flight, in the order of their start: their numbers, which increase, and their ids; nil without an
    /// id.
    package var inFlightIDs: [(number: Int, id: AnyHashable?)] { inFlightInOrder.map { ($0.number, $0.key.id) } }
}
