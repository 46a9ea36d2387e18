/// The bounds of a core.
@usableFromInline
package struct CoreLimits: Sendable {
    /// After how many handled messages a batch ends.
    package var batch = 256
    /// How many messages one message from outside may cause.
    @usableFromInline package var cascade = 1_000_000
    /// How many generations of them.
    @usableFromInline package let generations = 10_000

    /// How many effects may be in flight.
    package var effects = 100_000

    /// The capacity of the trace, in entries; 0 disables it.
    package var trace = 0

    package init() {}

    /// Whether a cascade has passed a bound.
    @inlinable
    @inline(__always)
    func areExceeded(messages: Int, generation: Int) -> Bool { messages > cascade || generation > generations }

    /// The bound that a cascade has passed.
    func passed(messages: Int) -> CascadeLimit {
        messages > cascade
            ? CascadeLimit(description: "caused more than \(cascade) messages")
            : CascadeLimit(description: "caused messages over more than \(generations) generations")
    }
}

/// A message caused more messages than a core handles for one.
public struct CascadeLimit: Error, Equatable, CustomStringConvertible {
    /// The bound that was passed, in words.
    public let description: String
}
