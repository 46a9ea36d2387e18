import Adit

extension Message {
    /// Asking the user for a review. Nothing answers.
    @Message
    public enum _AppReview: Equatable, Sendable {
        /// Asks the user for a review, if it is time to.
        case requestReview
    }
}
