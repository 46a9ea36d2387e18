import Adit
import AditState

/// The empty state, for a module without state.
public struct NoState: State, Equatable {
    /// No changes are possible.
    public enum Change {}

    /// Creates the only value.
    public init() {}

    public mutating func apply(_: Change) {}
}
