import AditJSON
import AditState

/// Makes the input of an app core of its parts: every message is seen by the receivers, then by the features, in list
/// order, before the next message begins.
///
/// What receivers and features output comes back through the very input that this returns; it may be called while a
/// message is being handled, and the message waits for its turn then.
///
/// ```swift
/// lazy var rootHandler: Input<Message> = createAppCore(
///     store: store, receivers: [viewState.handle, messageExpander(output: output)],
///     features: [createTodoListFeature(store: store, output: output)])
/// func output(_ message: Message) { try? rootHandler(message) }
/// ```
///
/// An ``App`` does the same with a queue, batches and a host; this is the form for tests and for Swift programs.
///
/// - Parameters:
///   - store: the state that a failed message is undone in.
///   - receivers: see every message, before the features.
///   - features: see every message.
///   - middleware: what every message passes first, in list order.
///   - effects: runs the effects that the features start by the ``Effects`` it made; without one, they start none.
/// - Returns: the input. It throws the first error of the message it was given, or of one that this message caused,
///   after all of them have been handled; ``CascadeLimit`` whenever it caused too many. It must not outlive what the
///   features hold on to.
public func createAppCore<S, Message>(
    store: StateStore<S>, receivers: [Input<Message>], features: [Input<Message>],
    middleware: [Middleware<Message>] = [], effects: EffectRunner = EffectRunner()
) -> Input<Message> {
    createAppCore(
        UnwrittenMessages<Message>.self, store: store, middleware: middleware, receivers: receivers,
        features: features.map { Feature($0) }, effects: effects)
}

/// Makes the input of an app core of its parts, as the other function of this name does; a feature that handles some
/// cases of the messages is not called for the others.
public func createAppCore<S, Message: WireMessage>(
    store: StateStore<S>, receivers: [Input<Message>], features: [Feature<Message>],
    middleware: [Middleware<Message>] = [], effects: EffectRunner = EffectRunner()
) -> Input<Message> {
    createAppCore(
        GeneratedMessages<Message>.self, store: store, middleware: middleware, receivers: receivers,
        features: features, effects: effects)
}

private func createAppCore<S, Kind: MessageKind>(
    _: Kind.Type, store: StateStore<S>, middleware: [Middleware<Kind.Message>], receivers: [Input<Kind.Message>],
    features: [Feature<Kind.Message>], effects: EffectRunner
) -> Input<Kind.Message> {
    let outputQueue = OutputQueue<Kind.Message>()
    let router = Router(
        middleware: middleware, receivers: receivers, features: features, caseCount: Kind.caseCount)
    let cascade = Cascade<Kind>(router, outputQueue, store.transaction, effects, CoreLimits())
    var isRunning = false
    return { message in
        if effects.runsUnheard { return }
        guard !isRunning else { return outputQueue.put(message) }
        isRunning = true
        defer { isRunning = false }
        let listener = FirstFailure()
        // What was asked for while no message was being handled.
        effects.performAgenda(listener)
        effects.environment.within {
            cascade.run(MessageBox(message), listener)
            cascade.endBatch(listener)
        }
        if let error = listener.error { throw error }
    }
}
