/// The calls of a core: hosts that wait for all that their message causes. The core's loop.
package final class Calls {
    /// A call whose message is being handled, or whose batch is held.
    final class Present {
        let ticket: CallTicket
        /// The number of messages in the buffer before its own.
        var start: Int
        /// Whether its last batch has ended.
        var hasEnded = false

        init(_ ticket: CallTicket, start: Int) {
            self.ticket = ticket
            self.start = start
        }
    }

    // Accesses last for one statement each.
    /// The owner of the tickets, until the core is closed. Not weak: a weakly referenced object costs more to retain, and
    /// each call of the C interface retains this one.
    @exclusivity(unchecked) package var owner: (any CallOwner)?
    /// The present call; nil between calls.
    @exclusivity(unchecked) var present: Present?

    /// Returns whether a call still waits for its message, which is about to be handled.
    func begin(_ ticket: CallTicket) -> Bool { owner?.begin(ticket) == true }
}

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
