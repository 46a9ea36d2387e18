import Adit

/// A line of the basket. Its price is that of one piece, in cents.
@Model public struct Line: Identifiable, Equatable, Sendable {
    public var id: UUID
    public var price: Int
    public var count = 1
}

/// Why a request was not fulfilled.
@Model public enum BasketError: String, Error, Sendable {
    case unknownLine, count, unknownVoucher, secondVoucher
}
