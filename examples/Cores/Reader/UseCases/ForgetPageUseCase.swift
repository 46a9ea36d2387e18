import Adit
import AditGateways

/// Removes a page from the key-value store and the history. If the page is being opened, that is cancelled, as it would
/// keep the page again.
struct ForgetPageUseCase: UseCase {
    enum Request { case forget(url: String) }
    enum Response: Equatable {
        case wasForgotten(url: String)
        case wasNotForgotten(url: String, ReadingError)
    }

    private let store: Store
    private let keyValue: any KeyValueGateway
    private let effects: Effects
    private let respond: (Response) -> Void

    init(store: Store, keyValue: any KeyValueGateway, effects: Effects, responder: @escaping (Response) -> Void) {
        self.store = store
        self.keyValue = keyValue
        self.effects = effects
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .forget(let url): forget(url)
        }
    }

    private func forget(_ url: String) {
        if url.isBlank { return respond(.wasNotForgotten(url: url, .emptyURL)) }
        effects.cancel(id: Work.opening(url: ByteString(url)))
        store.change(.end(url: url))
        effects.run(id: Work.forgetting(url: ByteString(url))) {
            do {
                try await keyValue.remove(url)
                store.change(.forget(url: url))
                respond(.wasForgotten(url: url))
            } catch {
                respond(.wasNotForgotten(url: url, ReadingError(error)))
            }
        }
    }
}
