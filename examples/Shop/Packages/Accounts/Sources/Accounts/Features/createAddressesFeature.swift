import Adit

/// Keeps where to ship to.
struct AddressesUseCase: UseCase {
    typealias Request = AccountsMessage.Addresses.Request
    typealias Response = AccountsMessage.Addresses.Response

    private let store: StateStore<AccountsState>
    private let respond: (Response) -> Void

    init(store: StateStore<AccountsState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .setAddress(let address):
            guard let email = store.state().current else { return respond(.addressWasNotSet(error: .notSignedIn)) }
            guard !address.isEmpty else { return respond(.addressWasNotSet(error: .emptyAddress)) }
            store.change(.setAddress(email, address))
            respond(.addressWasSet(email: email, address: address))
        }
    }
}

/// Makes the feature `addresses`.
func createAddressesFeature(store: StateStore<AccountsState>, output: @escaping Output<AccountsMessage>) -> Input<
    AccountsMessage
> {
    let useCase = AddressesUseCase(store: store) { output(.addresses(.response($0))) }
    return { message in
        if case .addresses(.request(let request)) = message { useCase.request(request) }
    }
}
