import Adit

/// Sends a When to an analytics platform, handles it, and reports an error of the handling to a crash reporting
/// platform: middleware for a view model that has no core.
///
/// ```swift
/// func handle(_ when: When) {
///     analyticsAndCrashReportMiddleware(when: when, analytics: { … }, crashReporting: { … }) {
///         switch $0 { … }
///     }
/// }
/// ```
///
/// An error of `next` is rethrown; the call needs no `try` if `next` does not throw. A When that cannot be encoded as
/// an event is handled nevertheless. Any thread. Source: "Swift iOS App Single Entry Point for Action/When Events".
///
/// - Parameters:
///   - when: the When.
///   - analytics: sends its event.
///   - crashReporting: sends an error.
///   - unencodable: receives the reason why a When has no event; by default, such a When is skipped in silence.
///   - next: handles the When.
/// - Throws: the error of `next`.
public func analyticsAndCrashReportMiddleware<When: AnalyticsWhen>(
    when: When, analytics: (AnalyticsEvent) -> Void, crashReporting: (any Error) -> Void,
    unencodable: (any Error) -> Void = { _ in }, next: (When) throws -> Void
) rethrows {
    do { analytics(try AnalyticsEvent(when: when)) } catch { unencodable(error) }
    do {
        try next(when)
    } catch {
        crashReporting(error)
        throw error
    }
}
