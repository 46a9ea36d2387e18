import AditJSON

/// What there is to say of a store's file before it is opened.
public enum StorageVerdict: Equatable, Sendable {
    /// There is no file: it would be made.
    case new
    /// It can be opened as it is.
    case fine
    /// It can be opened, and would be migrated.
    case needsMigration(from: Int, to: Int)
    /// It cannot be opened: what is in it, or what migrations would make of it, is no state of this app. Where, and
    /// why.
    case impossible([CodingFailure])
}
