import Adit

/// A page that is being opened.
@Model
public struct Opening: Equatable, Identifiable, Sendable {
    let url: String
    /// When it was asked for.
    let since: Timestamp

    public var id: ByteString { ByteString(url) }
}
