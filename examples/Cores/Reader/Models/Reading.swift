import Adit

/// A page that was read.
@Model
public struct Reading: Equatable, Identifiable, Sendable {
    let url: String
    /// Where it came from.
    let from: Origin
    /// When it was opened last.
    let date: Timestamp

    public var id: ByteString { ByteString(url) }
}

/// Where a page came from.
@Model
public enum Origin: String, Sendable {
    /// It was kept.
    case cache
    /// It was fetched.
    case network
}
