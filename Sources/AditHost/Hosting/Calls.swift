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
