import Adit

/// Follows the stream of actions for those who cannot hold a subscription: a name stands for it.
struct FollowActionsUseCase<PerformAction: Equatable & Sendable>: UseCase {
    enum Request {
        case subscribe(String)
        case unsubscribe(String)
    }
    enum Response: Equatable {
        case wasSubscribed(String)
        case wasNotSubscribed(String, StreamError)
        case actionPerformed(String, PerformAction)
        case wasUnsubscribed(String)
        case wasNotUnsubscribed(String, StreamError)
    }

    private let actions: Observable<PerformAction>
    private let effects: Effects
    private let respond: (Response) -> Void

    /// - Parameter effects: holds the subscriptions. Nobody else uses it, as the ids are names that hosts give.
    init(actions: Observable<PerformAction>, effects: Effects, responder: @escaping (Response) -> Void) {
        self.actions = actions
        self.effects = effects
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .subscribe(let name): subscribe(name)
        case .unsubscribe(let name): unsubscribe(name)
        }
    }

    private func subscribe(_ name: String) {
        guard !effects.isInFlight(id: ByteString(name)) else { return respond(.wasNotSubscribed(name, .nameInUse)) }
        // Lists of one: of an optional enum, the compiled test for nil reads what no case has set, an error to
        // valgrind.
        let (stream, continuation) = AsyncStream.makeStream(of: [PerformAction].self)
        // At once, so that the next message's action is heard; where the effect does not begin, it is let go of.
        let subscription = actions.subscribe { continuation.yield([$0]) }
        effects.run(id: ByteString(name)) {
            defer { subscription.dispose() }
            for await actions in stream {
                for action in actions { respond(.actionPerformed(name, action)) }
            }
        }
        respond(.wasSubscribed(name))
    }

    private func unsubscribe(_ name: String) {
        guard effects.isInFlight(id: ByteString(name)) else { return respond(.wasNotUnsubscribed(name, .unknownName)) }
        effects.cancel(id: ByteString(name))
        respond(.wasUnsubscribed(name))
    }
}
