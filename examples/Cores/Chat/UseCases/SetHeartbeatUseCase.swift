import Adit

/// Sets the interval of the heartbeat.
struct SetHeartbeatUseCase: UseCase {
    enum Request { case set(seconds: Int) }
    enum Response: Equatable {
        case wasSet(seconds: Int)
        case wasNotSet(seconds: Int, PresenceError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .set(let seconds):
            guard (1...86_400).contains(seconds) else { return respond(.wasNotSet(seconds: seconds, .interval)) }
            store.change(.setHeartbeat(seconds: seconds))
            respond(.wasSet(seconds: seconds))
        }
    }
}
