import AditJSON

/// A builder of a table from the texts of its elements, and then their order. The core's loop.
package protocol TableBuilder: AnyObject {
    /// Adds an element.
    ///
    /// - Parameter key: its key, which is its id.
    func append(_ element: JSONReader, key: String) throws(CodingFailure)

    /// Appends an id to the order; called for each, after the last element was added.
    func place(_ id: String) throws(CodingFailure)

    /// Returns the table, once all elements have their places.
    func finish() throws(CodingFailure) -> any TableParts
}

extension Table where ID: LosslessStringConvertible & WireCodable, Element: WireCodable {
    package func makeBuilder() -> any TableBuilder { BuiltTable<ID, Element>() }
}

/// A table that is being built.
private final class BuiltTable<
    ID: Hashable & LosslessStringConvertible & WireCodable, Element: Identifiable & WireCodable
>:
    TableBuilder
where Element.ID == ID {
    /// The elements in the order of their arrival.
    private var table = Table<ID, Element>()
    /// The elements placed so far, if their order differs from that of their arrival.
    private var ordered: Table<ID, Element>?
    private var placed = 0
    private let text = JSONWriter()

    func append(_ value: JSONReader, key: String) throws(CodingFailure) {
        let element = try Element(reading: value)
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
            throw .unexpectedID(text)
        }
        ordered?.append(element)
        placed += 1
    }

    func finish() throws(CodingFailure) -> any TableParts {
        guard placed == table.count else { throw .unlistedElement }
        return ordered ?? table
    }

    /// Returns whether a text is that of an id. The wire form of most ids is the text in quotes; a description takes
    /// longer to make.
    private func isText(_ string: String, of id: ID) throws(CodingFailure) -> Bool {
        text.truncate(to: 0)
        try id.write(to: text)
        let quoted = text.bytes
        if quoted.elementsEqual(string.utf8) || quoted.dropFirst().dropLast().elementsEqual(string.utf8) { return true }
        return id.description.utf8.elementsEqual(string.utf8)
    }
}
