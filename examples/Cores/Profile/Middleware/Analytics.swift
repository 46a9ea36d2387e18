import Adit

/// An analytics platform. By default, and in tests, it ignores events.
struct Analytics: Sendable {
    /// Sends an event. An error has no effect on the app. Any thread.
    let sendEvent: @Sendable (AnalyticsEvent) throws -> Void
}

private enum AnalyticsKey: DependencyKey {
    static var liveValue: Analytics { Analytics { _ in } }
    static var testValue: Analytics { liveValue }
}

extension DependencyValues {
    /// The analytics platform.
    var analytics: Analytics {
        get { self[AnalyticsKey.self] }
        set { self[AnalyticsKey.self] = newValue }
    }
}
