import Adit
import AditCodable

/// The sender of all events to the platforms for analytics and crash reports: ``DependencyValues/analytics`` and
/// ``DependencyValues/crashReporting``.
struct AnalyticsProvider {
    typealias AnalyticsEvent = Adit.AnalyticsEvent

    /// Creates the event of a When: its name is that of the case, its parameters are the case's values.
    ///
    /// - Throws: whenever the encoding has no such name, or the values cannot be encoded.
    static func buildAnalyticsEvent(when: some AnalyticsWhen) throws -> AnalyticsEvent {
        try AnalyticsEvent(when: when)
    }

    /// Sends an event to analytics, best effort, and handles it. An error of the handling is reported and rethrown.
    /// A When without an event is handled all the same.
    ///
    /// ```swift
    /// AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when) {
    ///     switch $0 { … }
    /// }
    /// ```
    ///
    /// Any thread; the platforms are those at the place of the call.
    static func analyticsAndCrashReportMiddleware<T: AnalyticsWhen>(
        when: T, next: (T) throws -> Void
    ) rethrows {
        let platforms = Platforms()
        try AditCodable.analyticsAndCrashReportMiddleware(
            when: when, analytics: { try? platforms.analytics.sendEvent($0) },
            crashReporting: { platforms.crashReporting.send($0) }, next: next)
    }

    private struct Platforms {
        @Dependency(\.analytics) var analytics
        @Dependency(\.crashReporting) var crashReporting
    }
}
