import Adit
import AditState

/// The state of a module that keeps none.
public struct NoState: State, Equatable {
    /// Nothing can be done to it.
    public enum Change {}

    public init() {}

    public mutating func apply(_: Change) {}
}
