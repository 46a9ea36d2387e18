import Adit

/// The state of the products of the shop.
@Model public struct CatalogState: State, Equatable {
    public var products: Table<UUID, Product> = []

    public init() {}

    public enum Change {
        case add(Product)
        case remove(UUID)
        case setPrice(UUID, Int)
        case setStock(UUID, Int)
    }

    public mutating func apply(_ change: Change) {
        switch change {
        case .add(let product): products.updateOrAppend(product)
        case .remove(let id): products.remove(id)
        case .setPrice(let id, let price): products.update(id) { $0.price = price }
        case .setStock(let id, let stock): products.update(id) { $0.stock = stock }
        }
    }
}
