import AditJSON

/// The row of an element that is being read. It borrows: it is valid during the call that it was given to.
@usableFromInline
package struct StoredElement {
    /// The text of the element's id.
    let id: RowText
    /// Takes ids as they are on the wire.
    private let text: JSONWriter

    init(_ id: RowText, _ text: JSONWriter) {
        self.id = id
        self.text = text
    }

    /// Makes sure that an element is stored as what it is.
    ///
    /// - Throws: ``CodingFailure`` where the row is that of another id.
    @usableFromInline
    func check<ID: LosslessStringConvertible & WireCodable>(_ found: ID) throws(CodingFailure) {
        // Mostly the id is the same on the wire, but for the quotes; and its description takes longer to make.
        text.truncate(to: 0)
        try found.write(to: text)
        if text.holds(id) { return }
        let found = found.description
        guard found.utf8.elementsEqual(id.bytes) else {
            throw CodingFailure(
                path: "", reason: "found an element with the id \"\(found)\"; one with the row's is expected")
        }
    }

    /// Two rows' ids are of the same element, though their texts differ.
    @usableFromInline
    static var doubled: CodingFailure {
        CodingFailure(path: "", reason: "found it a second time; each element is expected once")
    }
}
