import Adit

/// Signs a customer in and out.
struct SessionsUseCase: UseCase {
    typealias Request = AccountsMessage.Sessions.Request
    typealias Response = AccountsMessage.Sessions.Response

    private let store: StateStore<AccountsState>
    private let respond: (Response) -> Void

    init(store: StateStore<AccountsState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .signIn(let email):
            guard store.state().accounts.contains(id: email) else {
                return respond(.didNotSignIn(email: email, error: .unknownAccount))
            }
            store.change(.signIn(email))
            respond(.signedIn(email: email))
        case .signOut:
            guard let email = store.state().current else { return respond(.didNotSignOut(error: .notSignedIn)) }
            store.change(.signOut)
            respond(.signedOut(email: email))
        }
    }
}

/// Makes the feature `sessions`.
func createSessionsFeature(store: StateStore<AccountsState>, output: @escaping Output<AccountsMessage>) -> Input<
    AccountsMessage
> {
    let useCase = SessionsUseCase(store: store) { output(.sessions(.response($0))) }
    return { message in
        if case .sessions(.request(let request)) = message { useCase.request(request) }
    }
}
