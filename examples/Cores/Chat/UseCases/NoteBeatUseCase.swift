import Adit

/// Notes the last beat of the heartbeat. It has no responses.
struct NoteBeatUseCase: UseCase {
    enum Request { case note(at: Timestamp) }
    enum Response {}

    let store: Store

    func request(_ request: Request) {
        switch request {
        case .note(let date): store.change(.noteBeat(at: date))
        }
    }
}
