import Adit

extension Message {
    /// What the user touches on the screen.
    @Message
    public enum _Touch: Equatable, Sendable {
        /// The row with where the trip begins.
        case fromLocation
        /// The row with where it ends.
        case toLocation
        /// The button that switches the two.
        case switchLocations
        /// The row with the time.
        case departureArrival
        /// The Now button beside it.
        case now
        /// The button for the options of the trip.
        case travelOptions
        /// The options of the widget that plans a trip directly to somewhere.
        case directToOptions
        /// The button of that widget that sets its address.
        case directToConfigureAddress
        /// A location that it shows.
        case directToLocation(location: Location)
        /// The options of the widget for checking in and out.
        case ciCoOptions
    }
}
