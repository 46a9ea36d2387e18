import Adit

/// Why something was not done.
@Model
public enum TodoListError: String, Error {
    /// A text or name of nothing but white space.
    case emptyText
    /// No item has the id.
    case unknownItem
    /// An item's id that is in use already.
    case doubledItem
    /// No tag has the id.
    case unknownTag
    /// A tag's id that is in use already.
    case doubledTag
    /// No journal entry has the id.
    case unknownEntry
    /// A journal entry's id that is in use already.
    case doubledEntry
    /// There is no list of the name.
    case unknownList
    /// No list of the name is being imported.
    case unknownImport
}
