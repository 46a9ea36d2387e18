import AditJSON
import AditState

/// An event for an analytics platform: its name and its values.
@Model public struct AnalyticsEvent: Hashable, Sendable {
    /// The name of the event: `userTypesNewEmail`.
    public var name: String
    /// The values of the event by their labels, or by their positions: `_0`.
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

    /// Creates the event of a message: its name consists of all cases (`todo.request.add`), and its parameters are the
    /// values of the innermost case, with masks in place of secrets.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON cannot represent a value.
    public init(of message: some WireMessage) throws(CodingFailure) {
        var path: [String] = []
        message.addCasePath(to: &path)
        let writer = JSONWriter()
        writer.masksSecrets = true
        try encodeWire(message, to: writer)
        var values = JSON(writer.bytes) ?? .null
        for name in path {
            guard case .object(let members) = values else { break }
            values = members[name] ?? .null
        }
        self.init(name: path.joined(separator: "."), parameters: AnalyticsEvent.parameters(values))
    }

    package static func parameters(_ values: JSON) -> JSONObject {
        switch values {
        case .object(let members): members
        case .null: [:]
        default: ["_0": values]
        }
    }
}

/// Returns middleware that sends each message to an analytics platform before it is handled. Best effort: a message
/// that cannot be sent is handled nevertheless.
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
