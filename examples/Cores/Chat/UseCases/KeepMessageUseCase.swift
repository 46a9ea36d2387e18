import Adit

/// Keeps a chat message. It has no responses.
struct KeepMessageUseCase: UseCase {
    enum Request { case keep(ChatMessage) }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .keep(let message): store.change(.keep(message))
        }
    }
}
