/// A call that waits for its message to be handled. Touched under its core's lock only.
final class CallTicket {
    enum State {
        /// The message waits in the queue.
        case waiting
        /// The message is being handled.
        case begun
        /// What it caused, as a JSON array.
        case done(OwnedText)
        /// The call has returned without it; a message that waits is not handled any more.
        case givenUp
    }

    var state = State.waiting
}

/// The handle that drives a core, as the core sees it.
protocol CallOwner: AnyObject {
    /// A call's message is about to be handled; false where the call was given up.
    func begin(_ ticket: CallTicket) -> Bool
    /// A call's message has been handled, and the messages of `buffer` from `start` on came of it. They are the call's,
    /// unless it has been given up.
    func complete(_ ticket: CallTicket, _ buffer: MessageBuffer, from start: Int)
}
