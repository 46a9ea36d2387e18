import Adit

/// Removes a page from the cache and the history. If the page is being opened, that is cancelled, as it would cache the
/// page again.
struct ForgetPageUseCase: UseCase {
    enum Request { case forget(url: String) }
    enum Response: Equatable {
        case wasForgotten(url: String)
        case wasNotForgotten(url: String, ReadingError)
    }

    private let store: Store
    private let cache: any CacheGateway
    private let effects: Effects
    private let respond: (Response) -> Void

    init(store: Store, cache: any CacheGateway, effects: Effects, responder: @escaping (Response) -> Void) {
        self.store = store
        self.cache = cache
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
                try await cache.remove(url: url)
                store.change(.forget(url: url))
                respond(.wasForgotten(url: url))
            } catch {
                respond(.wasNotForgotten(url: url, ReadingError(error)))
            }
        }
    }
}
