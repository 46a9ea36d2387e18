import AditJSON
import AditState

/// The loop of a core: handles one event after the other, each with everything that it causes, and ends batches.
///
/// An event comes from outside: a message of the host, a job of an effect, a timer, an answer, an import, an undo. This
/// is the way of a message, in order:
///
/// 1. ``handle(_:of:_:)`` notifies the observers (the trace, the figures, the undo history), and opens the scope of the
///    dependencies that the message brings.
/// 2. A ``MessageHandler``, which knows the type of the app's messages, begins a message in the ``Transaction``, and
///    passes it through the middleware, to the receivers, and to the features of its case, each in list order. These
///    change the state, and put messages and requests out. The handler keeps all of that, or undoes it if one throws.
/// 3. The requests for effects and gateways are performed (``EffectRunner``), once their message is kept.
/// 4. The outputs are handled in the same way, first in, first out: breadth first, one at a time, never recursively.
///    Each is announced to the listener before it is handled, which sends it to the host if it is outgoing. A message
///    that fails loses its own outputs only; the queue continues. ``CoreLimits`` bound the number of outputs.
/// 5. The sources that the new state requests are started, the others ended.
///
/// Several events make a batch. ``commitBatch(_:)`` commits it: the participants of the transaction (the persister with
/// the journal, effects, durable requests and timers, records of the host's side) prepare, the storage writes, and all
/// of them commit or roll back together. A storage may leave the outcome open: the batch is then held, and nothing is
/// handled until ``resolveBatch()`` knows it.
///
/// The loop does not know where messages come from and go to: it notifies a ``CoreListener``. All of it runs on one
/// thread at a time, in its ``environment``, which the caller enters and leaves. It is one class for all apps: only the
/// handler depends on the types of the app (`benchmarks/run` shows what its specialization is worth).
@usableFromInline
package final class EventLoop {
    /// The environment of the core's code.
    @usableFromInline package let environment: CoreEnvironment
    package let effects: EffectRunner
    /// The effects that survive the end of the process; nil if the core has none.
    package let durable: DurableEffects?
    /// Persists the state; nil if the state is in memory only.
    package let persister: StatePersister?
    let transaction: Transaction
    let sources: SourceSupervisor?
    /// Whether there is an undo history.
    package let hasHistory: Bool
    private let handler: AnyMessageHandler
    private let outputs: Outputs
    private let limits: CoreLimits
    private let observers: [any LoopObserver]
    private let isObserved: Bool
    /// The number of batches that could not be written.
    @exclusivity(unchecked) private var lost = 0
    /// The effect whose job has just run, while its outputs are handled; nil otherwise. The caller retains it.
    @exclusivity(unchecked) private unowned(unsafe) var endedTurn: Effect?

    init(
        _ handler: AnyMessageHandler, _ transaction: Transaction, _ effects: EffectRunner, limits: CoreLimits,
        durable: DurableEffects? = nil, persister: StatePersister? = nil, sources: SourceSupervisor? = nil,
        observers: [any LoopObserver] = []
    ) {
        self.handler = handler
        outputs = handler.outputs
        self.transaction = transaction
        self.effects = effects
        environment = effects.environment
        self.limits = limits
        self.durable = durable
        self.persister = persister
        self.sources = sources
        hasHistory = persister?.journal?.history != nil
        self.observers = observers
        isObserved = !observers.isEmpty
        let participants: [(any BatchParticipant)?] = [persister, effects, durable]
        for participant in participants { if let participant { add(participant) } }
    }

    deinit {
        effects.end()
        persister?.close()
        // They may retain the store, which retains the transaction.
        transaction.removeParticipants()
    }
}

// MARK: - Messages

extension EventLoop {
    /// Handles what features did at their creation, and starts the sources that the state requests. Called before the
    /// first message.
    package func start(_ listener: any CoreListener) {
        journal?.begin("begin") { $0.write(true) }
        handleQueued(listener)
        durable?.begin(listener)
        performAgenda(nil, listener)
        updateSources(listener)
    }

    /// Handles a message from outside and all messages that it causes.
    ///
    /// - Parameter cause: its id, its client and its overrides; nil if it has none.
    package func handle(_ message: AnyMessage, of cause: Cause? = nil, _ listener: any CoreListener) {
        let isHandled = handler.isHandled?(message) ?? true
        notify { $0.begin(.message(message, cause, isHandled: isHandled)) }
        if !isHandled { listener.reportUnhandled(message, of: cause) }
        environment.withScope(of: cause) {
            do throws(MessageFailure) { try handler.handle(message, listener) } catch { fail(error, cause, listener) }
            endMessage(cause, listener)
            handleOutputs(of: nil, cause, listener)
        }
        updateSources(listener)
    }

    /// Handles the queued outputs and all messages that they cause.
    ///
    /// - Parameter effect: the effect that put the first one out; nil if a message did.
    private func handleOutputs(of effect: Effect?, _ cause: Cause?, _ listener: any CoreListener) {
        var (number, generation, left) = (0, 0, 0)
        while !outputs.isEmpty {
            // All that are queued when a generation begins are of it.
            if left == 0 { (generation, left) = (generation + 1, outputs.count) }
            (number, left) = (number + 1, left - 1)
            notify { $0.beginOutput(handler.firstOutput(), of: number == 1 ? effect : nil) }
            if limits.areExceeded(messages: number, generation: generation) { return cutOff(number, cause, listener) }
            do throws(MessageFailure) { try handler.handleOutput(cause, listener) } catch {
                fail(error, cause, listener)
            }
            endMessage(cause, listener)
        }
    }

    /// Handles outputs that were queued while no message was handled: by features at their creation, and by observers
    /// of the store.
    private func handleQueued(_ listener: any CoreListener) {
        notify { $0.begin(.outputs(outputs.count)) }
        performAgenda(nil, listener)
        if !outputs.isEmpty { handleOutputs(of: nil, nil, listener) }
    }

    /// Notifies the observers; most cores have none.
    @inline(__always)
    private func notify(_ notify: (any LoopObserver) -> Void) { if isObserved { notifyAll(notify) } }

    @inline(never)
    private func notifyAll(_ notify: (any LoopObserver) -> Void) { for observer in observers { notify(observer) } }

    /// Performs the requests of a message that has succeeded.
    private func endMessage(_ cause: Cause?, _ listener: any CoreListener) {
        notify { $0.endMessage(outputs: outputs.count) }
        performAgenda(cause, listener)
    }

    private func performAgenda(_ cause: Cause?, _ listener: any CoreListener) {
        if effects.hasAgenda { effects.performAgenda(cause, listener) }
    }

    // Rare, and kept out of the code that every message runs.
    @inline(never)
    private func fail(_ failure: MessageFailure, _ cause: Cause?, _ listener: any CoreListener) {
        notify { $0.fail(failure.reason.error) }
        listener.fail(failure.message, failure.reason, of: cause)
    }

    /// Drops all outputs, as there are more than the limits allow.
    private func cutOff(_ number: Int, _ cause: Cause?, _ listener: any CoreListener) {
        let message = handler.firstOutput()
        outputs.removeAll()
        let limit = limits.exceeded(messages: number)
        fail(MessageFailure(message, .cutOff(limit)), cause, listener)
        notify { $0.endMessage(outputs: 0) }
    }

    private func updateSources(_ listener: any CoreListener) {
        guard let sources else { return }
        sources.follow()
        performAgenda(nil, listener)
        sources.recordRefused()
    }

    /// Changes the state from outside, as one message: by an import, an undo, or a state of another core.
    ///
    /// - Parameters:
    ///   - direction: nil unless it is an undo or a redo.
    ///   - body: changes the state. If it throws, the state is unchanged.
    ///   - note: called before the output of the change.
    package func change<Failure>(
        as direction: UndoDirection? = nil, _ listener: any CoreListener, noting record: () -> Void = {},
        by body: () throws(Failure) -> Void
    ) throws(Failure) {
        transaction.begin()
        do throws(Failure) { try body() } catch {
            transaction.rollBack()
            throw error
        }
        notify { $0.begin(.change(direction)) }
        record()
        transaction.commitMessage()
        updateSources(listener)
    }

    /// Whether there are outputs, effects or sources before the first message.
    package var hasBeginning: Bool {
        sources != nil || effects.hasAgenda || !outputs.isEmpty || durable.map { !$0.isEmpty } ?? false
    }
}

// MARK: - Effects

extension EventLoop {
    /// The effect that is running or whose outputs are handled; nil between effects.
    package var presentEffect: Effect? { effects.running ?? endedTurn }

    /// The number of effects in flight, durable requests and timers included.
    package var effectsInFlight: Int { effects.limitedCount }

    /// Whether an effect is runnable. Any thread.
    package var hasReadyEffects: Bool { effects.ready.hasJobs }

    /// Resumes the next runnable effect until it suspends, and handles its outputs.
    package func runReadyEffect(_ listener: any CoreListener) {
        let turn = effects.runNext { effect in
            environment.client = effect.cause?.client
            notify { $0.begin(.effect(effect)) }
        }
        environment.client = nil
        guard let turn else { return }
        if !turn.isHeard { effects.dropUnheard() }
        endedTurn = turn.effect
        let cause = turn.effect.cause
        environment.withScope(of: cause) { handleOutputs(of: turn, cause, listener) }
        updateSources(listener)
        endedTurn = nil
        guard let error = turn.failure else { return }
        notify { $0.fail(error, of: turn.effect) }
        listener.fail(nil, .thrown(error), of: cause)
    }

    /// Handles the outputs of an effect, each with everything that it causes before the next one.
    private func handleOutputs(of turn: EffectRunner.Turn, _ cause: Cause?, _ listener: any CoreListener) {
        // Changes that the effect itself made are kept.
        transaction.commitMessage()
        performAgenda(cause, listener)
        if !turn.isHeard { outputs.removeAll() }
        guard !outputs.isEmpty else { return }
        if outputs.count > 1 { outputs.setAside() }
        while true {
            let revision = transaction.revision
            let message = isObserved ? handler.firstOutput() : nil
            handleOutputs(of: turn.effect, cause, listener)
            if let message, transaction.revision > revision { notify { $0.recordChange(by: message) } }
            guard outputs.countAside > 0 else { return }
            outputs.restoreNext()
        }
    }

    /// Fires the next timer that is due by `time`; a virtual clock is moved to the timer's due time.
    ///
    /// - Returns: false if no timer was due.
    package func fireTimer(by time: Int, _ listener: any CoreListener) -> Bool {
        notify { $0.begin(.timer) }
        return effects.fireNext(by: time, listener)
    }

    /// Passes the host's answer to the effect that waits for it.
    package func answer(_ id: String, with reply: HostReply, more: Bool, _ listener: any CoreListener) {
        notify { $0.begin(.reply(id)) }
        effects.replies.receive(reply, for: id, more: more)
        performAgenda(nil, listener)
    }

    /// Cancels all effects, and starts no further ones. They end by their last jobs.
    package func cancelEffects(_ listener: any CoreListener) {
        effects.stopAll()
        performAgenda(nil, listener)
    }

    /// Runs the last jobs of cancelled effects. An effect that ignores its cancellation does not block this.
    ///
    /// - Returns: whether all have ended.
    package func runLastJobs(_ listener: any CoreListener) -> Bool {
        var left = effects.mostLastJobs
        while left > 0, hasReadyEffects {
            left -= 1
            runReadyEffect(listener)
        }
        return effects.count == 0
    }

    /// Abandons the effects that have not ended: their jobs no longer run, and the objects that they hold are not
    /// released.
    package func abandonEffects() { effects.isAbandoned = true }
}

// MARK: - Batches

extension EventLoop {
    /// Whether the batch has reached its limit of messages.
    package var isBatchFull: Bool { transaction.isBatch(of: limits.batch) }

    /// Whether the batch has changed the state.
    package var hasChanges: Bool { transaction.hasChanges }

    /// The number of messages that have changed the state.
    package var revision: Int { transaction.revision }

    /// The number of messages that have changed the state and are written.
    package var writtenRevision: Int { transaction.writtenRevision }

    /// Adds a part of the host's side to those that a batch of a persisted state changes.
    package func add(_ participant: any BatchParticipant) { if persister != nil { transaction.add(participant) } }

    /// Ends the batch: commits its changes, and notifies the store's observers. Their outputs are a separate batch.
    /// A batch that is held ends by ``endHeldBatch(_:_:)``.
    package func commitBatch(_ listener: any CoreListener) {
        handleQueued(listener)
        transaction.commit()
        followUp(listener)
    }

    /// Handles the output of the store's observers after the batch was committed, and the requests of participants when
    /// it was not.
    private func followUp(_ listener: any CoreListener) {
        var batches = 0
        while !outputs.isEmpty {
            batches += 1
            guard batches <= limits.generations else {
                stop(after: limits.generations, listener)
                break
            }
            handleQueued(listener)
            transaction.commit()
        }
        performAgenda(nil, listener)
        if persister != nil, !transaction.isHeld { followUpPersisted(listener) }
    }

    /// Ends a batch whose changes are persisted or lost.
    @inline(never)
    private func followUpPersisted(_ listener: any CoreListener) {
        if let sources {
            let isLost = transaction.lost > lost
            lost = transaction.lost
            sources.endBatch(isLost: isLost)
            if isLost { updateSources(listener) }
        }
        journal?.endQuietBatch(at: revision)
    }

    private func stop(after batches: Int, _ listener: any CoreListener) {
        let message = handler.firstOutput()
        outputs.removeAll()
        let limit = CascadeLimit(description: "observers of the store caused more than \(batches) batches")
        listener.fail(message, .cutOff(limit), of: nil)
    }

    /// Whether the last batch is held: only ``resolveBatch()`` and ``endHeldBatch(_:_:)`` are called until it is not.
    package var isHeld: Bool { transaction.isHeld }

    /// Whether the store was opened elsewhere since: nothing more is written, and the core is to be closed.
    @inline(__always) package var isFenced: Bool { persister?.isFenced ?? false }

    /// Asks the storage for the outcome of the batch that is held.
    package func resolveBatch() -> StorageOutcome { persister?.resolve() ?? .written }

    /// Ends the batch that is held, as ``commitBatch(_:)`` ends one whose outcome is known. Output of the store's
    /// observers is another batch, which may be held.
    ///
    /// - Parameter failure: why it is not written; nil if it is.
    package func endHeldBatch(_ failure: StorageFailure?, _ listener: any CoreListener) {
        transaction.finish(failure)
        performAgenda(nil, listener)
        followUp(listener)
    }
}

// MARK: - Persistence beside the state

extension EventLoop {
    /// Records events; nil if disabled.
    package var journal: Journal? { persister?.journal }

    /// The steps that can be undone; nil if disabled.
    package var history: UndoHistory? { journal?.history }

    /// The records beside the state; nil if the state is in memory only.
    package var records: CoreRecords? { persister?.records }
}
