import AditJSON

/// The result of checking a store's file before it is opened.
public enum StorageVerdict: Equatable, Sendable {
    /// There is no file: it would be created.
    case new
    /// It can be opened as it is.
    case fine
    /// It can be opened, and would be migrated.
    case needsMigration(from: Int, to: Int)
    /// It cannot be opened: its content, or the result of the migrations, is no state of this app; with the places and
    /// reasons.
    case impossible([CodingFailure])
}
