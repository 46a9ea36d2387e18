import Adit

/// Empties the basket.
struct EmptyingUseCase: UseCase {
    typealias Request = BasketMessage.Emptying.Request
    typealias Response = BasketMessage.Emptying.Response

    private let store: StateStore<BasketState>
    private let respond: (Response) -> Void

    init(store: StateStore<BasketState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .empty:
            let state = store.state()
            let sum = state.lines.reduce(0) { $0 + $1.price * $1.count }
            store.change(.empty)
            respond(.wasEmptied(lines: Array(state.lines), total: sum * (100 - state.discount) / 100))
        }
    }
}

/// Makes the feature `emptying`.
func createEmptyingFeature(store: StateStore<BasketState>, output: @escaping Output<BasketMessage>) -> Input<
    BasketMessage
> {
    let useCase = EmptyingUseCase(store: store) { output(.emptying(.response($0))) }
    return { message in
        if case .emptying(.request(let request)) = message { useCase.request(request) }
    }
}
