import AditJSON
import Synchronization

/// The time of a core, in nanoseconds since it was opened: the system's monotonic clock, or a virtual clock that moves
/// only by ``move(to:)``. Any thread.
package final class CoreTime: Sendable {
    /// The kind of a core's clock.
    package enum Kind: Sendable {
        case real
        /// A virtual clock. It begins at a date, which moves with it.
        case virtual(from: Timestamp)
        /// The system's clock as of the beginning of the current event: time stands still while the event is handled,
        /// so that a replay reads the same time.
        case stepped

        /// The kind for a core with a journal.
        package var inSteps: Kind { if case .real = self { .stepped } else { self } }
    }

    package let kind: Kind
    private let opened = MonotonicTime.now
    private let moved = Atomic<Int>(0)

    private let standsStill: Bool

    package init(_ kind: Kind) {
        self.kind = kind
        standsStill = if case .real = kind { false } else { true }
    }

    package var isVirtual: Bool { if case .virtual = kind { true } else { false } }

    /// The time that the core's code reads.
    package var now: Int {
        standsStill ? moved.load(ordering: .relaxed) : MonotonicTime.now.nanoseconds - opened.nanoseconds
    }

    /// The time by which timers become due.
    package var present: Int {
        isVirtual ? moved.load(ordering: .relaxed) : MonotonicTime.now.nanoseconds - opened.nanoseconds
    }

    /// The maximum time: 146 years after the opening, at which the clock stops. Later timers never fire.
    package static let latest = Int.max / 2

    /// Begins an event: sets a stepped clock.
    package func step() {
        if case .stepped = kind { moved.store(max(now, present), ordering: .relaxed) }
    }

    /// Returns the time in `nanoseconds` from now, at most ``latest``.
    package func later(by nanoseconds: Int) -> Int { later(by: nanoseconds, than: now) }

    /// Returns the time `nanoseconds` after another, at most ``latest``.
    package func later(by nanoseconds: Int, than time: Int) -> Int {
        min(time.addingSaturated(nanoseconds), CoreTime.latest)
    }

    /// Returns the time after a duration, which may lie beyond ``latest``: a durable timer outlives the clock.
    ///
    /// - Parameter duration: a negative one counts as zero.
    /// - Returns: the time since the opening.
    package func dueTime(after duration: Duration) -> Duration {
        // Dates are at most 10 000 years apart. The sum of longer durations may overflow.
        .nanoseconds(now) + min(max(duration, .zero), .seconds(400_000_000_000))
    }

    /// Returns the time of a timer for a time since the opening: beyond ``latest``, one that never comes.
    package static func timerTime(_ due: Duration) -> Int { due.nanoseconds > latest ? .max : due.nanoseconds }

    /// The date of a virtual clock; nil for a real one.
    package var date: Timestamp? {
        guard case .virtual(let start) = kind else { return nil }
        return start.advanced(byNanoseconds: now)
    }

    /// Advances a virtual clock to `time`; no effect on a real clock.
    package func move(to time: Int) {
        if isVirtual, time > now { moved.store(min(time, CoreTime.latest), ordering: .relaxed) }
    }

    /// Returns the time of the system's clock for a time of the core's clock.
    package func monotonic(_ time: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: opened.nanoseconds.addingSaturated(time))
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to the range from 0 to `Int.max`.
    package var nanoseconds: Int { max(0, Int(clamping: attoseconds / 1_000_000_000)) }
}

extension Int {
    /// Returns the sum, or `Int.max` on overflow.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
