import Adit

/// Something written down at some time.
@Model
public struct JournalEntry: Equatable, Identifiable, Sendable {
    public private(set) var id: UUID = .drawn()
    private(set) var text: String
    /// When it was written.
    private(set) var date: Timestamp = .drawn()

    /// The day in UTC.
    var day: CalendarDay { CalendarDay(of: date) }
}

extension JournalEntry {
    enum Change { case edit(text: String) }

    /// Returns a changed copy of the entry.
    func alter(_ change: Change) -> JournalEntry {
        var entry = self
        switch change {
        case .edit(let text): entry.text = text
        }
        return entry
    }
}
