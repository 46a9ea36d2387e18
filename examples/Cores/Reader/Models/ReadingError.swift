import Adit

/// Why something was not done.
@Model
public enum ReadingError: Error, Equatable, Sendable {
    /// A url of nothing but white space.
    case emptyURL
    /// Nothing of that url is being opened.
    case notOpening
    /// The page was answered with another status than 200.
    case status(Int)
    /// No answer came in time.
    case timedOut
    /// Something else went wrong, as the text says.
    case failed(String)
}
