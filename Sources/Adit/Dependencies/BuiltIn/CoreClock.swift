/// The clock of a core: how long it has been open, and sleep that costs no thread.
///
/// ```swift
/// @Dependency(\.clock) var clock
/// try await clock.sleep(for: .seconds(5))
/// ```
///
/// A core drives its clock, a virtual one too; whoever sleeps is woken by the core's loop. Any thread; sleep is for
/// effects.
public struct CoreClock: Clock {
    /// A point in time, as a core's clock has it.
    public struct Instant: InstantProtocol {
        /// The time from when the core was opened.
        public let offset: Duration

        /// The point so long after the core was opened.
        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let read: @Sendable () -> Instant
    private let wait: @Sendable (Instant) async throws -> Void

    /// - Parameters:
    ///   - now: reads the clock.
    ///   - sleep: returns when the clock has come to a point, or throws where the task is cancelled before.
    package init(
        now: @escaping @Sendable () -> Instant, sleep: @escaping @Sendable (Instant) async throws -> Void
    ) {
        read = now
        wait = sleep
    }

    /// The point that the clock is at.
    public var now: Instant { read() }

    /// The smallest step of a point in time.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Waits until the clock has come to a point.
    ///
    /// - Parameters:
    ///   - deadline: the point.
    ///   - tolerance: nothing; the core's loop is as exact as it can be.
    /// - Throws: `CancellationError` whenever the task is cancelled before; ``ClockFailure`` whenever no core drives
    ///   the clock.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws { try await wait(deadline) }
}

/// Somebody wanted to sleep by a clock that stands still.
public enum ClockFailure: Error, Equatable, CustomStringConvertible {
    /// The code runs in no core.
    case noCore

    public var description: String {
        "no core drives this clock: Adit has no threads that could wait outside of one; sleep in an effect of a core, "
            + "or set another clock by withDependencies { $0.clock = … }"
    }
}

/// The key of ``DependencyValues/clock``. It has no test value: a test says by which clock it runs.
public enum ClockKey: DependencyKey {
    /// The system's monotonic clock, which nobody can sleep by. A core brings its own.
    public static var liveValue: CoreClock {
        CoreClock(
            now: { CoreClock.Instant(offset: .nanoseconds(MonotonicTime.now.nanoseconds)) },
            sleep: { _ in throw ClockFailure.noCore })
    }
}

extension DependencyValues {
    /// The core's clock.
    public var clock: CoreClock {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }
}
