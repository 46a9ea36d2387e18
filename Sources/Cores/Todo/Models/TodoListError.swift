/// Why something was not done.
public enum TodoListError: String, Codable, Error {
    /// A text or name of nothing but white space.
    case emptyText
    case unknownItem
    /// An item's id that is in use already.
    case doubledItem
    case unknownTag
    /// A tag's id that is in use already.
    case doubledTag
    case unknownEntry
    /// A journal entry's id that is in use already.
    case doubledEntry
}
