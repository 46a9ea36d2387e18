/// A ticket of a call that waits for its message to be handled. Accessed only under its core's lock.
package final class CallTicket {
    package enum State {
        /// The message is queued.
        case waiting
        /// The message is being handled.
        case begun
        /// The messages that it caused.
        case done(CallOutput)
        /// The call has returned without a result; a message that is still queued is not handled.
        case givenUp
    }

    package var state = State.waiting

    package init() {}
}

/// The interface of a handle to the core that it drives.
package protocol CallOwner: AnyObject {
    /// Marks a call's message as being handled; returns false if the call was given up.
    func begin(_ ticket: CallTicket) -> Bool
    /// Ends a call whose message has been handled. Its output is the messages of `buffer` from `start` on; they go to
    /// the call, unless it has been given up.
    func complete(_ ticket: CallTicket, _ buffer: MessageBuffer, from start: Int)
}
