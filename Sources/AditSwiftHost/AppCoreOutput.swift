/// An output of a core, with the id of the message that caused it.
public enum AppCoreOutput<Message> {
    /// An outgoing message of the app.
    case message(Message, of: String?)
    /// A failure of a message or an effect. A failed message has not changed the state.
    case failure(AppCoreFailure<Message>, of: String?)
}

/// A failure of a message or an effect.
public struct AppCoreFailure<Message> {
    /// The message that failed; nil if an effect did.
    public let message: Message?
    /// The reason: an error thrown by the app's code, a limit, a failure of the store, or an ``AppCoreError``.
    public let error: any Error

    init(_ message: Message?, _ error: any Error) {
        self.message = message
        self.error = error
    }
}
