import Adit

/// Something to do.
public struct TodoItem: Codable, Equatable, Identifiable, Sendable {
    public let id: UUID
    private(set) var text: String
    private(set) var completed: Bool
    let created: Timestamp
    private(set) var due: Timestamp?
    /// When it was altered last; nil where it never was.
    private(set) var alterDate: Timestamp?

    init(
        text: String, id: UUID = UUID(), completed: Bool = false, created: Timestamp = .now, due: Timestamp? = nil,
        alterDate: Timestamp? = nil
    ) {
        self.id = id
        self.text = text
        self.completed = completed
        self.created = created
        self.due = due
        self.alterDate = alterDate
    }
}

extension TodoItem {
    enum Change {
        case check, uncheck
        case edit(text: String)
        case schedule(due: Timestamp?)
    }

    /// The item with a change made to it; this one stays as it is.
    func alter(_ change: Change, at date: Timestamp) -> TodoItem {
        var item = self
        item.alterDate = date
        switch change {
        case .check: item.completed = true
        case .uncheck: item.completed = false
        case .edit(let text): item.text = text
        case .schedule(let due): item.due = due
        }
        return item
    }
}

extension TodoItem {
    /// Reads an item. Only `text` must be there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        id = try container.decodeIfPresent(UUID.self, forKey: .id) ?? Sources(of: decoder).makeID()
        completed = try container.decodeIfPresent(Bool.self, forKey: .completed) ?? false
        created = try container.decodeIfPresent(Timestamp.self, forKey: .created) ?? Sources(of: decoder).now()
        due = try container.decodeIfPresent(Timestamp.self, forKey: .due)
        alterDate = try container.decodeIfPresent(Timestamp.self, forKey: .alterDate)
    }
}
