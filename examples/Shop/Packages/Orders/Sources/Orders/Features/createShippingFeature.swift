import Adit

/// Ships what was paid.
struct ShippingUseCase: UseCase {
    typealias Request = OrdersMessage.Shipping.Request
    typealias Response = OrdersMessage.Shipping.Response

    private let store: StateStore<OrdersState>
    private let respond: (Response) -> Void

    init(store: StateStore<OrdersState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .ship(let id):
            guard let order = store.state().orders[id: id] else {
                return respond(.wasNotShipped(id: id, error: .unknownOrder))
            }
            guard order.progress == .paid else { return respond(.wasNotShipped(id: id, error: .notPaid)) }
            store.change(.set(id, .shipped))
            respond(.wasShipped(id: id))
        }
    }
}

/// Makes the feature `shipping`.
func createShippingFeature(store: StateStore<OrdersState>, output: @escaping Output<OrdersMessage>) -> Input<
    OrdersMessage
> {
    let useCase = ShippingUseCase(store: store) { output(.shipping(.response($0))) }
    return { message in
        if case .shipping(.request(let request)) = message { useCase.request(request) }
    }
}
