import AditJSON

extension CodingFailure {
    /// A failure for the ids of a table: the text of one is not that of an element, or of an earlier one.
    static func unexpectedID(_ text: String) -> CodingFailure {
        CodingFailure(path: "ids", reason: "found \"\(text)\"; the id of one of the entities is expected, each once")
    }

    /// A failure for an element without a place in the order of its table.
    static let unlistedElement = CodingFailure(
        path: "entities", reason: "found an entity whose id is not among the ids")
}

extension Table {
    /// A table of elements in a given order.
    ///
    /// - Parameters:
    ///   - order: the texts of the ids, each once.
    ///   - elements: one element per id. A key may spell its id differently: a UUID is the same in upper and lower
    ///     case.
    ///   - makeID: parses an id; nil if the text is not an id.
    /// - Throws: ``CodingFailure`` with the path `ids` or `entities` if these do not match.
    init<Key: LosslessStringConvertible & Hashable>(
        _ order: [String], of elements: [Key: Element], ids makeID: (String) -> ID?
    ) throws(CodingFailure) {
        self.init()
        // Built only if a key and `order` spell an id differently.
        var elementsByID: [ID: Element]?
        for text in order {
            guard let id = makeID(text), !contains(id: id) else { throw .unexpectedID(text) }
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
