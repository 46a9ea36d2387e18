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
    /// On is switched off, and the row keeps the time that it shows; off becomes automatic, and automatic on: then the
    /// row follows the clock, and what was chosen is forgotten.
    mutating func pressNow(at present: Timestamp) {
        switch now {
        case .on: (now, chosen) = (.off, date ?? present)
        case .off: (now, chosen) = (.automatic, nil)
        case .automatic: (now, chosen) = (.on, nil)
        }
        date = chosen ?? present
    }

    /// A time is chosen. The button cannot be on with it, and is off then; where it is automatic, a time that has
    /// passed is over at once.
    mutating func choose(_ time: Timestamp, at present: Timestamp) {
        switch now {
        case .on, .off: (now, chosen) = (.off, time)
        case .automatic: chosen = time > present ? time : nil
        }
        date = chosen ?? present
    }

    /// Whether it is departing or arriving is chosen; the time stays what it is.
    mutating func choose(_ queryType: TravelTimeQueryType) { self.queryType = queryType }

    /// The clock goes on.
    mutating func tick(at present: Timestamp) {
        if chosen == nil { date = present }
    }

    /// A time has passed: if it is the one that was chosen, the row follows the clock again by itself.
    mutating func pass(at present: Timestamp) {
        guard now == .automatic, let chosen, chosen <= present else { return }
        (self.chosen, date) = (nil, present)
    }
}
