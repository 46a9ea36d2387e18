import Adit

/// A page as it was fetched.
@Model
public struct Page: Equatable, Sendable {
    let url: String
    let body: String
    /// When it was fetched.
    let fetched: Timestamp
}
