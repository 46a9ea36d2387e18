import Adit

/// What travels in the todo app: a case for each feature.
public enum Message: Codable, Equatable, Sendable {
    case todo(_Todo)
    case tagging(_Tagging)
    case journal(_Journal)
    case appReview(_AppReview)
}

/// The one way into a part of the todo app.
typealias Input = Adit.Input<Message>

/// The one way out of a part of the todo app.
typealias Output = Adit.Output<Message>
