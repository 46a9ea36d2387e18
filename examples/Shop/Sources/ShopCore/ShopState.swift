import Adit
public import Accounts
public import Basket
public import Catalog
public import Orders
public import Support

/// The state of the shop: that of its parts.
@Model public struct ShopState: State, Equatable {
    public var catalog = CatalogState()
    public var basket = BasketState()
    public var orders = OrdersState()
    public var accounts = AccountsState()
    public var support = SupportState()

    public enum Change {}

    public mutating func apply(_: Change) {}
}
