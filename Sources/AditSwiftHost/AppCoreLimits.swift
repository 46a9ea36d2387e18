/// The limits of a core.
public struct AppCoreLimits: Sendable {
    /// Queued messages.
    public var queue = 1_000_000
    /// Handled messages in a batch: one transaction of the store.
    public var batch = 256
    /// Messages that one message may cause.
    public var cascade = 1_000_000
    /// Effects in flight.
    public var effects = 100_000
    /// Entries of the causal trace; 0 disables it.
    public var trace = 0

    /// The standard limits.
    public init() {}
}
