import Adit

/// An order. Its total is in cents.
@Model public struct Order: Identifiable, Equatable, Sendable {
    public var id: UUID
    public var total: Int
    public var placed: Timestamp
    public var progress = Progress.placed
}

/// How far an order is.
@Model public enum Progress: String, Sendable { case placed, paid, shipped, returned }

/// Why a request was not fulfilled.
@Model public enum OrdersError: String, Error, Sendable {
    case emptyOrder, unknownOrder, notPlaced, notPaid, notShipped
}
