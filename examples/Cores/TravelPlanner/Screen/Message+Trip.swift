import Adit

extension Message {
    /// What came of planning.
    @Message
    public enum _Trip: Equatable, Sendable {
        /// This trip is to be looked up.
        case wasPlanned(trip: Trip)
    }
}
