import Adit

/// A question of a customer.
@Model public struct Ticket: Identifiable, Equatable, Sendable {
    public var id: UUID
    public var subject: String
    public var notes: [String] = []
    public var isOpen = true
    /// From 1 to 5.
    public var rating: Int?
}

/// Why a request was not fulfilled.
@Model public enum SupportError: String, Error, Sendable {
    case emptySubject, unknownTicket, closed, stillOpen, rating
}
