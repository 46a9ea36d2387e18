import Adit

/// The figures of a core for `@stats`.
struct CoreStats {
    /// The number of messages that have changed the state.
    let revision: Int
    /// Queued messages of the host.
    let queued: Int
    /// Effects in flight.
    let effects: Int
    /// Timers that are not due yet.
    let timers: Int
    /// Unanswered requests to the host.
    let requests: Int
    /// Late, duplicate and unrequested replies.
    let ignoredReplies: Int
    /// Messages of the host that no feature handled.
    let unhandled: Int
    /// The figures of messages; nil if the app keeps none.
    let figures: Figures?
}
