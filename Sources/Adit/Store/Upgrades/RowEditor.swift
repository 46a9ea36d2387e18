import AditJSON

/// What a storage lets migrations do with its rows, beside what ``RowSink`` says. All of it is within one transaction.
package protocol RowEditor: RowSink {
    var members: [String] { get throws }
    var tables: [String] { get throws }

    /// Gives the value of a member, if there is one.
    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws

    /// Gives the elements of a table in their order, and does with each what `body` says.
    func editElements(of table: String, _ body: (_ id: RowText, _ value: RowText) throws -> RowEdit) throws

    /// Gives an element, if it is there.
    func readElement(_ id: RowText, of table: String, _ body: (RowText) throws -> Void) throws

    /// The id of the last element; nil where there is none.
    func lastID(in table: String) throws -> String?

    func rename(_ table: String, to other: String) throws

    /// There is no such table any more.
    func drop(_ table: String) throws
}

/// What becomes of an element.
package enum RowEdit {
    case keep
    case replace(RowText)
    case remove
}
