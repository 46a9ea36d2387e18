import AditJSON
import AditState

/// A running core: the state, the receivers and features, and the order in which they receive messages.
///
/// It handles one event from outside at a time (a message of the host, a job of an effect, or a timer) with all
/// messages that the event causes. It does not know where messages come from and go to: it notifies a ``CoreListener``.
/// All of it runs on one thread at a time, the core's loop, between ``enter()`` and ``leave()``; `coding` is for any
/// thread.
@usableFromInline
package final class Core {
    package let coding: MessageCoding
    /// The names of the gateways that its app lists.
    package let gateways: [String]
    package let effects: EffectRunner
    /// The environment of the core's code.
    @usableFromInline package let environment: CoreEnvironment
    let transaction: Transaction
    let loop: CoreLoop
    private let limits: CoreLimits
    let sources: SourceSupervisor?
    /// The effects that survive the end of the process.
    package let durable: DurableEffects
    private let hasOutputs: () -> Bool
    /// Persists the state; nil if the state is in memory only.
    let persister: StatePersister?
    /// Whether there is an undo history.
    package let hasHistory: Bool
    /// The number of batches that could not be written.
    @exclusivity(unchecked) private var lost = 0
    /// The state, for reads and subscriptions.
    package let reading: any StateReading
    /// The subscriptions with possible updates.
    package let subscriptions: Subscriptions
    /// The figures of its messages; nil if its app does not use them.
    package let figures: Figures?
    /// Returns whether a message is a step of the undo history; nil if the app offers no undo.
    package let isStep: ((AnyMessage) -> Bool)?
    /// The object that the features' outputs retain, for tests that detect leaks of a core.
    package fileprivate(set) var outputQueue: AnyObject?
    private let letGo: () -> Void
    /// The effect whose job has just run, while its outputs are handled; nil otherwise. The caller retains it.
    @exclusivity(unchecked) private unowned(unsafe) var endedTurn: Effect?

    /// - Parameters:
    ///   - hasOutputs: returns whether there are outputs that are not handled yet.
    ///   - reading: the state, for reads and subscriptions.
    ///   - letGo: called when the core is released.
    init(
        coding: MessageCoding, gateways: [String], loop: CoreLoop, transaction: Transaction, effects: EffectRunner,
        durable: DurableEffects, sources: SourceSupervisor?, limits: CoreLimits, hasOutputs: @escaping () -> Bool,
        persister: StatePersister?, reading: any StateReading, figures: Figures?, isStep: ((AnyMessage) -> Bool)?,
        letGo: @escaping () -> Void
    ) {
        self.coding = coding
        self.gateways = gateways
        self.loop = loop
        self.transaction = transaction
        self.effects = effects
        environment = effects.environment
        self.durable = durable
        self.sources = sources
        self.limits = limits
        self.hasOutputs = hasOutputs
        self.persister = persister
        hasHistory = persister?.journal?.history != nil
        self.reading = reading
        subscriptions = reading.subscriptions
        self.figures = figures
        self.isStep = isStep
        self.letGo = letGo
    }

    deinit {
        effects.end()
        persister?.close()
        // They may retain the store, which retains the transaction.
        transaction.removeParticipants()
        letGo()
    }

    /// Whether the state is persisted, so that a batch may fail at its end.
    package var isStored: Bool { persister != nil }

    /// Records events; nil if disabled.
    package var journal: Journal? { persister?.journal }

    /// Adds a part of the host's side to those that a batch of a persisted state changes.
    package func add(_ participant: any BatchParticipant) { if isStored { transaction.add(participant) } }

    /// The masks for the app's texts; nil if it has no secrets, or neither journal nor trace.
    package var secrets: AppSecrets? { effects.secrets }

    /// The gateway of a request to the host; nil if the request is not pending.
    package func gateway(of effect: String) -> String? { effects.replies.gateway(of: effect) }

    /// The steps that can be undone; nil if disabled.
    package var history: UndoHistory? { journal?.history }

    /// The records beside the state; nil if the state is in memory only.
    package var records: CoreRecords? { persister?.records }

    /// The causal trace; nil if disabled.
    package var trace: Trace? { effects.trace }

    /// Closes the store. Nothing changes the state any more.
    package func closeStore() { persister?.close() }

    /// The figures of the store; nil without one.
    package var storageFigures: StorageFigures? { persister?.figures }

    /// Has the store let go of its file. The batch has ended.
    package func pauseStore() throws { try persister?.pause() }

    /// Has the store take hold of its file again.
    package func resumeStore() throws(StorageFailure) { try persister?.resume() }

    /// The number of messages that have changed the state.
    package var revision: Int { transaction.revision }

    /// Whether the batch has reached its limit of messages.
    package var isBatchFull: Bool { transaction.isBatch(of: limits.batch) }

    /// Enters the core's environment on this thread, before the core's code runs: it provides the core's dependencies.
    @inlinable
    package func enter() { environment.enter() }

    /// Leaves the core's environment on this thread, after the core's code has run.
    @inlinable
    package func leave() { environment.leave() }

    /// Handles what features did at their creation, and starts the sources that the state requests. Called before the
    /// first message.
    package func settle(_ listener: any CoreListener) {
        journal?.begin("begin") { $0.write(true) }
        history?.begin(nil)
        loop.settle(listener)
        durable.begin(listener)
        effects.performAgenda(nil, listener)
        if let sources { follow(sources, listener) }
    }

    /// Whether it has work before the first message: sources, or what its features did at their creation.
    package var hasBeginning: Bool { sources != nil || effects.hasAgenda || hasOutputs() || !durable.isEmpty }

    /// Handles a message from outside and all messages that it causes.
    ///
    /// - Parameter cause: its id, its client and its overrides; nil if it has none.
    package func handle(_ message: AnyMessage, of cause: Cause? = nil, _ listener: any CoreListener) {
        if hasHistory { history?.begin(cause?.mark, message: coding.casePath(message)) }
        if let values = cause?.values {
            environment.withScope(values) { loop.run(message, cause, listener) }
        } else {
            loop.run(message, cause, listener)
        }
        if let sources { follow(sources, listener) }
    }

    /// Ends the batch: commits its changes, and notifies the store's observers. Their outputs are handled as a batch of
    /// their own.
    package func endBatch(_ listener: any CoreListener) {
        loop.endBatch(listener)
        completeBatch(listener)
    }

    /// Completes the end of a batch of a persisted state, unless it is held.
    func completeBatch(_ listener: any CoreListener) {
        guard let persister, !transaction.isHeld else { return }
        followUp(listener)
        persister.journal?.endQuietBatch(at: revision)
    }

    /// Updates the sources after a batch of a persisted state has ended.
    private func followUp(_ listener: any CoreListener) {
        guard let sources else { return }
        let isLost = transaction.lost > lost
        lost = transaction.lost
        sources.endBatch(isLost: isLost)
        if isLost { follow(sources, listener) }
    }
}

// MARK: - Effects

extension Core {
    /// The effect that is running or whose outputs are handled; nil if there is none.
    package var presentEffect: Effect? { effects.running ?? endedTurn }

    /// The number of effects in flight, durable requests and timers included.
    package var effectsInFlight: Int { effects.count + durable.count }

    /// Whether an effect is runnable. Any thread.
    package var hasReadyEffects: Bool { effects.ready.hasJobs }

    /// Resumes the next runnable effect until it suspends, and handles its outputs.
    package func runReadyEffect(_ listener: any CoreListener) {
        guard let turn = effects.runNext() else { return }
        if !turn.isHeard { effects.dropUnheard() }
        endedTurn = turn.effect
        handleOutputs(of: turn, listener)
        endedTurn = nil
        if let error = turn.failure {
            effects.trace?.present = turn.effect.traced
            effects.trace?.fail(error)
            listener.fail(nil, .thrown(error), of: turn.effect.cause)
        }
    }

    /// Fires the next timer that is due by `time`; a virtual clock is moved to the timer's due time.
    ///
    /// - Returns: false if no timer was due.
    package func fireTimer(by time: Int, _ listener: any CoreListener) -> Bool {
        if hasHistory { history?.begin(nil) }
        return effects.fireNext(by: time, listener)
    }

    /// Returns whether a client may answer an effect: one that its own message caused, or one that is not pending.
    package func mayAnswer(_ effect: String, _ client: String) -> Bool {
        guard let cause = effects.replies.cause(of: effect) else { return true }
        return cause?.client?.isSpelled(as: client) ?? false
    }

    /// Returns whether an effect waits for an answer: not one that is not pending, nor a source, which may just end.
    package func needsAnswer(_ effect: String) -> Bool { effects.replies.replies(to: effect) == .one }

    /// Passes the host's answer to the effect that waits for it.
    package func take(_ reply: HostReply, for id: String, more: Bool, _ listener: any CoreListener) {
        effects.trace?.answer(id)
        effects.trace?.present = nil
        effects.replies.take(reply, for: id, more: more)
        effects.performAgenda(nil, listener)
    }

    /// Cancels all effects, and starts no further ones. They end by their last jobs.
    package func cancelEffects(_ listener: any CoreListener) {
        effects.stopAll()
        effects.performAgenda(nil, listener)
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

    private func handleOutputs(of turn: EffectRunner.Turn, _ listener: any CoreListener) {
        let cause = turn.effect.cause
        if let values = cause?.values {
            environment.withScope(values) { loop.runOutputs(turn.isHeard, cause, listener) }
        } else {
            loop.runOutputs(turn.isHeard, cause, listener)
        }
        if let sources { follow(sources, listener) }
    }

    func follow(_ sources: SourceSupervisor, _ listener: any CoreListener) {
        sources.follow()
        effects.performAgenda(nil, listener)
        sources.noteRefused()
    }
}

extension App {
    /// Builds a core of the app.
    ///
    /// - Parameters:
    ///   - state: the initial state; nil for the app's own.
    ///   - gateways: the gateways that the host serves.
    ///   - time: the kind of its clock.
    ///   - context: the context of the dependencies' values; nil: `test` if the process runs tests, else `live`.
    ///   - bring: sets the core's own dependencies.
    package func makeCore(
        state: S? = nil, gateways: Set<String> = [], limits: CoreLimits = CoreLimits(), time: CoreTime.Kind = .real,
        context: DependencyContext? = nil, bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) -> (core: Core, store: StateStore<S>) {
        makeCore(
            types.makeStore(state ?? makeState()), nil, gateways: gateways, limits: limits, time: time,
            context: context, bringing: bring)
    }

    /// Builds a core of the app with a persisted state, and loads that state.
    ///
    /// - Parameters:
    ///   - storage: the storage of the state.
    ///   - journal: records the events, which are persisted with the state.
    ///   - state: the initial state of an empty storage; nil for the app's own.
    ///   - hasHistory: whether messages can be undone.
    /// - Throws: the error of reading the state, or of writing it for the first time.
    package func openCore(
        _ storage: any StateStorage, journal: Journal?, state: S? = nil, gateways: Set<String> = [],
        limits: CoreLimits = CoreLimits(), time: CoreTime.Kind = .real, context: DependencyContext? = nil,
        hasHistory: Bool = false, bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) throws -> (core: Core, store: StateStore<S>) {
        let (persister, state) = try StatePersister.open(
            storage, first: state ?? makeState(), types.stateCoding, journal)
        if hasHistory, let journal {
            let history = UndoHistory()
            try persister.restore(history)
            journal.history = history
        }
        let store = types.makeStore(state)
        store.keep(in: persister, types.stateCoding)
        return makeCore(
            store, persister, gateways: gateways, limits: limits, time: time, context: context, bringing: bring)
    }

    private func makeCore(
        _ store: StateStore<S>, _ persister: StatePersister?, gateways: Set<String>, limits: CoreLimits,
        time: CoreTime.Kind,
        context: DependencyContext?, bringing bring: (inout DependencyValues) -> Void
    ) -> (core: Core, store: StateStore<S>) {
        let following = Following(types.stateCoding, views: views)
        store.cell.following = following
        if !views.isEmpty, types.hasMember(ViewRegistry<S>.key, store.state()) {
            let key = ViewRegistry<S>.key
            fatalError(
                "app \"\(name)\": found the member \"\(key)\" of the state; another name is expected beside views")
        }
        let outputQueue = OutputQueue<Message>()
        let listed = self.gateways.map(\.name)
        let effects = EffectRunner(
            time: CoreTime(persister?.journal == nil ? time : time.inSteps), limit: limits.effects, context: context,
            bringing: bring)
        if persister?.journal != nil || limits.trace > 0 { effects.secrets = secrets }
        if limits.trace > 0 {
            effects.trace = Trace(keeping: limits.trace, effects.time)
            effects.environment.trace = effects.trace
        }
        if let persister {
            effects.replies.opens = persister.head.opens
            effects.batch = EffectBatch()
            effects.journal = persister.journal
            if let journal = persister.journal { open(journal, persister, of: store, effects) }
        }
        effects.environment.name = "the app \"\(name)\""
        effects.environment.watchStrayTasks()
        effects.environment.enter()
        let (output, coding) = (types.makeOutput(outputQueue), types.coding)
        let gatewayNames = GatewayNames(listed: listed, served: gateways)
        let durable = DurableEffects(
            effects, persister?.records, gatewayNames, DurableListing(self.durable, effects.environment)
        ) { message throws(CodingFailure) in
            output(try message.read(coding.read).message(as: Message.self))
        }
        let builder = CoreBuilder(
            store: store, output: output, gateways: gatewayNames, runner: effects,
            waiting: { outputQueue.messages.count }, durable: durable, place: ""
        ) { message, writer throws(CodingFailure) in
            try coding.write(MessageBox(message), writer)
        }
        for mistake in migrationMistakes { effects.environment.warn(mistake) }
        // The list is the host's and may be shared by several apps: a log line, not a test failure.
        for mistake in unknownGateways(among: gateways) { effects.environment.log(mistake) }
        let features = build(builder)
        effects.environment.warnOfDoubles(features.map(\.cases), of: name)
        effects.environment.leave()
        var middleware = builder.middleware
        if limits.hasFigures, builder.usedFigures == nil {
            middleware.insert(
                figuresMiddleware(builder.useFigures()) { coding.casePath(MessageBox($0)) }, at: 0)
        }
        effects.replies.figures = builder.usedFigures
        let router = Router(
            middleware: middleware, receivers: builder.childChecks + builder.receivers, features: features,
            caseCount: types.caseCount)
        let sources = builder.allSources.map { wanted in
            SourceSupervisor(
                builder.makeEffects(), revision: { store.transaction.revision }, wanted: { wanted(store.state()) })
        }
        let figures = builder.usedFigures
        // The builder must not retain objects that retain it.
        builder.letGo()
        let core = Core(
            coding: types.coding, gateways: listed,
            loop: types.makeLoop(router, outputQueue, store.transaction, effects, limits),
            transaction: store.transaction,
            effects: effects, durable: durable, sources: sources, limits: limits,
            hasOutputs: { !outputQueue.messages.isEmpty }, persister: persister,
            reading: FollowedStore(store, following, upgrade, describe: { readableParts }), figures: figures,
            isStep: undo.isStep.map { isStep in { isStep($0.message(as: Message.self)) } },
            // Observers may retain the store that retains them.
            letGo: { store.forgetObservers() })
        core.outputQueue = outputQueue
        if let persister {
            for participant in [persister, effects, durable] as [any BatchParticipant] { core.add(participant) }
        }
        return (core, store)
    }
}
