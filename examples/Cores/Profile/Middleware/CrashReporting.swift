import Adit

/// A crash reporting platform. By default, and in tests, it ignores errors.
struct CrashReporting: Sendable {
    /// Sends an error. Any thread.
    let send: @Sendable (any Error) -> Void
}

private enum CrashReportingKey: DependencyKey {
    static var liveValue: CrashReporting { CrashReporting { _ in } }
    static var testValue: CrashReporting { liveValue }
}

extension DependencyValues {
    /// The crash reporting platform.
    var crashReporting: CrashReporting {
        get { self[CrashReportingKey.self] }
        set { self[CrashReportingKey.self] = newValue }
    }
}
