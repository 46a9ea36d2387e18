import Adit

extension TravelPlannerViewController {
    typealias Date = Timestamp

    /// All that can be done on the screen, at a glance.
    ///
    /// It is nested in its owner: another screen has a `PerformAction` of its own. For a screen with one or two actions
    /// it is not worth the code that leads to it.
    @Message
    public enum PerformAction: Equatable, Sendable {
        /// Presents a picker for where the trip begins; `location` is what is there now.
        case fromLocationRowPressed(location: Location?)
        /// Presents a picker for where it ends.
        case toLocationRowPressed(location: Location?)
        /// Switches the two.
        case switchLocationButtonPressed
        /// Presents a picker for the time.
        case departureArrivalRowPressed(queryType: TravelTimeQueryType, date: Timestamp)
        /// Leads the Now button on: from on to off, to automatic, to on.
        case nowButtonPressed
        /// Presents the options of the trip.
        case travelOptionsButtonPressed
        /// Presents the options of the widget that plans directly.
        case widgetDirectTo_optionsButtonPressed
        /// Presents a picker for that widget's address.
        case widgetDirectTo_configureAddressButtonPressed
        /// Plans a trip to a location.
        case widgetDirectTo_selectLocation(location: Location)
        /// Presents the options of the widget for checking in and out.
        case widgetCiCo_optionsButtonPressed
        /// Does nothing, and sends nothing.
        case nothing
    }
}
