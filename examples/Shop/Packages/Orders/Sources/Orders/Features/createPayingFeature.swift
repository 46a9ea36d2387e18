import Adit

/// Takes payments.
struct PayingUseCase: UseCase {
    typealias Request = OrdersMessage.Paying.Request
    typealias Response = OrdersMessage.Paying.Response

    private let store: StateStore<OrdersState>
    private let respond: (Response) -> Void

    init(store: StateStore<OrdersState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .pay(let id):
            guard let order = store.state().orders[id: id] else {
                return respond(.wasNotPaid(id: id, error: .unknownOrder))
            }
            guard order.progress == .placed else { return respond(.wasNotPaid(id: id, error: .notPlaced)) }
            store.change(.set(id, .paid))
            respond(.wasPaid(id: id))
        }
    }
}

/// Makes the feature `paying`.
func createPayingFeature(store: StateStore<OrdersState>, output: @escaping Output<OrdersMessage>) -> Input<
    OrdersMessage
> {
    let useCase = PayingUseCase(store: store) { output(.paying(.response($0))) }
    return { message in
        if case .paying(.request(let request)) = message { useCase.request(request) }
    }
}
