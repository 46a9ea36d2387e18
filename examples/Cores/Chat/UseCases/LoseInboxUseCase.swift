import Adit

/// Stops listening to a room whose inbox was lost. It has no responses.
struct LoseInboxUseCase: UseCase {
    enum Request { case lose(room: String) }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .lose(let room):
            // To receive more messages, the user goes online again, which restarts the source.
            if store.state().room.map(ByteString.init(_:)) == ByteString(room) { store.change(.loseInbox) }
        }
    }
}
