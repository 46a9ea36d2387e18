import Adit
public import Accounts
public import Basket
public import Catalog
public import Orders
public import Support

/// The messages of the shop: a case for each part.
@Message public enum ShopMessage: Equatable, Sendable {
    /// The products of the shop.
    case catalog(CatalogMessage)
    /// What a customer is about to buy.
    case basket(BasketMessage)
    /// What was bought.
    case orders(OrdersMessage)
    /// Who buys.
    case accounts(AccountsMessage)
    /// What customers ask.
    case support(SupportMessage)
}
