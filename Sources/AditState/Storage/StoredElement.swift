import AditJSON

/// The row of an element that is being read. It borrows memory, and is valid during the call that received it only.
@usableFromInline
package struct StoredElement {
    /// The text of the element's id.
    let id: RowText
    /// A scratch buffer for ids in their wire form.
    private let text: JSONWriter

    init(_ id: RowText, _ text: JSONWriter) {
        self.id = id
        self.text = text
    }

    /// Checks that the id of an element is that of its row.
    ///
    /// - Throws: ``CodingFailure`` if the ids differ.
    @usableFromInline
    func check<ID: LosslessStringConvertible & WireCodable>(_ found: ID) throws(CodingFailure) {
        // The wire form of most ids is the row's text in quotes; a description takes longer to make.
        text.truncate(to: 0)
        try found.write(to: text)
        if text.holds(id) { return }
        let found = found.description
        guard found.utf8.elementsEqual(id.bytes) else {
            throw CodingFailure(
                path: "", reason: "found an element with the id \"\(found)\"; one with the row's is expected")
        }
    }

    /// The failure for a second row with the same id in another spelling.
    @usableFromInline
    static var doubled: CodingFailure {
        CodingFailure(path: "", reason: "found it a second time; each element is expected once")
    }
}
