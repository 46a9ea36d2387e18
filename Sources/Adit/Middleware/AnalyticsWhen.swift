import AditCodable
import AditJSON
import AditState

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

/// An event for an analytics platform: its name and its values.
@Model public struct AnalyticsEvent: Hashable, Sendable {
    /// The name of the event: `userTypesNewEmail`.
    public var name: String
    /// The values of the event by their labels, as they are on the wire; none where they have no labels.
    public var parameters: JSONObject

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: the name of the event.
    ///   - parameters: its values by their labels.
    public init(name: String, parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// Creates the event of a When: its encoding has one key, which is the event's name; the object there is the
    /// parameters.
    ///
    /// - Throws: ``AnalyticsFailure`` whenever the When has another encoding, as its own `encode(to:)` may produce;
    ///   ``CodingFailure`` whenever JSON cannot represent a value.
    public init<When: AnalyticsWhen>(when: When) throws {
        let writer = JSONWriter()
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

    /// Creates the event of a message: its name consists of all cases (`todo.request.add`), and its parameters are the
    /// values of the innermost case.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON cannot represent a value.
    public init(of message: some WireMessage) throws(CodingFailure) {
        var path: [String] = []
        message.addCasePath(to: &path)
        let writer = JSONWriter()
        try encodeWire(message, to: writer)
        var values = JSON(writer.bytes) ?? .null
        for name in path {
            guard case .object(let members) = values else { break }
            values = members[name] ?? .null
        }
        self.init(name: path.joined(separator: "."), parameters: AnalyticsEvent.parameters(values))
    }

    private static func parameters(_ values: JSON) -> JSONObject {
        if case .object(let members) = values { members } else { [:] }
    }
}

/// The error of a When whose encoding is not an event.
public struct AnalyticsFailure: Error, Hashable, CustomStringConvertible {
    /// The value found, in words.
    public let description: String
}
