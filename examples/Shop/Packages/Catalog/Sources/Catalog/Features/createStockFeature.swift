import Adit

/// Counts what is in stock.
struct StockUseCase: UseCase {
    typealias Request = CatalogMessage.Stock.Request
    typealias Response = CatalogMessage.Stock.Response

    private let store: StateStore<CatalogState>
    private let respond: (Response) -> Void

    init(store: StateStore<CatalogState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .restock(let id, let count):
            guard let product = store.state().products[id: id] else {
                return respond(.stockWasNotChanged(id: id, error: .unknownProduct))
            }
            change(product, by: count)
        case .take(let id, let count):
            guard let product = store.state().products[id: id] else {
                return respond(.stockWasNotChanged(id: id, error: .unknownProduct))
            }
            guard product.stock >= count else { return respond(.stockWasNotChanged(id: id, error: .outOfStock)) }
            change(product, by: -count)
        }
    }
    private func change(_ product: Product, by count: Int) {
        store.change(.setStock(product.id, product.stock + count))
        respond(.stockWasChanged(id: product.id, stock: product.stock + count))
    }
}

/// Makes the feature `stock`.
func createStockFeature(store: StateStore<CatalogState>, output: @escaping Output<CatalogMessage>) -> Input<
    CatalogMessage
> {
    let useCase = StockUseCase(store: store) { output(.stock(.response($0))) }
    return { message in
        if case .stock(.request(let request)) = message { useCase.request(request) }
    }
}
