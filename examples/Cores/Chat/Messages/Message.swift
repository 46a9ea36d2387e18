import Adit

/// What travels in the chat app.
@Message
public enum Message: Equatable, Sendable {
    /// Being there, or not.
    case presence(_Presence)
    /// What others write. It only emits.
    @Outgoing case inbox(_Inbox)
    /// The clock that says that the core is alive. It only emits.
    @Outgoing case heartbeat(_Heartbeat)
}

/// The input of a part of the chat app.
typealias Input = Adit.Input<Message>

/// The output of a part of the chat app.
typealias Output = Adit.Output<Message>
