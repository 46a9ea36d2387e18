import AditJSON
import AditState

/// A generator of the current date and time.
///
/// ```swift
/// @Dependency(\.date) var date
/// let created = date()      // or date.now
/// ```
///
/// Any thread.
public struct DateGenerator: Sendable {
    private let generate: @Sendable () -> Timestamp

    /// Creates a generator of dates.
    ///
    /// - Parameter generate: returns the date, on each call.
    public init(_ generate: @escaping @Sendable () -> Timestamp) { self.generate = generate }

    /// A generator that always returns the same date.
    public static func constant(_ date: Timestamp) -> DateGenerator { DateGenerator { date } }

    /// The current date.
    public var now: Timestamp { generate() }

    /// The current date.
    public func callAsFunction() -> Timestamp { generate() }
}

/// The key of ``DependencyValues/date``. It has no test value: a test sets its time.
public enum DateKey: DependencyKey {
    /// The system's date and time.
    public static var liveValue: DateGenerator { DateGenerator { .now } }
}

extension DependencyValues {
    /// The current date and time. In a core with a virtual clock it follows that clock.
    public var date: DateGenerator {
        get { self[DateKey.self] }
        set { self[DateKey.self] = newValue }
    }
}
