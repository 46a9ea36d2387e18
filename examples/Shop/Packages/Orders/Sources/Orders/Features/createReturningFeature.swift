import Adit

/// Takes back what was shipped.
struct ReturningUseCase: UseCase {
    typealias Request = OrdersMessage.Returning.Request
    typealias Response = OrdersMessage.Returning.Response

    private let store: StateStore<OrdersState>
    private let respond: (Response) -> Void

    init(store: StateStore<OrdersState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .takeBack(let id):
            guard let order = store.state().orders[id: id] else {
                return respond(.wasNotReturned(id: id, error: .unknownOrder))
            }
            guard order.progress == .shipped else { return respond(.wasNotReturned(id: id, error: .notShipped)) }
            store.change(.set(id, .returned))
            respond(.wasReturned(id: id))
        }
    }
}

/// Makes the feature `returning`.
func createReturningFeature(store: StateStore<OrdersState>, output: @escaping Output<OrdersMessage>) -> Input<
    OrdersMessage
> {
    let useCase = ReturningUseCase(store: store) { output(.returning(.response($0))) }
    return { message in
        if case .returning(.request(let request)) = message { useCase.request(request) }
    }
}
