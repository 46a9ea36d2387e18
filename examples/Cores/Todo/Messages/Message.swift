import Adit

/// What travels in the todo app: a case for each feature.
@Message
public enum Message: Equatable, Sendable {
    /// The list of items.
    case todo(_Todo)
    /// Tags, and the items that have them.
    case tagging(_Tagging)
    /// The journal.
    case journal(_Journal)
    /// Asking the user for a review.
    case appReview(_AppReview)
}

/// The input of a part of the todo app.
package typealias Input = Adit.Input<Message>

/// The output of a part of the todo app.
package typealias Output = Adit.Output<Message>
