import AditJSON

/// A running core: the state, the receivers and features, and the order in which they see messages.
///
/// It handles one message from outside at a time, with all that it causes, and knows nothing of where messages come from
/// and go to: a ``CoreListener`` is told of them. All of it runs on one thread at a time, the core's loop;
/// `coding` is for any.
package final class Core {
    package let coding: MessageCoding
    private let transaction: Transaction
    private let loop: CoreLoop
    private let limits: CoreLimits
    private let writeState: (JSONWriter) throws(CodingFailure) -> Void
    private let letGo: () -> Void

    /// - Parameters:
    ///   - writeState: writes the state as it is when it is called.
    ///   - letGo: the core is gone.
    init(
        coding: MessageCoding, loop: CoreLoop, transaction: Transaction, limits: CoreLimits,
        writeState: @escaping (JSONWriter) throws(CodingFailure) -> Void, letGo: @escaping () -> Void
    ) {
        self.coding = coding
        self.loop = loop
        self.transaction = transaction
        self.limits = limits
        self.writeState = writeState
        self.letGo = letGo
    }

    deinit { letGo() }

    /// How many messages have changed the state.
    package var revision: Int { transaction.revision }

    /// Writes the state.
    package func writeState(to writer: JSONWriter) throws(CodingFailure) { try writeState(writer) }

    /// Whether so many messages have been handled that the batch should end.
    package var isBatchFull: Bool { transaction.handled >= limits.batch }

    /// Handles what was put out while no message was being handled: by features when they were made, by observers. To be
    /// called before each message from outside.
    package func settle(_ listener: any CoreListener) { loop.settle(listener) }

    /// Handles a message from outside, and all that it causes.
    package func handle(_ message: AnyMessage, _ listener: any CoreListener) { loop.run(message, listener) }

    /// Ends the batch: its changes stay, and the store's observers are told. What they put out is handled as a batch of
    /// its own.
    package func endBatch(_ listener: any CoreListener) { loop.endBatch(listener) }
}

extension App {
    /// Builds a core of the app.
    ///
    /// - Parameters:
    ///   - state: the state to begin with in place of the app's own.
    ///   - gateways: the gateways that the host serves.
    package func makeCore(
        state: S? = nil, gateways: Set<String> = [], limits: CoreLimits = CoreLimits()
    ) -> (core: Core, store: StateStore<S>) {
        let store = StateStore(state ?? makeState())
        let outlet = Outlet<Message>()
        let builder = CoreBuilder(
            store: store, outlet: outlet, output: types.makeOutput(outlet),
            gateways: CoreBuilder.Gateways(listed: Set(self.gateways.map(\.name)), served: gateways))
        let features = build(builder)
        let router = Router(receivers: builder.receivers, features: features, caseCount: types.caseCount)
        // A receiver that holds the builder must not be held by it.
        builder.receivers = []
        let core = Core(
            coding: types.coding, loop: types.makeLoop(router, outlet, store.transaction, limits),
            transaction: store.transaction, limits: limits,
            writeState: { [types] writer throws(CodingFailure) in try types.writeState(store.state(), writer) },
            // Observers may hold the store that holds them.
            letGo: { store.forgetObservers() })
        return (core, store)
    }
}
