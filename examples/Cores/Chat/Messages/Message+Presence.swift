import Adit

extension Message {
    /// Being there, or not: what runs of the inbox and the heartbeat follows from it.
    @Message
    public enum _Presence: Equatable, Sendable {
        case request(Request)
        case response(Response)

        public enum Request: Equatable, Sendable {
            /// Follows a room, and no other any more.
            case goOnline(room: String)
            /// Follows no room any more.
            case goOffline
            /// Sets how many seconds there are between two beats: from 1 to 86400.
            case setHeartbeat(seconds: Int)
        }

        public enum Response: Equatable, Sendable {
            case wentOnline(room: String)
            case didNotGoOnline(room: String, error: PresenceError)
            case wentOffline(room: String)
            case didNotGoOffline(error: PresenceError)
            case heartbeatWasSet(seconds: Int)
            case heartbeatWasNotSet(seconds: Int, error: PresenceError)
        }
    }
}
