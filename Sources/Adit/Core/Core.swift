import AditJSON
import AditState
import AditSystem

/// A running core: the state, the receivers and features, and the order in which they see messages.
///
/// It handles one thing from outside at a time, be it a message of the host, a job of an effect or a timer, with all
/// that it causes, and knows nothing of where messages come from and go to: a ``CoreListener`` is told of them. All of
/// it runs on one thread at a time, the core's loop, between ``enter()`` and ``leave()``; `coding` is for any.
@usableFromInline
package final class Core {
    package let coding: MessageCoding
    /// The names of the gateways that its app lists.
    package let gateways: [String]
    package let effects: EffectRunner
    /// What the core's code finds around it.
    @usableFromInline package let environment: CoreEnvironment
    let transaction: Transaction
    private let loop: CoreLoop
    private let limits: CoreLimits
    let sources: SourceSupervisor?
    private let hasOutputs: () -> Bool
    /// What writes the state to where it is kept; nil: it is in memory alone.
    let persister: StatePersister?
    /// How many batches could not be kept.
    @exclusivity(unchecked) private var lost = 0
    /// The state, for those who read and follow it.
    package let reading: any StateReading
    /// Of which there may be something to tell.
    package let subscriptions: Subscriptions
    /// Figures of its messages; nil where its app wants none.
    package let figures: Figures?
    /// What the features' outputs hold on to, for tests that look for what is left of a core.
    package fileprivate(set) var outputQueue: AnyObject?
    private let letGo: () -> Void

    /// - Parameters:
    ///   - hasOutputs: whether something was put out that is not handled yet.
    ///   - reading: gives the state to those who read and follow it.
    ///   - letGo: the core is gone.
    init(
        coding: MessageCoding, gateways: [String], loop: CoreLoop, transaction: Transaction, effects: EffectRunner,
        sources: SourceSupervisor?, limits: CoreLimits, hasOutputs: @escaping () -> Bool, persister: StatePersister?,
        reading: any StateReading, figures: Figures?, letGo: @escaping () -> Void
    ) {
        self.coding = coding
        self.gateways = gateways
        self.loop = loop
        self.transaction = transaction
        self.effects = effects
        environment = effects.environment
        self.sources = sources
        self.limits = limits
        self.hasOutputs = hasOutputs
        self.persister = persister
        self.reading = reading
        subscriptions = reading.subscriptions
        self.figures = figures
        self.letGo = letGo
    }

    deinit {
        effects.end()
        persister?.close()
        letGo()
    }

    /// Whether the state is kept elsewhere, too, so that a batch may fail at its end.
    package var isStored: Bool { persister != nil }

    /// Records events; nil if disabled.
    package var journal: Journal? { persister?.journal }

    /// The causal trace; nil if disabled.
    package var trace: Trace? { effects.trace }

    /// Closes what the state is kept in. Nothing changes it any more.
    package func closeStore() { persister?.close() }

    /// How many messages have changed the state.
    package var revision: Int { transaction.revision }

    /// Whether so many messages have been handled that the batch should end.
    package var isBatchFull: Bool { transaction.isBatch(of: limits.batch) }

    /// The core's code is about to run on this thread, and finds the core's dependencies.
    @inlinable
    package func enter() { environment.enter() }

    /// The core's code runs on this thread no more.
    @inlinable
    package func leave() { environment.leave() }

    /// Begins: handles what features did when they were made, and starts the sources that the state asks for. To be
    /// called before the first message.
    package func settle(_ listener: any CoreListener) {
        journal?.begin("begin") { $0.write(true) }
        loop.settle(listener)
        if let sources { follow(sources, listener) }
    }

    /// Whether it has something to do before any message has come: sources, or what its features did when they were
    /// made.
    package var hasBeginning: Bool { sources != nil || effects.hasAgenda || hasOutputs() }

    /// Handles a message from outside, and all that it causes.
    package func handle(_ message: AnyMessage, _ listener: any CoreListener) {
        if let values = listener.cause?.values {
            environment.withScope(values) { loop.run(message, listener) }
        } else {
            loop.run(message, listener)
        }
        if let sources { follow(sources, listener) }
    }

    /// Ends the batch: its changes stay, and the store's observers are told. What they put out is handled as a batch of
    /// its own.
    package func endBatch(_ listener: any CoreListener) {
        loop.endBatch(listener)
        guard let persister else { return }
        followUp(listener)
        persister.journal?.endQuietBatch(at: revision)
    }

    /// The batch has ended of a state that is kept elsewhere, too.
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
    /// Whether an effect can go on. Any thread.
    package var hasReadyEffects: Bool { effects.ready.hasJobs }

    /// Lets the next effect that can go on, up to where it waits again, and handles what it put out.
    package func runReadyEffect(_ listener: any CoreListener) {
        guard let turn = effects.runNext({ listener.cause = $0 }) else { return }
        if !turn.isHeard { effects.dropUnheard() }
        handleOutputs(isHeard: turn.isHeard, listener)
        if let error = turn.failure {
            effects.trace?.present = turn.effect.traced
            effects.trace?.fail(error)
            listener.fail(nil, .thrown(error))
        }
    }

    /// Does what is due by `time`, one thing; a virtual clock is moved to where that was due.
    ///
    /// - Returns: false where nothing was due.
    package func fireTimer(by time: Int, _ listener: any CoreListener) -> Bool {
        listener.cause = nil
        return effects.fireNext(by: time, listener)
    }

    /// Whether a client may answer an effect: one that its own message caused, or one that nobody waits for.
    package func mayAnswer(_ effect: String, _ client: String) -> Bool {
        guard let cause = effects.replies.cause(of: effect) else { return true }
        return cause?.client == client
    }

    /// Hands the answer of the host to the effect that waits for it.
    package func take(_ reply: HostReply, for id: String, more: Bool, _ listener: any CoreListener) {
        listener.cause = nil
        effects.trace?.present = nil
        effects.replies.take(reply, for: id, more: more)
        effects.performAgenda(listener)
    }

    /// Cancels all effects, and lets those end that can. One that ignores its cancellation does not hold this up.
    ///
    /// - Returns: whether all have ended.
    package func cancelEffects(_ listener: any CoreListener) -> Bool {
        effects.stopAll()
        effects.performAgenda(listener)
        var left = effects.mostLastJobs
        while left > 0, hasReadyEffects {
            left -= 1
            runReadyEffect(listener)
        }
        return effects.count == 0
    }

    /// Lets the effects be that have not ended: nothing of them runs any more, and what they hold is not let go of.
    package func abandonEffects() { effects.isAbandoned = true }

    private func handleOutputs(isHeard: Bool, _ listener: any CoreListener) {
        if let values = listener.cause?.values {
            environment.withScope(values) { loop.runOutputs(isHeard, listener) }
        } else {
            loop.runOutputs(isHeard, listener)
        }
        if let sources { follow(sources, listener) }
    }

    func follow(_ sources: SourceSupervisor, _ listener: any CoreListener) {
        sources.follow()
        let cause = listener.cause
        listener.cause = nil
        effects.performAgenda(listener)
        listener.cause = cause
        sources.noteRefused()
    }
}

extension App {
    /// Builds a core of the app.
    ///
    /// - Parameters:
    ///   - state: the state to begin with in place of the app's own.
    ///   - gateways: the gateways that the host serves.
    ///   - time: the clock it goes by.
    ///   - context: which values dependencies have; nil: those of tests where tests run.
    ///   - bring: sets the core's own dependencies.
    package func makeCore(
        state: S? = nil, gateways: Set<String> = [], limits: CoreLimits = CoreLimits(), time: CoreTime.Kind = .real,
        context: DependencyContext? = nil, bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) -> (core: Core, store: StateStore<S>) {
        makeCore(
            types.makeStore(state ?? makeState()), nil, gateways: gateways, limits: limits, time: time,
            context: context, bringing: bring)
    }

    /// Builds a core of the app whose state is kept elsewhere, too: it begins with what is kept there.
    ///
    /// - Parameters:
    ///   - storage: what the state is kept in.
    ///   - journal: what happens is told to it, and kept with the state.
    ///   - state: the state to begin with in place of the app's own, where nothing is kept.
    /// - Throws: why the state could not be read, or be written for the first time.
    package func openCore(
        _ storage: any StateStorage, journal: Journal?, state: S? = nil, gateways: Set<String> = [],
        limits: CoreLimits = CoreLimits(), time: CoreTime.Kind = .real, context: DependencyContext? = nil,
        bringing bring: (inout DependencyValues) -> Void = { _ in }
    ) throws -> (core: Core, store: StateStore<S>) {
        let (persister, state) = try StatePersister.open(
            storage, first: state ?? makeState(), types.stateCoding, journal)
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
        precondition(
            views.isEmpty || !types.hasMember(ViewRegistry<S>.key, store.state()),
            "app \"\(name)\": found the member \"\(ViewRegistry<S>.key)\" of the state; another name is expected beside views"
        )
        let outputQueue = OutputQueue<Message>()
        let listed = self.gateways.map(\.name)
        let effects = EffectRunner(
            time: CoreTime(persister?.journal == nil ? time : time.inSteps), limit: limits.effects, context: context,
            bringing: bring)
        if limits.trace > 0 {
            effects.trace = Trace(keeping: limits.trace)
            effects.environment.trace = effects.trace
        }
        let builder = CoreBuilder(
            store: store, output: types.makeOutput(outputQueue),
            gateways: GatewayNames(listed: Set(listed), served: gateways), runner: effects,
            waiting: { outputQueue.messages.count })
        if let persister {
            effects.replies.opens = persister.head.opens
            effects.batch = EffectBatch()
            effects.journal = persister.journal
            if let journal = persister.journal { open(journal, persister.head, of: store, effects) }
        }
        effects.environment.name = "the app \"\(name)\""
        effects.environment.watchStrayTasks()
        effects.environment.enter()
        for mistake in migrationMistakes { effects.environment.warn(mistake) }
        // The list is the host's, which may be one for several apps: no failure of a test.
        for mistake in unknownGateways(among: gateways) { effects.environment.log(mistake) }
        let features = build(builder)
        effects.environment.warnOfDoubles(features.map(\.cases), of: name)
        effects.environment.leave()
        let router = Router(
            middleware: builder.middleware, receivers: builder.receivers, features: features,
            caseCount: types.caseCount)
        let sources = builder.allSources.map { wanted in
            SourceSupervisor(
                builder.effects, revision: { store.transaction.revision }, wanted: { wanted(store.state()) })
        }
        let figures = builder.usedFigures
        // What holds the builder must not be held by it.
        builder.letGo()
        let core = Core(
            coding: types.coding, gateways: listed,
            loop: types.makeLoop(router, outputQueue, store.transaction, effects, limits),
            transaction: store.transaction,
            effects: effects, sources: sources, limits: limits, hasOutputs: { !outputQueue.messages.isEmpty },
            persister: persister,
            reading: FollowedStore(store, following, upgrade, describe: { readableParts }), figures: figures,
            // Observers may hold the store that holds them.
            letGo: { store.forgetObservers() })
        core.outputQueue = outputQueue
        return (core, store)
    }
}
