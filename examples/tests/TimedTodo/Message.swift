import Adit
import TodoCore

/// The messages of the app `todo` of version 5bbffbe: today's, and that the delay of a review has passed.
@Message
public enum Message: Equatable, Sendable {
    /// The list of items.
    case todo(TodoCore.Message._Todo)
    /// Tags, and the items that have them.
    case tagging(TodoCore.Message._Tagging)
    /// The journal.
    case journal(TodoCore.Message._Journal)
    /// Asking the user for a review.
    case appReview(_AppReview)

    /// Asking the user for a review. Nothing answers.
    @Message
    public enum _AppReview: Equatable, Sendable {
        /// Asks the user for a review, if it is time to.
        case requestReview
        /// The delay before a review has passed.
        @Internal case reviewIsDue
    }
}

extension Message {
    init(_ message: TodoCore.Message) {
        switch message {
        case .todo(let message): self = .todo(message)
        case .tagging(let message): self = .tagging(message)
        case .journal(let message): self = .journal(message)
        case .appReview(.requestReview): self = .appReview(.requestReview)
        }
    }

    /// The message as one of today's app; nil of reviews.
    var ofToday: TodoCore.Message? {
        switch self {
        case .todo(let message): .todo(message)
        case .tagging(let message): .tagging(message)
        case .journal(let message): .journal(message)
        case .appReview: nil
        }
    }
}
