import AditJSON

/// The limits of a core.
@usableFromInline
package struct CoreLimits: Sendable {
    /// The number of messages after which a batch ends.
    package var batch = 256
    /// The maximum number of messages that one message from outside may cause.
    @usableFromInline package var cascade = 1_000_000
    /// The maximum number of their generations.
    @usableFromInline package let generations = 10_000

    /// The maximum number of effects in flight, durable requests and timers included.
    package var effects = 100_000

    /// The capacity of the trace, in entries; 0 disables it.
    package var trace = 0

    /// Whether the core keeps figures of its messages and gateways, with or without its app's asking.
    package var hasFigures = false

    /// Whether effects are held back: they are in flight, and do not run; the host is asked nothing.
    package var holdsEffects = false

    package init() {}

    /// Returns whether a cascade exceeds a limit.
    @inlinable
    @inline(__always)
    func areExceeded(messages: Int, generation: Int) -> Bool { messages > cascade || generation > generations }

    /// Returns the error for the limit that a cascade exceeds.
    func exceeded(messages: Int) -> CascadeLimit {
        messages > cascade
            ? CascadeLimit(description: "caused more than \(cascade.counted("message"))")
            : CascadeLimit(description: "caused messages over more than \(generations) generations")
    }
}

/// A message caused more messages than a core handles for one.
public struct CascadeLimit: Error, Equatable, CustomStringConvertible {
    /// The exceeded limit, in words.
    public let description: String
}

/// The error of a message whose effects would exceed the limit of effects in flight.
public struct EffectLimit: Error, Equatable, CustomStringConvertible {
    /// The maximum number of effects in flight.
    public let limit: Int

    public var description: String {
        "\(limit == 1 ? "an effect is" : "\(limit) effects are") in flight; limits.effects allows no more"
    }
}
