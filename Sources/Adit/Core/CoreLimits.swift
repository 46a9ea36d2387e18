/// The bounds of a core.
package struct CoreLimits: Sendable {
    /// After how many handled messages a batch ends.
    package var batch = 256
    /// How many messages one message from outside may cause.
    package var cascade = 1_000_000
    /// How many generations of them.
    package let generations = 10_000

    package init() {}

    /// The bound that a cascade has passed; nil where it has passed none.
    func exceeded(messages: Int, generation: Int) -> CascadeLimit? {
        if messages > cascade { return CascadeLimit(description: "caused more than \(cascade) messages") }
        if generation > generations {
            return CascadeLimit(description: "caused messages over more than \(generations) generations")
        }
        return nil
    }
}

/// Why a message failed in a core.
package enum CoreFailure: Error {
    /// Its handling threw.
    case thrown(any Error)
    /// Announcing it threw: it was not handled.
    case unannounced(any Error)
    /// Its cascade passed a bound.
    case cutOff(CascadeLimit)
}

/// A message caused more messages than a core handles for one.
public struct CascadeLimit: Error, Equatable, CustomStringConvertible {
    /// The bound that was passed, in words.
    public let description: String
}
