import Adit
import AditState

/// The state of a module that keeps none.
public struct NoState: State, Equatable {
    /// Nothing can be done to it.
    public enum Change {}

    /// Creates the only value.
    public init() {}

    public mutating func apply(_: Change) {}
}
