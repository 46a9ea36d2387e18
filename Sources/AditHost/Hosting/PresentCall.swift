/// A call whose message is being handled, or whose batch is held. The core's loop.
final class PresentCall {
    let ticket: CallTicket
    /// The number of messages in the buffer before its own.
    var start: Int
    /// Whether batches end with the updates of subscriptions otherwise.
    let sendsUpdates: Bool
    /// Whether its last batch has ended.
    var hasEnded = false

    init(_ ticket: CallTicket, start: Int, sendsUpdates: Bool) {
        self.ticket = ticket
        self.start = start
        self.sendsUpdates = sendsUpdates
    }
}
