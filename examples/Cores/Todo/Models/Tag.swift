import Adit

/// A name for a group of items.
@Model
public struct Tag: Equatable, Identifiable, Sendable {
    public private(set) var id: UUID = .drawn()
    let name: String
    /// The ids of the items that have the tag, each once, in the order in which they got it.
    private(set) var tagged: [UUID] = []
}

extension Tag {
    enum Change {
        case add(TodoItem)
        case remove(TodoItem)
    }

    /// Returns a copy of the tag with an item added or removed. An item that already has the tag keeps its position.
    ///
    /// - Complexity: O(n) in the number of tagged items.
    func alter(_ change: Change) -> Tag {
        var tag = self
        switch change {
        case .add(let item):
            if !tagged.contains(item.id) { tag.tagged.append(item.id) }
        case .remove(let item):
            tag.tagged.removeAll { $0 == item.id }
        }
        return tag
    }
}
