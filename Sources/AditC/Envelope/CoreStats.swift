import Adit

/// How a core is, in numbers.
struct CoreStats {
    /// How many messages have changed the state.
    let revision: Int
    /// Messages of the host that wait.
    let queued: Int
    /// Effects in flight.
    let effects: Int
    /// Timers that are not due yet.
    let timers: Int
    /// Requests to the host that are not answered yet.
    let requests: Int
    /// Replies that came late, twice, or for nothing that was asked.
    let ignoredReplies: Int
    /// Messages of the host that no feature is there for.
    let unhandled: Int
    /// nil: the app keeps none.
    let figures: Figures?
}
