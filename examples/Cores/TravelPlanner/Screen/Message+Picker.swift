import Adit

extension Message {
    /// What came of a picker that was presented.
    @Message
    public enum _Picker: Equatable, Sendable {
        /// The user has picked a location for a row.
        case locationWasPicked(row: LocationRow, location: Location)
        /// The user has picked whether to depart or to arrive, and when; without `date` the time stays what it is.
        case timeWasPicked(queryType: TravelTimeQueryType, date: Timestamp?)
        /// The user has chosen options of the trip.
        case travelOptionsWereChosen(options: TravelOptions)
        /// The user has chosen options of the widget that plans directly.
        case directToOptionsWereChosen(options: DirectToOptions)
        /// The user has chosen options of the widget for checking in and out.
        case ciCoOptionsWereChosen(options: CiCoOptions)
        /// The user has picked nothing.
        @Outgoing case wasCancelled(picker: Picker)
        /// It could not be presented, or its answer could not be read.
        @Outgoing case wasNotPresented(picker: Picker, error: CodableError)
    }
}
