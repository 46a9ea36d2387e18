import AditJSON
import AditState

/// Creates the input of an app core from its parts. Each message is passed to the receivers, then to the features, in
/// list order, before the next message begins.
///
/// Receivers and features output to the returned input; it may be called while a message is being handled, and then
/// queues the message.
///
/// ```swift
/// lazy var rootHandler: Input<Message> = createAppCore(
///     store: store, receivers: [viewState.handle, messageExpander(output: output)],
///     features: [createTodoListFeature(store: store, output: output)])
/// func output(_ message: Message) { try? rootHandler(message) }
/// ```
///
/// An ``App`` does the same with a queue, batches and a host, in Swift by `AppCore` of AditSwiftHost; this form is for tests
/// and for programs whose store has no coding.
///
/// - Parameters:
///   - store: the store, in which a failed message is undone.
///   - receivers: receive every message, before the features.
///   - features: receive every message.
///   - middleware: the middleware that every message passes first, in list order.
///   - effects: runs the effects that the features start by the ``Effects`` it made; without one, they start none.
/// - Returns: the input. It throws the first error of the message or of a message that it caused, after all of them
///   have been handled; ``CascadeLimit`` whenever the message caused too many. It must not outlive the objects that the
///   features use.
public func createAppCore<S, Message>(
    store: StateStore<S>, receivers: [Input<Message>], features: [Input<Message>],
    middleware: [Middleware<Message>] = [], effects: EffectRunner = EffectRunner()
) -> Input<Message> {
    createAppCore(
        UnwrittenMessages<Message>.self, store: store, middleware: middleware, receivers: receivers,
        features: features.map { Feature($0) }, effects: effects)
}

/// Creates the input of an app core from its parts, as the other function of this name does; a feature that lists cases
/// is called for those only.
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
    let outputs = OutputQueue<Kind.Message>()
    let router = Router(
        middleware: middleware, receivers: receivers, features: features, caseCount: Kind.caseCount)
    let handler = MessageHandler<Kind>(router, outputs, store.transaction, effects)
    let loop = EventLoop(AnyMessageHandler(handler), store.transaction, effects, limits: CoreLimits())
    let listener = FirstFailure()
    if store.transaction.isStored { store.transaction.add(listener) }
    var isRunning = false
    return { message in
        if effects.runsUnheard { return }
        guard !isRunning else { return outputs.put(message) }
        isRunning = true
        defer { isRunning = false }
        // Requests that were made while no message was handled.
        effects.performAgenda(nil, listener)
        effects.environment.within {
            loop.handle(MessageBox(message), listener)
            loop.commitBatch(listener)
        }
        if let error = listener.removeFailure() { throw error }
    }
}
