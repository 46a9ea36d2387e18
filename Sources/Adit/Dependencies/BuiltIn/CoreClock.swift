import AditState

/// The clock of a core: the time since the core was opened, and sleep that blocks no thread.
///
/// ```swift
/// @Dependency(\.clock) var clock
/// try await clock.sleep(for: .seconds(5))
/// ```
///
/// A core drives its clock, also a virtual one, and its loop resumes sleeping tasks. Any thread; sleep is for effects.
public struct CoreClock: Clock {
    /// An instant of a core's clock.
    public struct Instant: InstantProtocol {
        /// The time since the core was opened.
        public let offset: Duration

        /// The instant at an offset from the opening of the core.
        public init(offset: Duration) { self.offset = offset }

        /// Returns the instant that is later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this instant to another one; negative if the other one is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let read: @Sendable () -> Instant
    private let wait: @Sendable (Instant) async throws -> Void

    /// - Parameters:
    ///   - now: reads the clock.
    ///   - sleep: returns when the clock reaches an instant; throws if the task is cancelled before.
    package init(
        now: @escaping @Sendable () -> Instant, sleep: @escaping @Sendable (Instant) async throws -> Void
    ) {
        read = now
        wait = sleep
    }

    /// The clock's current instant.
    public var now: Instant { read() }

    /// The resolution of an instant.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Suspends until the clock reaches a deadline.
    ///
    /// - Parameters:
    ///   - deadline: the instant to resume at.
    ///   - tolerance: ignored; the core's loop is as exact as possible.
    /// - Throws: `CancellationError` if the task is cancelled before; ``ClockFailure`` if no core drives the clock.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws { try await wait(deadline) }
}

/// An error of a clock that does not run.
public enum ClockFailure: Error, Equatable, CustomStringConvertible {
    /// The code runs outside a core.
    case noCore

    public var description: String {
        "no core drives this clock: Adit has no threads that could wait outside of one; sleep in an effect of a core, "
            + "or set another clock by withDependencies { $0.clock = … }"
    }
}

/// The key of ``DependencyValues/clock``. It has no test value: a test sets its clock.
public enum ClockKey: DependencyKey {
    /// The system's monotonic clock, without sleep. A core overrides it with its own.
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
