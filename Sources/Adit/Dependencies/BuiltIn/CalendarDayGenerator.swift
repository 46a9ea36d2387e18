import AditJSON

/// A generator of the current day, in UTC.
///
/// ```swift
/// @Dependency(\.calendarDay) var today
/// let isOverdue = item.due < today()
/// ```
///
/// Any thread.
public struct CalendarDayGenerator: Sendable {
    private let generate: @Sendable () -> CalendarDay

    /// Creates a generator of days.
    ///
    /// - Parameter generate: returns the day, on each call.
    public init(_ generate: @escaping @Sendable () -> CalendarDay) { self.generate = generate }

    /// A generator that always returns the same day.
    public static func constant(_ day: CalendarDay) -> CalendarDayGenerator { CalendarDayGenerator { day } }

    /// Returns the current day.
    public func callAsFunction() -> CalendarDay { generate() }
}

/// The key of an override; unset while days follow the date.
private enum CalendarDayKey: TestDependencyKey {
    static var testValue: CalendarDayGenerator? { nil }
}

extension DependencyValues {
    /// The current day in UTC. It follows ``date``, unless it is overridden.
    public var calendarDay: CalendarDayGenerator {
        get {
            if let own = self[CalendarDayKey.self] { return own }
            let date = date
            return CalendarDayGenerator { CalendarDay(of: date()) }
        }
        set { self[CalendarDayKey.self] = newValue }
    }
}
