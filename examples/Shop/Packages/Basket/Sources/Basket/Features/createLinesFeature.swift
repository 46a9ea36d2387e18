import Adit

/// Puts products into the basket, and takes them out.
struct LinesUseCase: UseCase {
    typealias Request = BasketMessage.Lines.Request
    typealias Response = BasketMessage.Lines.Response

    private let store: StateStore<BasketState>
    private let respond: (Response) -> Void

    init(store: StateStore<BasketState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .put(let id, let price):
            let line = store.state().lines[id: id].map { Line(id: id, price: price, count: $0.count + 1) }
            store.change(.put(line ?? Line(id: id, price: price)))
            respond(.wasPut(line ?? Line(id: id, price: price)))
        case .takeOut(let id):
            guard let line = store.state().lines[id: id] else {
                return respond(.wasNotTakenOut(id: id, error: .unknownLine))
            }
            store.change(.remove(id))
            respond(.wasTakenOut(line))
        }
    }
}

/// Makes the feature `lines`.
func createLinesFeature(store: StateStore<BasketState>, output: @escaping Output<BasketMessage>) -> Input<BasketMessage>
{
    let useCase = LinesUseCase(store: store) { output(.lines(.response($0))) }
    return { message in
        if case .lines(.request(let request)) = message { useCase.request(request) }
    }
}
