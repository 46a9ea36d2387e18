import AditJSON
import AditState

/// A handler of a message and of all messages that it causes, breadth first, one at a time. This defines the order of a
/// core.
///
/// The outputs of a message are queued while it is handled, and handled after it; they never recurse. A message whose
/// handling throws is undone and its outputs are dropped; the queue continues.
///
/// The code that runs for each message is inlinable, so that it is specialized for the app's own messages, which then
/// lie on the stack and in arrays instead of heap boxes (`benchmarks/run`: an `add` causes two).
@usableFromInline
final class Cascade<Kind: MessageKind> {
    @usableFromInline typealias Message = Kind.Message

    @usableFromInline let router: Router<Message>
    @usableFromInline let outputQueue: OutputQueue<Message>
    @usableFromInline let transaction: Transaction
    @usableFromInline let effects: EffectRunner
    @usableFromInline let limits: CoreLimits
    /// Whether there is middleware, a trace, or an unhandled case: without them, a message skips their cost.
    @usableFromInline let hasMiddleware: Bool
    @usableFromInline let isTraced: Bool
    @usableFromInline let isWatched: Bool
    /// Whether there is an undo history.
    @usableFromInline let hasHistory: Bool
    /// Passes a message through the middleware to ``reach(_:)``.
    @exclusivity(unchecked) @usableFromInline var entry: Input<Message> = { _ in }
    /// The message that is passing the middleware; nil if none.
    // Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline var passage: Passage?
    /// Records causes; nil if disabled.
    @usableFromInline let trace: Trace?

    /// A message that is passing the middleware.
    @usableFromInline
    struct Passage {
        /// The listener to announce it to; nil for a message from outside.
        @usableFromInline let listener: (any CoreListener)?
        @usableFromInline let cause: Cause?
        /// Whether its announcement failed.
        @usableFromInline var isUnannounced = false

        @inlinable
        init(_ listener: (any CoreListener)?, _ cause: Cause?) {
            self.listener = listener
            self.cause = cause
        }
    }

    @inlinable
    init(
        _ router: Router<Message>, _ outputQueue: OutputQueue<Message>, _ transaction: Transaction,
        _ effects: EffectRunner,
        _ limits: CoreLimits
    ) {
        self.router = router
        self.outputQueue = outputQueue
        self.transaction = transaction
        self.effects = effects
        self.limits = limits
        trace = effects.trace
        isTraced = trace != nil
        isWatched = isTraced || router.hasUnhandledCases
        hasHistory = effects.hasHistory
        hasMiddleware = !router.middleware.isEmpty
        if hasMiddleware { lead() }
    }

    /// Puts the middleware in front of the receivers and features.
    @inlinable
    func lead() {
        entry = chain(router.middleware) { [unowned self] message in try reach(message) }
    }

    /// Handles a message from outside and all messages that it causes.
    @inlinable
    func run(_ message: MessageBox<Message>, _ cause: Cause?, _ listener: any CoreListener) {
        if isWatched { note(message, cause, listener) }
        if hasMiddleware {
            pass(message.message, isAnnounced: false, cause, listener)
        } else {
            dispatch(message.message, cause, listener)
        }
        followUp(cause, listener)
    }

    /// Ends a batch: commits its changes, and notifies the store's observers. Their outputs are handled as a batch of
    /// their own.
    @inlinable
    func endBatch(_ listener: any CoreListener) {
        settle(listener)
        commit(listener)
        finishBatch(listener)
    }

    /// Handles what the store's observers put out when a batch was written.
    @inlinable
    func finishBatch(_ listener: any CoreListener) {
        var rounds = 0
        while !outputQueue.messages.isEmpty {
            rounds += 1
            guard rounds <= limits.generations else { return stop(after: rounds - 1, listener) }
            settle(listener)
            commit(listener)
        }
        beginAgenda(nil, listener)
    }

    @inlinable
    @inline(__always)
    func commit(_ listener: any CoreListener) {
        if transaction.isStored { return commitStored(listener) }
        _ = transaction.commit()
    }

    /// Handles outputs that were queued while no message was handled: by features at their creation, and by observers.
    @inlinable
    func settle(_ listener: any CoreListener) {
        if isTraced { trace?.present = nil }
        beginAgenda(nil, listener)
        if !outputQueue.messages.isEmpty { followUp(nil, listener) }
    }

    /// Handles the requests and outputs of an effect: each output begins a cascade of its own.
    @inlinable
    func runOutputs(isHeard: Bool, _ cause: Cause?, _ listener: any CoreListener) {
        // Changes that the effect itself made are kept.
        transaction.keep()
        beginAgenda(cause, listener)
        guard !outputQueue.messages.isEmpty else { return }
        guard isHeard else { return outputQueue.drop() }
        let origin = trace?.present
        // Most effects have one output, which needs no copy of the queue.
        if outputQueue.messages.count == 1 {
            return run(output: outputQueue.messages.removeLast(), from: origin, cause, listener)
        }
        for message in outputQueue.takeMessages() { run(output: message, from: origin, cause, listener) }
    }

    @inlinable
    func run(output message: Message, from origin: Int?, _ cause: Cause?, _ listener: any CoreListener) {
        if isTraced { note(output: message, from: origin) }
        let revision = transaction.revision
        if follow(message, number: 1, generation: 1, cause, listener) { followUp(cause, listener) }
        if hasHistory, transaction.revision > revision { effects.note(change: Kind.casePath(of: message)) }
    }

    /// Handles the queued outputs and the messages that they cause.
    @inlinable
    func followUp(_ cause: Cause?, _ listener: any CoreListener) {
        if isTraced, let trace { return followUp(telling: trace, cause, listener) }
        var next = 0
        var generation = 1
        // Most messages cause at most one other, which needs no queue.
        while outputQueue.messages.count == 1 {
            let message = outputQueue.messages.removeLast()
            next += 1
            guard follow(message, number: next, generation: generation, cause, listener) else { return }
            generation += 1
        }
        guard !outputQueue.messages.isEmpty else { return }
        followUpQueue(number: next, generation: generation, cause, listener)
    }

    /// Handles more than one queued output, and the messages that they cause.
    @inlinable
    func followUpQueue(number: Int, generation: Int, _ cause: Cause?, _ listener: any CoreListener) {
        var next = number
        var generation = generation
        var caused = outputQueue.takeMessages()
        var position = 0
        var generationEnd = caused.count
        while position < caused.count {
            if position == generationEnd {
                generation += 1
                generationEnd = caused.count
            }
            next += 1
            guard follow(caused[position], number: next, generation: generation, cause, listener) else { return }
            position += 1
            if !outputQueue.messages.isEmpty { caused.append(contentsOf: outputQueue.takeMessages()) }
        }
    }

    /// Handles a caused message.
    ///
    /// - Returns: false if the cascade is cut off at it; its queue is then empty.
    @inlinable
    @inline(__always)
    func follow(_ message: Message, number: Int, generation: Int, _ cause: Cause?, _ listener: any CoreListener) -> Bool
    {
        if limits.areExceeded(messages: number, generation: generation) {
            cutOff(at: message, number: number, cause, listener)
            return false
        }
        if hasMiddleware {
            pass(message, isAnnounced: true, cause, listener)
            return true
        }
        do {
            try listener.announce(message, Kind.direction(of: message), of: cause) {
                (message, writer) throws(CodingFailure) in try Kind.write(message, to: writer)
            }
        } catch {
            skip(message, error, cause, listener)
            return true
        }
        dispatch(message, cause, listener)
        return true
    }

    /// Passes a message to the receivers and features; undoes it if one of them throws.
    @inlinable
    @inline(__always)
    func dispatch(_ message: Message, _ cause: Cause?, _ listener: any CoreListener) {
        transaction.begin()
        do {
            try router.dispatch(message, case: Kind.caseIndex(of: message))
        } catch {
            return undo(message, error, cause, listener)
        }
        keep(message, cause, listener)
    }

    @inlinable
    @inline(__always)
    func keep(_ message: Message, _ cause: Cause?, _ listener: any CoreListener) {
        if effects.hasAgenda { return keepWithAgenda(message, cause, listener) }
        transaction.keep()
    }

    /// Commits a message that has requested effects or gateway calls, and starts these. Undoes it if they exceed the
    /// limit.
    @inlinable
    func keepWithAgenda(_ message: Message, _ cause: Cause?, _ listener: any CoreListener) {
        if let limit = effects.obstacle() { return refuse(message, limit, cause, listener) }
        transaction.keep()
        effects.performAgenda(cause, listener)
    }

    /// Starts the requested effects and gateway calls.
    @inlinable
    @inline(__always)
    func beginAgenda(_ cause: Cause?, _ listener: any CoreListener) {
        if effects.hasAgenda { effects.performAgenda(cause, listener) }
    }
}
