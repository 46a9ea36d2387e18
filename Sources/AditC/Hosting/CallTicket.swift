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
