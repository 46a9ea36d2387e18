import Adit

/// Where all that happens is told from, to an analytics and to a crash reporting platform:
/// ``DependencyValues/analytics`` and ``DependencyValues/crashReporting``.
struct AnalyticsProvider {
    typealias AnalyticsEvent = Adit.AnalyticsEvent

    /// Makes of what happens an event: its name is that of the case, its parameters are the case's values.
    ///
    /// - Throws: whenever the coded form has no such name, or the values cannot be coded.
    static func buildAnalyticsEvent(when: some AnalyticsWhen) throws -> AnalyticsEvent {
        try AnalyticsEvent(when: when)
    }

    /// Sends what happens to analytics, as well as that goes; then lets it happen. What that throws is reported, and
    /// thrown on.
    ///
    /// ```swift
    /// AnalyticsProvider.analyticsAndCrashReportMiddleware(when: when) {
    ///     switch $0 { … }
    /// }
    /// ```
    ///
    /// Any thread; the platforms are those of the place where it is called.
    static func analyticsAndCrashReportMiddleware<T: AnalyticsWhen>(
        when: T, next: (T) throws -> Void
    ) rethrows {
        let platforms = Platforms()
        do {
            if let event = try? buildAnalyticsEvent(when: when) { try? platforms.analytics.sendEvent(event) }
            try next(when)
        } catch {
            platforms.crashReporting.send(error)
            throw error
        }
    }

    private struct Platforms {
        @Dependency(\.analytics) var analytics
        @Dependency(\.crashReporting) var crashReporting
    }
}
