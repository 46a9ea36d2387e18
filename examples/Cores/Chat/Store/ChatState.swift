import Adit

/// The state of the chat app.
@Model
public struct ChatState: State, Equatable, Sendable {
    /// The room that is followed; absent while offline.
    private(set) var room: String?
    /// Whether what is written there is heard: until its inbox is lost.
    private(set) var isListening = false
    /// How many seconds there are between two beats of the heartbeat.
    private(set) var heartbeatSeconds = 30
    /// When it beat last; absent before it has.
    private(set) var lastBeat: Timestamp?
    /// What was received, each message once.
    private(set) var messages: Table<UUID, ChatMessage> = []

    /// What can be done to the state.
    public enum Change: Equatable, Sendable {
        case follow(room: String)
        case goOffline
        case loseInbox
        case setHeartbeat(seconds: Int)
        case noteBeat(at: Timestamp)
        case keep(ChatMessage)
    }

    public mutating func apply(_ change: consuming Change) {
        switch consume change {
        case .follow(let room): (self.room, isListening) = (room, true)
        case .goOffline: (room, isListening) = (nil, false)
        case .loseInbox: isListening = false
        case .setHeartbeat(let seconds): heartbeatSeconds = seconds
        case .noteBeat(let date): lastBeat = date
        case .keep(let message): messages.updateOrAppend(message)
        }
    }
}
