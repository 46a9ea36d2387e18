import AditJSON

/// Where code has the day from that is today, in UTC.
///
/// ```swift
/// @Dependency(\.calendarDay) var today
/// let isOverdue = item.due < today()
/// ```
///
/// Any thread.
public struct CalendarDayGenerator: Sendable {
    private let generate: @Sendable () -> CalendarDay

    /// A source of days.
    ///
    /// - Parameter generate: gives the day, whenever it is asked for.
    public init(_ generate: @escaping @Sendable () -> CalendarDay) { self.generate = generate }

    /// One that gives the same day each time.
    public static func constant(_ day: CalendarDay) -> CalendarDayGenerator { CalendarDayGenerator { day } }

    /// The day that is today.
    public func callAsFunction() -> CalendarDay { generate() }
}

/// Set where days do not follow the date.
private enum CalendarDayKey: TestDependencyKey {
    static var testValue: CalendarDayGenerator? { nil }
}

extension DependencyValues {
    /// The day that is today in UTC. It follows ``date``, unless it is set itself.
    public var calendarDay: CalendarDayGenerator {
        get {
            if let own = self[CalendarDayKey.self] { return own }
            let date = date
            return CalendarDayGenerator { CalendarDay(of: date()) }
        }
        set { self[CalendarDayKey.self] = newValue }
    }
}
