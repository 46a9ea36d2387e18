import Adit

/// Says how support is doing.
struct ReportsUseCase: UseCase {
    typealias Request = SupportMessage.Reports.Request
    typealias Response = SupportMessage.Reports.Response

    private let store: StateStore<SupportState>
    private let respond: (Response) -> Void

    init(store: StateStore<SupportState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .report:
            let tickets = store.state().tickets
            let ratings = tickets.compactMap(\.rating)
            respond(
                .wasReported(
                    open: tickets.count(where: \.isOpen), closed: tickets.count(where: { !$0.isOpen }), ratings: ratings
                ))
        }
    }
}

/// Makes the feature `reports`.
func createReportsFeature(store: StateStore<SupportState>, output: @escaping Output<SupportMessage>) -> Input<
    SupportMessage
> {
    let useCase = ReportsUseCase(store: store) { output(.reports(.response($0))) }
    return { message in
        if case .reports(.request(let request)) = message { useCase.request(request) }
    }
}
