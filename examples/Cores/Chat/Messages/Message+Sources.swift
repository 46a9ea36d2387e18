import Adit

extension Message {
    /// What others write.
    @Message
    public enum _Inbox: Equatable, Sendable {
        /// Somebody wrote something.
        case received(message: ChatMessage)
        /// Nothing more comes from a room; without `reason` it was closed.
        case wasLost(room: String, reason: String?)
    }

    /// The clock that says that the core is alive.
    @Message
    public enum _Heartbeat: Equatable, Sendable {
        case beats(at: Timestamp)
    }
}
