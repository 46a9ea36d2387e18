/// A value that has another form. The text begins with its path.
public struct MessageError: Error, CustomStringConvertible, Sendable {
    public let description: String

    public init(_ description: String) { self.description = description }

    init(_ error: DecodingError) {
        let (context, more): (DecodingError.Context, String) =
            switch error {
            case .keyNotFound(let key, let context): (context, "missing key \"\(key.stringValue)\"")
            case .typeMismatch(let type, let context): (context, "\(type) is expected; \(context.debugDescription)")
            case .valueNotFound(let type, let context): (context, "found null; \(type) is expected")
            case .dataCorrupted(let context): (context, context.debugDescription)
            @unknown default: (.init(codingPath: [], debugDescription: ""), "\(error)")
            }
        let path = context.codingPath.map { key in key.intValue.map(String.init) ?? key.stringValue }
        description = "\(path.isEmpty ? "the message" : path.joined(separator: ".")): \(more)"
    }
}

/// What a core, or the server in front of it, answers to a message that fails.
public struct RequestError: Error, CustomStringConvertible, Sendable {
    /// A code of `adit.h`, or of the server, in lower case: `ehandler`.
    public let code: String
    public let message: String

    public init(code: String, message: String) { (self.code, self.message) = (code, message) }

    public var description: String { "\(message) (\(code))" }
}
