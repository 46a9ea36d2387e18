import Adit

/// Puts products on sale, and takes them off it.
struct ProductsUseCase: UseCase {
    typealias Request = CatalogMessage.Products.Request
    typealias Response = CatalogMessage.Products.Response

    private let store: StateStore<CatalogState>
    private let respond: (Response) -> Void

    init(store: StateStore<CatalogState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .add(let product):
            guard !product.name.isEmpty else { return respond(.wasNotAdded(product: product, error: .emptyName)) }
            store.change(.add(product))
            respond(.wasAdded(product))
        case .remove(let id):
            guard let product = store.state().products[id: id] else {
                return respond(.wasNotRemoved(id: id, error: .unknownProduct))
            }
            store.change(.remove(id))
            respond(.wasRemoved(product))
        }
    }
}

/// Makes the feature `products`.
func createProductsFeature(store: StateStore<CatalogState>, output: @escaping Output<CatalogMessage>) -> Input<
    CatalogMessage
> {
    let useCase = ProductsUseCase(store: store) { output(.products(.response($0))) }
    return { message in
        if case .products(.request(let request)) = message { useCase.request(request) }
    }
}
