import Adit

/// Follows the stream of actions for hosts, which cannot hold a subscription: a name identifies it.
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

    private let actions: ObservableStream<PerformAction>
    private let effects: Effects
    private let respond: (Response) -> Void

    /// - Parameter effects: runs the subscriptions. Only this use case uses it, as the ids are names that hosts set.
    init(actions: ObservableStream<PerformAction>, effects: Effects, responder: @escaping (Response) -> Void) {
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
        effects.follow(actions, id: ByteString(name)) { [respond] in respond(.actionPerformed(name, $0)) }
        respond(.wasSubscribed(name))
    }

    private func unsubscribe(_ name: String) {
        guard effects.isInFlight(id: ByteString(name)) else { return respond(.wasNotUnsubscribed(name, .unknownName)) }
        effects.cancel(id: ByteString(name))
        respond(.wasUnsubscribed(name))
    }
}
