import Adit

/// What the time of a trip says.
@Model
public enum TravelTimeQueryType: String, Sendable {
    /// The trip begins then or later.
    case departure
    /// It has ended by then.
    case arrival
}
