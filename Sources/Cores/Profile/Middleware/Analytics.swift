import Adit

/// An analytics platform. By default, and in tests, there is none.
struct Analytics: Sendable {
    /// Takes an event. It need not succeed: nothing depends on it. Any thread.
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
