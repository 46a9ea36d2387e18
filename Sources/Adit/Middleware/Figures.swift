import AditJSON
import AditSystem

/// Figures of the messages of a core: the count and duration of each kind. The core's loop.
///
/// ```swift
/// core.middleware = [figuresMiddleware(core.figures)]
/// ```
///
/// The host reads them by `@stats`.
public final class Figures {
    /// Figures of one kind of message.
    public struct Kind: Equatable, Sendable {
        /// The number of messages.
        public internal(set) var count = 0
        /// The number of messages whose handling threw.
        public internal(set) var failures = 0
        /// Their total duration, including receivers and features, without effects.
        public internal(set) var total = Duration.zero
        /// The longest duration of one message.
        public internal(set) var longest = Duration.zero

        fileprivate mutating func note(_ took: Duration, hasFailed: Bool) {
            count += 1
            if hasFailed { failures += 1 }
            total += took
            longest = max(longest, took)
        }
    }

    /// By the cases of the messages, separated by dots: `todo.request.add`.
    public private(set) var kinds: [String: Kind] = [:]
    /// The maximum number of effects in flight when a message arrived.
    public private(set) var mostEffects = 0
    /// The maximum number of pending messages that one message caused.
    public private(set) var mostCaused = 0

    private let effects: () -> Int
    private let caused: () -> Int

    /// - Parameters:
    ///   - effects: returns the number of effects in flight.
    ///   - caused: returns the number of pending messages that the current one has caused.
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

/// Returns middleware that counts the messages of a core, and measures their durations.
///
/// - Parameter figures: records the figures: ``CoreBuilder/figures``.
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
