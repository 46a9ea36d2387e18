/// What a store's file survives.
public enum Durability: Sendable {
    /// What was written survives a loss of power: every transaction waits for the disk.
    case full
    /// What was written survives the end of the process, and the file a loss of power: the last transactions can be
    /// lost by that, as a whole, the newest first.
    case normal
}
