import Adit

/// Returns middleware that sends each When to an analytics platform before it is handled, as
/// `Adit`'s function of this name does with messages.
///
/// - Parameter send: sends an event; its errors are ignored.
@_disfavoredOverload
public func analyticsMiddleware<When: AnalyticsWhen>(
    sending send: @escaping (AnalyticsEvent) throws -> Void
) -> Middleware<When> {
    { when, next in
        if let event = try? AnalyticsEvent(when: when) { try? send(event) }
        try next(when)
    }
}
