import AditJSON

/// An editor of stored rows for migrations, in addition to ``RowSink``. All of it is one transaction.
public protocol RowEditor: RowSink {
    /// The names of the members, in any order.
    var members: [String] { get throws }
    /// The names of the tables, in any order.
    var tables: [String] { get throws }

    /// Passes the value of a member to `body`, if there is one.
    func readMember(_ member: String, _ body: (RowText) throws -> Void) throws

    /// Passes the elements of a table to `body`, in their order, and applies the edit that it returns for each.
    func editElements(of table: String, _ body: (_ id: RowText, _ value: RowText) throws -> RowEdit) throws

    /// Passes an element to `body`, if there is one.
    func readElement(_ id: RowText, of table: String, _ body: (RowText) throws -> Void) throws

    /// Returns the id of the last element; nil if the table is empty.
    func lastID(in table: String) throws -> String?

    /// Renames a table. The new name is unused.
    func rename(_ table: String, to other: String) throws

    /// Removes a table with its elements.
    func drop(_ table: String) throws
}

/// An edit of an element.
public enum RowEdit {
    /// Leaves the element as it is.
    case keep
    /// Replaces its value.
    case replace(RowText)
    /// Removes it.
    case remove
}
