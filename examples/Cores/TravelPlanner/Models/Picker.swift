import Adit

/// What is presented over the screen for the user to pick from. One is presented at a time.
@Model
public enum Picker: String, Sendable {
    /// A picker of locations.
    case location
    /// A picker of times.
    case date
    /// The options of the trip.
    case travelOptions
    /// The options of the widget that plans directly.
    case directToOptions
    /// The options of the widget for checking in and out.
    case ciCoOptions
}
