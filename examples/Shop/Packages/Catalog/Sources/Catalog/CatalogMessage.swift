import Adit

/// The messages of the products of the shop: a case for each feature.
@Message public enum CatalogMessage: Equatable, Sendable {
    /// Puts products on sale, and takes them off it.
    case products(Products)
    /// Sets prices.
    case pricing(Pricing)
    /// Counts what is in stock.
    case stock(Stock)
    /// Finds products by a part of their names.
    case search(Search)

    public enum Products: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case add(product: Product)
            case remove(id: UUID)
        }
        public indirect enum Response: Equatable, Sendable {
            case wasAdded(Product)
            case wasNotAdded(product: Product, error: CatalogError)
            case wasRemoved(Product)
            case wasNotRemoved(id: UUID, error: CatalogError)
        }
    }

    public enum Pricing: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case setPrice(id: UUID, price: Int)
        }
        public indirect enum Response: Equatable, Sendable {
            case priceWasSet(id: UUID, price: Int)
            case priceWasNotSet(id: UUID, error: CatalogError)
        }
    }

    public enum Stock: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case restock(id: UUID, count: Int)
            case take(id: UUID, count: Int)
        }
        public indirect enum Response: Equatable, Sendable {
            case stockWasChanged(id: UUID, stock: Int)
            case stockWasNotChanged(id: UUID, error: CatalogError)
        }
    }

    public enum Search: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public indirect enum Request: Equatable, Sendable {
            case find(text: String)
        }
        public indirect enum Response: Equatable, Sendable {
            case wereFound(products: [Product])
        }
    }
}
