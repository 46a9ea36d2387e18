import Adit

/// Redeems one voucher for each basket.
struct VouchersUseCase: UseCase {
    typealias Request = BasketMessage.Vouchers.Request
    typealias Response = BasketMessage.Vouchers.Response

    private let store: StateStore<BasketState>
    private let respond: (Response) -> Void

    init(store: StateStore<BasketState>, responder: @escaping (Response) -> Void) {
        self.store = store
        respond = responder
    }

    func request(_ request: Request) {
        switch request {
        case .redeem(let code):
            guard store.state().discount == 0 else {
                return respond(.wasNotRedeemed(code: code, error: .secondVoucher))
            }
            guard let discount = ["SPRING": 10, "FRIEND": 25][code] else {
                return respond(.wasNotRedeemed(code: code, error: .unknownVoucher))
            }
            store.change(.setDiscount(discount))
            respond(.wasRedeemed(code: code, discount: discount))
        }
    }
}

/// Makes the feature `vouchers`.
func createVouchersFeature(store: StateStore<BasketState>, output: @escaping Output<BasketMessage>) -> Input<
    BasketMessage
> {
    let useCase = VouchersUseCase(store: store) { output(.vouchers(.response($0))) }
    return { message in
        if case .vouchers(.request(let request)) = message { useCase.request(request) }
    }
}
