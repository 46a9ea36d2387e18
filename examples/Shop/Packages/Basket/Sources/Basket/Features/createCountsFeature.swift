import Adit

/// Sets how many of a product are bought.
struct CountsUseCase: UseCase {
    typealias Request = BasketMessage.Counts.Request
    typealias Response = BasketMessage.Counts.Response

    private let store: StateStore<BasketState>
    private let respond: (Response) -> Void

    init(store: StateStore<BasketState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .setCount(let id, let count):
            guard store.state().lines.contains(id: id) else {
                return respond(.countWasNotSet(id: id, error: .unknownLine))
            }
            guard (1...99).contains(count) else { return respond(.countWasNotSet(id: id, error: .count)) }
            store.change(.setCount(id, count))
            respond(.countWasSet(id: id, count: count))
        }
    }
}

/// Makes the feature `counts`.
func createCountsFeature(store: StateStore<BasketState>, output: @escaping Output<BasketMessage>) -> Input<
    BasketMessage
> {
    let useCase = CountsUseCase(store: store) { output(.counts(.response($0))) }
    return { message in
        if case .counts(.request(let request)) = message { useCase.request(request) }
    }
}
