import AditJSON
import AditState

/// Figures of the messages of a core: the count and duration of each kind. The core's loop.
///
/// A core keeps them if its host asks for them, by `"figures": true` in the config, or its app, by
/// ``CoreBuilder/useFigures()``. The host reads them by `@stats`.
public final class Figures {
    /// Figures of one kind of message.
    public struct Kind: Equatable, Sendable {
        /// The number of messages.
        public internal(set) var count = 0
        /// The number of messages that failed.
        public internal(set) var failures = 0
        /// Their total duration: middleware, receivers, features, and the announcement of an output; without effects.
        public internal(set) var total = Duration.zero
        /// The longest duration of one message.
        public internal(set) var longest = Duration.zero
        /// The durations in classes: the number of messages up to each of ``Figures/bounds``, and above the last one.
        public internal(set) var histogram = [Int](repeating: 0, count: Figures.bounds.count + 1)

        fileprivate mutating func record(_ took: Duration, hasFailed: Bool) {
            count += 1
            if hasFailed { failures += 1 }
            total += took
            longest = max(longest, took)
            histogram[Figures.bounds.firstIndex { took <= $0 } ?? Figures.bounds.count] += 1
        }
    }

    /// The bounds of a histogram's classes: from one microsecond, each four times the one before, to four seconds.
    public static let bounds: [Duration] = (0..<12).map { .microseconds(1 << (2 * $0)) }

    /// By the cases of the messages, separated by dots: `todo.request.add`.
    public private(set) var kinds: [String: Kind] = [:]
    /// By the names of gateways: the requests that the host has answered, by the core's clock. One that the host has
    /// answered by an error, or by a value of another type, is a failure.
    public private(set) var gateways: [String: Kind] = [:]
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

    fileprivate func record(_ casePath: String, since start: MonotonicTime, hasFailed: Bool) {
        let took = Duration.nanoseconds(max(0, MonotonicTime.now.nanoseconds - start.nanoseconds))
        kinds[casePath, default: Kind()].record(took, hasFailed: hasFailed)
        mostEffects = max(mostEffects, effects())
        mostCaused = max(mostCaused, caused())
    }
}

extension Figures {
    /// Records the answer to a request.
    ///
    /// - Parameter nanoseconds: the time that the host took.
    func record(gateway: String, took nanoseconds: Int, hasFailed: Bool) {
        gateways[gateway, default: Kind()].record(.nanoseconds(max(0, nanoseconds)), hasFailed: hasFailed)
    }

    /// Records that the last answer of a gateway is of another type, which is known after the answer is recorded.
    func recordMisunderstood(gateway: String) { gateways[gateway]?.failures += 1 }
}

/// An observer that counts the messages of a core, and measures their durations. The core's loop.
final class FiguresObserver: LoopObserver {
    private let figures: Figures
    private let coding: MessageCoding
    /// The message that is being handled.
    private var present: AnyMessage?
    private var start = MonotonicTime.now
    private var hasFailed = false

    init(_ figures: Figures, _ coding: MessageCoding) {
        self.figures = figures
        self.coding = coding
    }

    func begin(_ event: LoopEvent) { if case .message(let message, _, _) = event { begin(message) } }

    func beginOutput(_ message: AnyMessage, of _: Effect?) { begin(message) }

    private func begin(_ message: AnyMessage) {
        (present, start, hasFailed) = (message, .now, false)
    }

    func fail(_: any Error) { hasFailed = true }

    func endMessage(outputs _: Int) {
        guard let message = present else { return }
        present = nil
        figures.record(coding.casePath(message), since: start, hasFailed: hasFailed)
    }
}
