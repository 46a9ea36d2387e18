import AditJSON
import Synchronization

/// The time of a core, in nanoseconds since it was opened: the system's monotonic clock, or a virtual one that moves
/// only when it is told to. Any thread.
package final class CoreTime: Sendable {
    /// Which clock a core goes by.
    package enum Kind: Sendable {
        case real
        /// Begins at a date, which moves with it.
        case virtual(from: Timestamp)
        /// The system's, as of when the present thing began to happen: while it is handled, time stands still, so that
        /// a replay finds the same.
        case stepped

        /// That of a core with a journal.
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

    /// The time as the core's code has it.
    package var now: Int {
        standsStill ? moved.load(ordering: .relaxed) : MonotonicTime.now.nanoseconds - opened.nanoseconds
    }

    /// The time by which things become due.
    package var present: Int {
        isVirtual ? moved.load(ordering: .relaxed) : MonotonicTime.now.nanoseconds - opened.nanoseconds
    }

    /// The end of its numbers: 146 years after it was opened, it stays there. What is due later never is.
    package static let latest = Int.max / 2

    /// Something begins to happen: a clock that stands still meanwhile is set.
    package func step() {
        if case .stepped = kind { moved.store(max(now, present), ordering: .relaxed) }
    }

    /// The time so many nanoseconds from now, or the clock's last one.
    package func later(by nanoseconds: Int) -> Int { min(now.addingSaturated(nanoseconds), CoreTime.latest) }

    /// The date of a virtual clock; nil of the real one.
    package var date: Timestamp? {
        guard case .virtual(let start) = kind else { return nil }
        return start.advanced(byNanoseconds: now)
    }

    /// Moves a virtual clock on to `time`; the real one moves by itself.
    package func move(to time: Int) {
        if isVirtual, time > now { moved.store(min(time, CoreTime.latest), ordering: .relaxed) }
    }

    /// The point of the system's clock at which the core's is `time`.
    package func monotonic(_ time: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: opened.nanoseconds.addingSaturated(time))
    }
}

extension Duration {
    /// Whole nanoseconds, bounded to what an `Int` holds; what is under zero is zero.
    package var nanoseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = product.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return overflow || overflows ? .max : sum
    }
}

extension Int {
    /// The sum, or the largest number where it is larger.
    package func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
