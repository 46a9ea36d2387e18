import Adit

/// Places orders.
struct PlacingUseCase: UseCase {
    typealias Request = OrdersMessage.Placing.Request
    typealias Response = OrdersMessage.Placing.Response

    @Dependency(\.uuid) private var uuid
    @Dependency(\.date) private var date
    private let store: StateStore<OrdersState>
    private let respond: (Response) -> Void

    init(store: StateStore<OrdersState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .place(let total):
            guard total > 0 else { return respond(.wasNotPlaced(error: .emptyOrder)) }
            let order = Order(id: uuid(), total: total, placed: date())
            store.change(.add(order))
            respond(.wasPlaced(order))
        }
    }
}

/// Makes the feature `placing`.
func createPlacingFeature(store: StateStore<OrdersState>, output: @escaping Output<OrdersMessage>) -> Input<
    OrdersMessage
> {
    let useCase = PlacingUseCase(store: store) { output(.placing(.response($0))) }
    return { message in
        if case .placing(.request(let request)) = message { useCase.request(request) }
    }
}
