import Adit

@Model public struct Book: Equatable, Identifiable, Sendable {
    let isbn: String
    let title: String
    /// When it was put on the shelf: now, unless a message has a date.
    var added: Timestamp = .drawn()

    public var id: String { isbn }
}

/// Why a book was not added.
@Model public enum ShelfError: Error, Equatable, Sendable { case noTitle, isThereAlready }
