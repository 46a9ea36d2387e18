import Adit

/// Asks how good an answer was.
struct RatingsUseCase: UseCase {
    typealias Request = SupportMessage.Ratings.Request
    typealias Response = SupportMessage.Ratings.Response

    private let store: StateStore<SupportState>
    private let respond: (Response) -> Void

    init(store: StateStore<SupportState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .rate(let id, let rating):
            guard let ticket = store.state().tickets[id: id] else {
                return respond(.wasNotRated(id: id, error: .unknownTicket))
            }
            guard !ticket.isOpen else { return respond(.wasNotRated(id: id, error: .stillOpen)) }
            guard (1...5).contains(rating) else { return respond(.wasNotRated(id: id, error: .rating)) }
            store.change(.rate(id, rating))
            respond(.wasRated(id: id, rating: rating))
        }
    }
}

/// Makes the feature `ratings`.
func createRatingsFeature(store: StateStore<SupportState>, output: @escaping Output<SupportMessage>) -> Input<
    SupportMessage
> {
    let useCase = RatingsUseCase(store: store) { output(.ratings(.response($0))) }
    return { message in
        if case .ratings(.request(let request)) = message { useCase.request(request) }
    }
}
