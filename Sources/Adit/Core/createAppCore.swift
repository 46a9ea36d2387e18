import AditJSON

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
/// - Returns: the input. It throws the first error of the message it was given, or of one that this message caused, after
///   all of them have been handled; ``CascadeLimit`` whenever it caused too many. It must not outlive what the features
///   hold on to.
public func createAppCore<S, Message>(
    store: StateStore<S>, receivers: [Input<Message>], features: [Input<Message>]
) -> Input<Message> {
    let router = Router(receivers: receivers, features: features.map { Feature($0) }, caseCount: 1)
    return createAppCore(store: store) { try router.dispatch($0, case: 0) }
}

/// Makes the input of an app core of its parts, as the other function of this name does; a feature that handles some cases
/// of the messages is not called for the others.
public func createAppCore<S, Message: WireMessage>(
    store: StateStore<S>, receivers: [Input<Message>], features: [Feature<Message>]
) -> Input<Message> {
    let router = Router(receivers: receivers, features: features, caseCount: Message.Case.allCases.count)
    return createAppCore(store: store) { try router.dispatch($0, case: $0.message.caseIndex) }
}

private func createAppCore<S, Message>(
    store: StateStore<S>, dispatch: @escaping (MessageBox<Message>) throws -> Void
) -> Input<Message> {
    let outlet = Outlet()
    let cascade = Cascade(outlet: outlet, transaction: store.transaction, limits: CoreLimits()) { message in
        try dispatch(message.box(of: Message.self))
    }
    var isRunning = false
    return { message in
        let message = MessageBox(message)
        guard !isRunning else { return outlet.put(message) }
        isRunning = true
        defer { isRunning = false }
        var first: (any Error)?
        let events = CoreEvents(fail: { _, failure in first = first ?? failure.reason })
        cascade.run(message, events: events)
        cascade.endBatch(events)
        if let first { throw first }
    }
}

extension CoreFailure {
    /// What a caller in Swift is thrown.
    fileprivate var reason: any Error {
        switch self {
        case .thrown(let error), .unannounced(let error): error
        case .cutOff(let limit): limit
        }
    }
}
