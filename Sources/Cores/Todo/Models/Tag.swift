import Adit

/// A name for a group of items.
public struct Tag: Codable, Equatable, Identifiable, Sendable {
    public let id: UUID
    let name: String
    /// The ids of the items that have the tag, each once, in the order in which they got it.
    private(set) var tagged: [UUID]

    init(name: String, id: UUID = UUID(), tagged: [UUID] = []) {
        self.id = id
        self.name = name
        self.tagged = tagged
    }
}

extension Tag {
    enum Change {
        case add(TodoItem)
        case remove(TodoItem)
    }

    /// The tag with an item added or removed; this one stays as it is. An item that has the tag already keeps its
    /// place.
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

extension Tag {
    /// Reads a tag. Only `name` must be there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        id = try container.decodeIfPresent(UUID.self, forKey: .id) ?? Sources(of: decoder).makeID()
        tagged = try container.decodeIfPresent([UUID].self, forKey: .tagged) ?? []
    }
}
