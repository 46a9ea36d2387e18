import Adit

/// The host's source of messages.
let inboxHost = HostSource<InboxRequest, ChatMessage>("inbox")

/// What the host is asked.
@Model
enum InboxRequest {
    /// Brings the messages of a room as they come.
    case follow(room: String)
}

/// A gateway that receives messages from the host.
struct HostInboxGateway: InboxGateway {
    let messages: HostSourceConnection<InboxRequest, ChatMessage>

    func messages(in room: String) -> AsyncThrowingStream<ChatMessage, any Error> { messages(.follow(room: room)) }
}
