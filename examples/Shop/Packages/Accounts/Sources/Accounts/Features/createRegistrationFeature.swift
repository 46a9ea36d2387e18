import Adit

/// Registers customers by their email.
struct RegistrationUseCase: UseCase {
    typealias Request = AccountsMessage.Registration.Request
    typealias Response = AccountsMessage.Registration.Response

    private let store: StateStore<AccountsState>
    private let respond: (Response) -> Void

    init(store: StateStore<AccountsState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .register(let email, let name):
            guard email.contains("@") else { return respond(.wasNotRegistered(email: email, error: .email)) }
            guard !store.state().accounts.contains(id: email) else {
                return respond(.wasNotRegistered(email: email, error: .doubledEmail))
            }
            let account = Account(id: email, name: name)
            store.change(.add(account))
            respond(.wasRegistered(account))
        }
    }
}

/// Makes the feature `registration`.
func createRegistrationFeature(store: StateStore<AccountsState>, output: @escaping Output<AccountsMessage>) -> Input<
    AccountsMessage
> {
    let useCase = RegistrationUseCase(store: store) { output(.registration(.response($0))) }
    return { message in
        if case .registration(.request(let request)) = message { useCase.request(request) }
    }
}
