import Adit

/// Sets prices.
struct PricingUseCase: UseCase {
    typealias Request = CatalogMessage.Pricing.Request
    typealias Response = CatalogMessage.Pricing.Response

    private let store: StateStore<CatalogState>
    private let respond: (Response) -> Void

    init(store: StateStore<CatalogState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .setPrice(let id, let price):
            guard store.state().products.contains(id: id) else {
                return respond(.priceWasNotSet(id: id, error: .unknownProduct))
            }
            guard price >= 0 else { return respond(.priceWasNotSet(id: id, error: .negativePrice)) }
            store.change(.setPrice(id, price))
            respond(.priceWasSet(id: id, price: price))
        }
    }
}

/// Makes the feature `pricing`.
func createPricingFeature(store: StateStore<CatalogState>, output: @escaping Output<CatalogMessage>) -> Input<
    CatalogMessage
> {
    let useCase = PricingUseCase(store: store) { output(.pricing(.response($0))) }
    return { message in
        if case .pricing(.request(let request)) = message { useCase.request(request) }
    }
}
