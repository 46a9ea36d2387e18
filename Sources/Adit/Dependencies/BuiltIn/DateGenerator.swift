import AditJSON

/// Where code has the time of day from.
///
/// ```swift
/// @Dependency(\.date) var date
/// let created = date()      // or date.now
/// ```
///
/// Any thread.
public struct DateGenerator: Sendable {
    private let generate: @Sendable () -> Timestamp

    /// A source of dates.
    ///
    /// - Parameter generate: gives the date, whenever it is asked for.
    public init(_ generate: @escaping @Sendable () -> Timestamp) { self.generate = generate }

    /// One that gives the same date each time.
    public static func constant(_ date: Timestamp) -> DateGenerator { DateGenerator { date } }

    /// The date now.
    public var now: Timestamp { generate() }

    /// The date now.
    public func callAsFunction() -> Timestamp { generate() }
}

/// The key of ``DependencyValues/date``. It has no test value: a test says which time it is.
public enum DateKey: DependencyKey {
    /// The system's time of day.
    public static var liveValue: DateGenerator { DateGenerator { .now } }
}

extension DependencyValues {
    /// The time of day. In a core with a virtual clock it follows that.
    public var date: DateGenerator {
        get { self[DateKey.self] }
        set { self[DateKey.self] = newValue }
    }
}
