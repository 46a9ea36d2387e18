import Adit

/// Finds products by a part of their names.
struct SearchUseCase: UseCase {
    typealias Request = CatalogMessage.Search.Request
    typealias Response = CatalogMessage.Search.Response

    private let store: StateStore<CatalogState>
    private let respond: (Response) -> Void

    init(store: StateStore<CatalogState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .find(let text):
            let words = text.lowercased()
            let found = store.state().products.filter { $0.name.lowercased().contains(words) }
            respond(.wereFound(products: Array(found)))
        }
    }
}

/// Makes the feature `search`.
func createSearchFeature(store: StateStore<CatalogState>, output: @escaping Output<CatalogMessage>) -> Input<
    CatalogMessage
> {
    let useCase = SearchUseCase(store: store) { output(.search(.response($0))) }
    return { message in
        if case .search(.request(let request)) = message { useCase.request(request) }
    }
}
