import AditJSON
import AditSystem

/// Figures of the messages of a core: how many there were of each kind, and how long they took. The core's loop.
///
/// ```swift
/// core.middleware = [figuresMiddleware(core.figures)]
/// ```
///
/// The host sees them by `@stats`.
public final class Figures {
    /// Figures of one kind of message.
    public struct Kind: Equatable, Sendable {
        /// How many came.
        public internal(set) var count = 0
        /// How many of them threw.
        public internal(set) var failures = 0
        /// How long they took together, and what they were given to: receivers and features, no effects.
        public internal(set) var total = Duration.zero
        /// How long the longest took.
        public internal(set) var longest = Duration.zero

        fileprivate mutating func note(_ took: Duration, hasFailed: Bool) {
            count += 1
            if hasFailed { failures += 1 }
            total += took
            longest = max(longest, took)
        }
    }

    /// By the cases of the messages, with dots between: `todo.request.add`.
    public private(set) var kinds: [String: Kind] = [:]
    /// The most effects that were in flight when a message came.
    public private(set) var mostEffects = 0
    /// The most messages that waited to be handled after one, as it caused them.
    public private(set) var mostCaused = 0

    private let effects: () -> Int
    private let caused: () -> Int

    /// - Parameters:
    ///   - effects: how many effects are in flight.
    ///   - caused: how many messages wait that the present one has caused.
    init(effects: @escaping () -> Int, caused: @escaping () -> Int) {
        self.effects = effects
        self.caused = caused
    }

    fileprivate func note(_ message: some WireMessage, since start: MonotonicTime, hasFailed: Bool) {
        let took = Duration.nanoseconds(max(0, MonotonicTime.now.nanoseconds - start.nanoseconds))
        kinds[message.casePath, default: Kind()].note(took, hasFailed: hasFailed)
        mostEffects = max(mostEffects, effects())
        mostCaused = max(mostCaused, caused())
    }
}

/// Counts the messages of a core, and measures how long they take.
///
/// - Parameter figures: takes the figures: ``CoreBuilder/figures``.
public func figuresMiddleware<Message: WireMessage>(_ figures: Figures) -> Middleware<Message> {
    { message, next in
        let start = MonotonicTime.now
        do {
            try next(message)
        } catch {
            figures.note(message, since: start, hasFailed: true)
            throw error
        }
        figures.note(message, since: start, hasFailed: false)
    }
}
