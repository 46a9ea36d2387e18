/// A mismatch between the ids and the elements of a table.
package struct TableMismatch: Error {
    /// The member of the table that is wrong: `ids` or `entities`.
    package let member: String
    package let reason: String

    static func unexpectedID(_ text: String) -> TableMismatch {
        TableMismatch(member: "ids", reason: "found \"\(text)\"; the id of one of the entities is expected, each once")
    }

    static let unlistedElement = TableMismatch(
        member: "entities", reason: "found an entity whose id is not among the ids")
}

extension Table {
    /// A table of elements in a given order.
    ///
    /// - Parameters:
    ///   - order: the texts of the ids, each once.
    ///   - elements: one element per id. A key may spell its id differently: a UUID is the same in upper and lower
    ///     case.
    ///   - makeID: parses an id; nil if the text is not an id.
    package init<Key: LosslessStringConvertible & Hashable>(
        _ order: [String], of elements: [Key: Element], ids makeID: (String) -> ID?
    ) throws(TableMismatch) {
        self.init()
        // Built only if a key and `order` spell an id differently.
        var elementsByID: [ID: Element]?
        for text in order {
            guard let id = makeID(text), self[id: id] == nil else { throw .unexpectedID(text) }
            if let element = Key(text).flatMap({ elements[$0] }), element.id == id {
                append(element)
                continue
            }
            let byID = elementsByID ?? Self.elementsByID(elements, ids: makeID)
            elementsByID = byID
            guard let element = byID[id] else { throw .unexpectedID(text) }
            append(element)
        }
        guard count == elements.count else { throw .unlistedElement }
    }

    /// Returns the elements whose keys are their ids, by id.
    private static func elementsByID<Key: LosslessStringConvertible & Hashable>(
        _ elements: [Key: Element], ids makeID: (String) -> ID?
    ) -> [ID: Element] {
        var found: [ID: Element] = [:]
        for (key, element) in elements where makeID(key.description) == element.id { found[element.id] = element }
        return found
    }
}
