import AditJSON
import AditState

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
    ) -> (core: RunningApp, store: StateStore<S>) {
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
    ) throws -> (core: RunningApp, store: StateStore<S>) {
        let (persister, state) = try StatePersister.open(
            storage, first: state ?? makeState(), types.stateCoding, journal)
        if hasHistory, let journal {
            let history = UndoHistory()
            try persister.restore(history)
            journal.history = history
        }
        let store = types.makeStore(state)
        store.persist(in: persister, types.stateCoding)
        return makeCore(
            store, persister, gateways: gateways, limits: limits, time: time, context: context, bringing: bring)
    }

    private func makeCore(
        _ store: StateStore<S>, _ persister: StatePersister?, gateways: Set<String>, limits: CoreLimits,
        time: CoreTime.Kind,
        context: DependencyContext?, bringing bring: (inout DependencyValues) -> Void
    ) -> (core: RunningApp, store: StateStore<S>) {
        let following = Following(types.stateCoding, views: views)
        store.cell.following = following
        if !views.isEmpty, types.hasMember(ViewRegistry<S>.key, store.state()) {
            let key = ViewRegistry<S>.key
            // A mistake of the app's author, in every core of the app: no config of a host could avoid it.
            fatalError(
                "app \"\(name)\": found the member \"\(key)\" of the state; another name is expected beside views")
        }
        let outputs = OutputQueue<Message>()
        let listed = self.gateways.map(\.name)
        let effects = EffectRunner(
            time: CoreTime(persister?.journal == nil ? time : time.inSteps), limit: limits.effects, context: context,
            bringing: bring)
        effects.isHolding = limits.holdsEffects
        if persister?.journal != nil || limits.trace > 0 { effects.secrets = secrets }
        if limits.trace > 0 {
            effects.trace = Trace(keeping: limits.trace, effects.time, types.coding)
            effects.environment.trace = effects.trace
        }
        if let persister {
            effects.replies.opens = persister.head.opens
            effects.batch = EffectBatch()
            effects.journal = persister.journal
            if let journal = persister.journal { open(journal, persister, of: store, effects) }
        }
        effects.environment.name = "the app \"\(name)\""
        following.views.report = { [environment = effects.environment] in environment.log($0) }
        effects.environment.watchStrayTasks()
        effects.environment.enter()
        let (output, coding) = (types.makeOutput(outputs), types.coding)
        let gatewayNames = GatewayNames(listed: listed, served: gateways)
        let durable = DurableEffects(
            effects, persister?.records, gatewayNames, DurableListing(self.durable, effects.environment)
        ) { message throws(CodingFailure) in
            output(try message.read(coding.read).message(as: Message.self))
        }
        let builder = CoreBuilder(
            store: store, output: output, gateways: gatewayNames, runner: effects,
            waiting: { outputs.caused }, durable: durable, place: ""
        ) { message, writer throws(CodingFailure) in
            try coding.write(MessageBox(message), writer)
        }
        for mistake in migrationMistakes { effects.environment.warn(mistake) }
        // The list is the host's and may be shared by several apps: a log line, not a test failure.
        for mistake in unknownGateways(among: gateways) { effects.environment.log(mistake) }
        let features = build(builder)
        effects.environment.warnOfDoubles(features.map(\.cases), of: name)
        effects.environment.leave()
        if limits.hasFigures { builder.useFigures() }
        effects.replies.figures = builder.usedFigures
        let router = Router(
            middleware: builder.middleware, receivers: builder.childChecks + builder.receivers, features: features,
            caseCount: types.caseCount)
        let sources = builder.allSources.map { wanted in
            SourceSupervisor(
                builder.makeEffects(), revision: { store.transaction.revision }, wanted: { wanted(store.state()) })
        }
        let figures = builder.usedFigures
        // The builder must not retain objects that retain it.
        builder.release()
        var observers: [any LoopObserver] = []
        if let history = persister?.journal?.history { observers.append(UndoObserver(history, coding)) }
        if let trace = effects.trace { observers.append(trace) }
        if let figures { observers.append(FiguresObserver(figures, coding)) }
        let loop = EventLoop(
            types.makeHandler(router, outputs, store.transaction, effects), store.transaction, effects, limits: limits,
            durable: durable, persister: persister, sources: sources,
            observers: observers)
        let core = RunningApp(
            loop: loop, coding: coding, gateways: listed,
            reading: FollowedStore(store, following, upgrade, describe: { readableParts }), figures: figures,
            isStep: undo.isStep.map { isStep in { isStep($0.message(as: Message.self)) } }, outputs: outputs,
            // Observers may retain the store that retains them.
            forgetObservers: { store.forgetObservers() })
        return (core, store)
    }
}
