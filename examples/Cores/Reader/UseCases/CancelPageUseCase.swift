import Adit

/// Stops opening a page. Its pending gateway requests are cancelled.
struct CancelPageUseCase: UseCase {
    enum Request { case cancel(url: String) }
    enum Response: Equatable {
        case wasCancelled(url: String)
        case wasNotCancelled(url: String, ReadingError)
    }

    private let store: Store
    private let effects: Effects
    private let respond: (Response) -> Void

    init(store: Store, effects: Effects, responder: @escaping (Response) -> Void) {
        self.store = store
        self.effects = effects
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .cancel(let url):
            guard effects.isInFlight(id: Work.opening(url: ByteString(url))) else {
                return respond(.wasNotCancelled(url: url, .notOpening))
            }
            effects.cancel(id: Work.opening(url: ByteString(url)))
            store.change(.end(url: url))
            respond(.wasCancelled(url: url))
        }
    }
}
