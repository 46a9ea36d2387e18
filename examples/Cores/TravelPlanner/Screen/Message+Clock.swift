import Adit

extension Message {
    /// The clock that the time row follows.
    @Message
    public enum _Clock: Equatable, Sendable {
        /// A minute has begun, or the row has begun to follow the clock.
        case ticks(at: Timestamp)
        /// The time that the user chose has passed.
        case chosenTimePasses(at: Timestamp)
    }
}
