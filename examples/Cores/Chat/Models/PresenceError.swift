import Adit

/// Why something was not done.
@Model
public enum PresenceError: String, Error {
    /// A room's name of nothing but white space.
    case emptyRoom
    /// An interval of less than a second, or more than a day.
    case interval
    /// There is no room to leave.
    case offline
}
