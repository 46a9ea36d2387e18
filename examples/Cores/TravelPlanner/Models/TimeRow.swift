import Adit

/// The row with the time of the trip, and the Now button beside it.
@Model
public struct TimeRow: Equatable, Sendable {
    /// Whether the trip begins or ends then.
    private(set) var queryType = TravelTimeQueryType.departure
    /// The Now button.
    private(set) var now = NowButton.automatic
    /// What the row shows; absent before the clock has ticked.
    private(set) var date: Timestamp?
    /// The time that was chosen; absent where the row follows the clock. With the button off, there is one.
    private(set) var chosen: Timestamp?
}

extension TimeRow {
    /// Presses the Now button. On becomes off, and the row keeps the time that it shows; off becomes automatic, and
    /// automatic becomes on: then the row follows the clock, and the chosen time is cleared.
    mutating func pressNow(at present: Timestamp) {
        switch now {
        case .on: (now, chosen) = (.off, date ?? present)
        case .off: (now, chosen) = (.automatic, nil)
        case .automatic: (now, chosen) = (.on, nil)
        }
        date = chosen ?? present
    }

    /// Sets the chosen time. If the button is on, it becomes off; if it is automatic, a time in the past is cleared at
    /// once.
    mutating func choose(_ time: Timestamp, at present: Timestamp) {
        switch now {
        case .on, .off: (now, chosen) = (.off, time)
        case .automatic: chosen = time > present ? time : nil
        }
        date = chosen ?? present
    }

    /// Sets whether the time is that of departure or arrival; the time stays the same.
    mutating func choose(_ queryType: TravelTimeQueryType) { self.queryType = queryType }

    /// Updates the time from the clock.
    mutating func tick(at present: Timestamp) {
        if chosen == nil { date = present }
    }

    /// Handles the end of a chosen time: if it has passed, an automatic row follows the clock again.
    mutating func pass(at present: Timestamp) {
        guard now == .automatic, let chosen, chosen <= present else { return }
        (self.chosen, date) = (nil, present)
    }
}
