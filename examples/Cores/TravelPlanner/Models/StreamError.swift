import Adit

/// Why a subscription did not begin or end.
@Model
public enum StreamError: String, Error, Sendable {
    /// There is one of that name.
    case nameInUse
    /// There is none of that name.
    case unknownName
}
