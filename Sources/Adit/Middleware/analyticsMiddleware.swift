import AditJSON

/// Returns middleware that sends each message to an analytics platform before it is handled. Best effort: a message
/// that cannot be sent is handled all the same.
///
/// - Parameter send: sends an event; its errors are ignored.
public func analyticsMiddleware<Message: WireMessage>(
    sending send: @escaping (AnalyticsEvent) throws -> Void
) -> Middleware<Message> {
    { message, next in
        if let event = try? AnalyticsEvent(of: message) { try? send(event) }
        try next(message)
    }
}
