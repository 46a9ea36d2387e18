import Adit

/// Something to do.
@Model
public struct TodoItem: Equatable, Identifiable, Sendable {
    public private(set) var id: UUID = .drawn()
    /// What is to be done.
    public private(set) var text: String
    public private(set) var completed = false
    public private(set) var created: Timestamp = .drawn()
    /// The time by which it is to be done; absent where there is none.
    public private(set) var due: Timestamp?
    /// When it was altered last; absent where it never was.
    public private(set) var alterDate: Timestamp?
}

extension TodoItem {
    /// Creates an item that is not completed, with a drawn id and date.
    public init(_ text: String) { self.init(text: text) }
}

extension TodoItem {
    enum Change {
        case check, uncheck
        case edit(text: String)
        case schedule(due: Timestamp?)
    }

    /// Returns a changed copy of the item.
    consuming func alter(_ change: Change, at date: Timestamp) -> TodoItem {
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
