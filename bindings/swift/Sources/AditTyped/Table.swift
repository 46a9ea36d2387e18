/// Elements in order, by their ids.
///
/// ```swift
/// for item in table { print(item.text) }
/// let first = table[id: table.ids[0]]
/// ```
public struct Table<ID: Codable & Hashable & Sendable, Element: Codable & Hashable & Sendable>: Codable, Hashable,
    Sendable
{
    /// The ids, in order.
    public let ids: [ID]
    /// The elements, by their ids as texts.
    public let entities: [String: Element]

    /// A table of elements in their order. Of two with the same id, the later one is there.
    public init(_ elements: [(id: ID, element: Element)] = []) {
        entities = Dictionary(elements.map { ("\($0.id)", $0.element) }) { $1 }
        var seen: Set<ID> = []
        ids = elements.map(\.id).filter { seen.insert($0).inserted }
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.members(["ids", "entities"])
        ids = try members.decode([ID].self, forKey: "ids")
        entities = try members.decode([String: Element].self, forKey: "entities")
        for (index, id) in ids.enumerated() where entities["\(id)"] == nil {
            throw members.failure("found the id \(id) at \(index), and no element of it")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberKey.self)
        try members.encode(ids, forKey: "ids")
        try members.encode(entities, forKey: "entities")
    }

    /// The element with an id; nil without one.
    public subscript(id id: ID) -> Element? { entities["\(id)"] }
}

extension Table: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { ids.count }

    /// The element at a position of the order.
    public subscript(position: Int) -> Element {
        // Each initializer has seen to it.
        guard let element = self[id: ids[position]] else {
            preconditionFailure("no element has the id \(ids[position])")
        }
        return element
    }
}
