import Adit

/// The source by which the host brings messages.
let inboxHost = HostSource<InboxRequest, ChatMessage>("inbox")

/// What the host is asked.
@Model
enum InboxRequest {
    /// Brings the messages of a room as they come.
    case follow(room: String)
}

/// Has the host bring messages.
struct HostInboxGateway: InboxGateway {
    let messages: HostSourceConnection<InboxRequest, ChatMessage>

    func messages(in room: String) -> AsyncThrowingStream<ChatMessage, any Error> { messages(.follow(room: room)) }
}
