import Adit

/// What on the screen a location is picked for.
@Model
public enum LocationRow: String, Sendable {
    /// Where the trip begins.
    case from
    /// Where it ends.
    case to
    /// The address of the widget that plans directly.
    case address
}
