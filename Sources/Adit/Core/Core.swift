/// A running core: the state, the receivers and features, and the order in which they see messages.
///
/// It handles one message from outside at a time, with all that it causes, and knows nothing of where messages come from
/// and go to: ``CoreEvents`` tells of them. All of it runs on one thread at a time, the core's loop.
package final class Core<S: State, Message> {
    package let store: StateStore<S>
    private let cascade: Cascade<Message>
    private let outlet: Outlet<Message>
    private let limits: CoreLimits
    private var batchBegan = 0

    /// Builds a core of an app.
    ///
    /// - Parameters:
    ///   - state: the state to begin with in place of the app's own.
    ///   - gateways: the gateways that the host serves.
    package init(
        _ app: App<S, Message>, state: S? = nil, gateways: Set<String> = [], limits: CoreLimits = CoreLimits()
    ) {
        let store = StateStore(state ?? app.makeState())
        let outlet = Outlet<Message>()
        let builder = CoreBuilder(store: store, outlet: outlet, servedGateways: gateways)
        let features = app.build(builder).map(\.input)
        let inputs = builder.receivers + features
        // A receiver that holds the builder must not be held by it.
        builder.receivers = []
        self.store = store
        self.outlet = outlet
        self.limits = limits
        cascade = Cascade(outlet: outlet, transaction: store.transaction(), limits: limits) { message in
            for input in inputs { try input(message) }
        }
    }

    // Observers may hold the store that holds them.
    deinit { store.forgetObservers() }

    /// Whether so many messages have been handled that the batch should end.
    package var isBatchFull: Bool { cascade.handled - batchBegan >= limits.batch }

    /// Handles what was put out while no message was being handled.
    package func settle(_ events: CoreEvents<Message>) { cascade.settle(events) }

    /// Handles a message from outside, and all that it causes.
    package func handle(_ message: Message, _ events: CoreEvents<Message>) {
        cascade.settle(events)
        cascade.run(message, events: events)
    }

    /// Ends the batch: its changes stay, and the store's observers are told. What they put out is handled as a batch of
    /// its own.
    package func endBatch(_ events: CoreEvents<Message>) {
        cascade.endBatch(events)
        batchBegan = cascade.handled
    }
}
