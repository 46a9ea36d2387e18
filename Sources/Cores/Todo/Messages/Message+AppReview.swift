extension Message {
    /// Asking the user for a review. Nothing answers.
    public enum _AppReview: Codable, Equatable, Sendable {
        case requestReview
    }
}
