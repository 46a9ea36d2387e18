import Adit

/// Follows a room, or none. The sources depend on this part of the state.
struct ChangePresenceUseCase: UseCase {
    enum Request {
        case goOnline(room: String)
        case goOffline
    }
    enum Response: Equatable {
        case wentOnline(room: String)
        case didNotGoOnline(room: String, PresenceError)
        case wentOffline(room: String)
        case didNotGoOffline(PresenceError)
    }

    private let store: Store
    private let respond: (Response) -> Void

    init(store: Store, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .goOnline(let room):
            if room.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
                return respond(.didNotGoOnline(room: room, .emptyRoom))
            }
            store.change(.follow(room: room))
            respond(.wentOnline(room: room))
        case .goOffline:
            guard let room = store.state().room else { return respond(.didNotGoOffline(.offline)) }
            store.change(.goOffline)
            respond(.wentOffline(room: room))
        }
    }
}
