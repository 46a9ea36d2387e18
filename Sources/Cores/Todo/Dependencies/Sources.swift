import Adit

/// Where dates and ids come from. Any thread: a message is read on the thread that sends it.
public final class Sources: Sendable {
    public let now: @Sendable () -> Timestamp
    public let makeID: @Sendable () -> UUID

    public init(now: @escaping @Sendable () -> Timestamp, makeID: @escaping @Sendable () -> UUID) {
        self.now = now
        self.makeID = makeID
    }

    /// The system's clock and randomness.
    public static let system = Sources(now: { .now }, makeID: { UUID() })

    /// Those of whatever is being done: what a message does not bring is drawn from them when it is read.
    @TaskLocal public static var current = Sources.system
}
