import AditJSON

/// Makes a table of the texts of its elements, and puts them in order then. The core's loop.
package protocol TableBuilder: AnyObject {
    /// Adds an element.
    ///
    /// - Parameter key: its id, as the key it has.
    func append(_ element: JSONValue, key: String) throws(CodingFailure)

    /// Says which element is next in the order; called for each, after the last of them was added.
    func place(_ id: String) throws(CodingFailure)

    /// The table, once all elements have their places.
    func finish() throws(CodingFailure) -> any TableParts
}

extension TableParts {
    /// Makes another table of the same type.
    func makeBuilder() -> (any TableBuilder)? { (self as? any BuildableTable)?.makeTableBuilder() }
}

/// A table of which nothing but its type is asked.
protocol BuildableTable {
    func makeTableBuilder() -> any TableBuilder
}

extension Table: BuildableTable where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    func makeTableBuilder() -> any TableBuilder { BuiltTable<ID, Element>() }
}

/// A table that is being built.
private final class BuiltTable<
    ID: Hashable & LosslessStringConvertible & WireCodable, Element: Identifiable & WireCodable
>:
    TableBuilder
where Element.ID == ID {
    /// The elements in the order in which they came.
    private var table = Table<ID, Element>()
    /// Those that have their places, where these are not the ones in which they came.
    private var ordered: Table<ID, Element>?
    private var placed = 0
    private let text = JSONWriter()

    func append(_ value: JSONValue, key: String) throws(CodingFailure) {
        let element = try Element(reading: JSONReader(value))
        guard try isText(key, of: element.id) || ID(inTable: key) == element.id else {
            throw CodingFailure(
                path: "", reason: "found the id \"\(element.id)\"; the key is expected, which is the id")
        }
        guard table.append(element) else { throw StoredElement.doubled }
    }

    func place(_ text: String) throws(CodingFailure) {
        if ordered == nil {
            if placed < table.count, try isText(text, of: table[placed].id) {
                placed += 1
                return
            }
            ordered = Table(table[..<placed])
        }
        guard let id = ID(inTable: text), let element = table[id: id], ordered?.contains(id: id) == false else {
            throw CodingFailure(
                path: "ids", reason: "found \"\(text)\"; the id of one of the entities is expected, each once")
        }
        ordered?.append(element)
        placed += 1
    }

    func finish() throws(CodingFailure) -> any TableParts {
        guard placed == table.count else {
            throw CodingFailure(path: "entities", reason: "found an entity whose id is not among the ids")
        }
        return ordered ?? table
    }

    /// Whether a text is that of an id. Mostly the id is the same on the wire, but for the quotes; its description takes
    /// longer to make.
    private func isText(_ string: String, of id: ID) throws(CodingFailure) -> Bool {
        text.truncate(to: 0)
        try id.write(to: text)
        let quoted = text.bytes
        if quoted.elementsEqual(string.utf8) || quoted.dropFirst().dropLast().elementsEqual(string.utf8) { return true }
        return id.description.utf8.elementsEqual(string.utf8)
    }
}
