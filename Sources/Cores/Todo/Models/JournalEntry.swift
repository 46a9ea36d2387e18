import Adit

/// Something written down at some time.
public struct JournalEntry: Codable, Equatable, Identifiable, Sendable {
    public let id: UUID
    private(set) var text: String
    let date: Timestamp

    /// The day in UTC.
    var day: CalendarDay { CalendarDay(of: date) }

    init(text: String, id: UUID = UUID(), date: Timestamp = .now) {
        self.id = id
        self.text = text
        self.date = date
    }
}

extension JournalEntry {
    enum Change { case edit(text: String) }

    /// The entry with a change made to it; this one stays as it is.
    func alter(_ change: Change) -> JournalEntry {
        var entry = self
        switch change {
        case .edit(let text): entry.text = text
        }
        return entry
    }
}

extension JournalEntry {
    /// Reads an entry. Only `text` must be there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        id = try container.decodeIfPresent(UUID.self, forKey: .id) ?? Sources(of: decoder).makeID()
        date = try container.decodeIfPresent(Timestamp.self, forKey: .date) ?? Sources(of: decoder).now()
    }
}
