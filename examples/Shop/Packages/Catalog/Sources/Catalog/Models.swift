import Adit

/// A product. Its price is in cents.
@Model public struct Product: Identifiable, Equatable, Sendable {
    public var id: UUID = UUID.drawn()
    public var name: String
    public var price = 0
    public var stock = 0
}

/// Why a request was not fulfilled.
@Model public enum CatalogError: String, Error, Sendable {
    case unknownProduct, emptyName, negativePrice, outOfStock
}
