import Adit

/// Sends news to who wants it.
struct NewsUseCase: UseCase {
    typealias Request = AccountsMessage.News.Request
    typealias Response = AccountsMessage.News.Response

    private let store: StateStore<AccountsState>
    private let respond: (Response) -> Void

    init(store: StateStore<AccountsState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .setNews(let wantsNews):
            guard let email = store.state().current else { return respond(.newsWasNotSet(error: .notSignedIn)) }
            store.change(.setNews(email, wantsNews))
            respond(.newsWasSet(email: email, wantsNews: wantsNews))
        }
    }
}

/// Makes the feature `news`.
func createNewsFeature(store: StateStore<AccountsState>, output: @escaping Output<AccountsMessage>) -> Input<
    AccountsMessage
> {
    let useCase = NewsUseCase(store: store) { output(.news(.response($0))) }
    return { message in
        if case .news(.request(let request)) = message { useCase.request(request) }
    }
}
