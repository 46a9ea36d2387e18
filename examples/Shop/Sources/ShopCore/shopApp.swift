import Adit
import Accounts
import Basket
import Catalog
import Orders
import Support

/// The app `shop`: a tree of five child cores.
public func shopApp() -> App<ShopState, ShopMessage> {
    App("shop", state: ShopState()) { core in
        core.receivers = [shopExpander(output: core.output)]
        return [
            core.scope(.catalog, catalogApp(), state: \.catalog, message: ShopMessage.catalog) {
                if case .catalog(let message) = $0 { message } else { nil }
            },
            core.scope(.basket, basketApp(), state: \.basket, message: ShopMessage.basket) {
                if case .basket(let message) = $0 { message } else { nil }
            },
            core.scope(.orders, ordersApp(), state: \.orders, message: ShopMessage.orders) {
                if case .orders(let message) = $0 { message } else { nil }
            },
            core.scope(.accounts, accountsApp(), state: \.accounts, message: ShopMessage.accounts) {
                if case .accounts(let message) = $0 { message } else { nil }
            },
            core.scope(.support, supportApp(), state: \.support, message: ShopMessage.support) {
                if case .support(let message) = $0 { message } else { nil }
            },
        ]
    }
}
