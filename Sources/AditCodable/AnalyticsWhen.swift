import Adit
import AditJSON

/// Events for an analytics platform: each becomes an ``AnalyticsEvent``.
///
/// ```swift
/// enum When: AnalyticsWhen {
///     case userTypesNewEmail(userEmail: String)
///     case userTapsChangeEmailButton
/// }
/// ```
///
/// With `@Message` beside it, the generated coding is used; without, a bridge to `Codable`, which is slower.
public protocol AnalyticsWhen: Codable {}

extension AnalyticsEvent {
    /// Creates the event of a When: its encoding has one key, which is the event's name; the object there is the
    /// parameters.
    ///
    /// - Throws: ``AnalyticsFailure`` whenever the When has another encoding, as its own `encode(to:)` may produce;
    ///   ``CodingFailure`` whenever JSON cannot represent a value.
    public init<When: AnalyticsWhen>(when: When) throws {
        let writer = JSONWriter()
        writer.masksSecrets = true
        if let message = when as? any WireMessage {
            try encodeWire(message, to: writer)
        } else {
            try encodeBridged(when, to: writer)
        }
        guard case .object(let cases)? = JSON(writer.bytes), cases.count == 1, let (name, values) = cases.first else {
            throw AnalyticsFailure(description: "When \(when) is unexpectedly encoded as json \(writer.text)")
        }
        self.init(name: name, parameters: AnalyticsEvent.parameters(values))
    }
}

/// The error of a When whose encoding is not an event.
public struct AnalyticsFailure: Error, Hashable, CustomStringConvertible {
    /// The value found, in words.
    public let description: String
}

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
