import AditJSON

/// What went wrong between a core and a gateway.
public enum GatewayFailure: Error, Equatable, CustomStringConvertible {
    /// The host did not list the gateway in its config.
    case notServed(String)
    /// The app did not list the gateway, so that its catalog does not have it.
    case notListed(String)
    /// The host answered with an error.
    case refused(String, JSON)
    /// The host's answer is not one of this gateway: where, what was found, and what would have been right.
    case misunderstood(String, CodingFailure)
    /// No answer came in time.
    case timedOut(String, after: Duration)

    public var description: String {
        switch self {
        case .notListed(let name):
            "the app does not list the gateway \"\(name)\"; it would have to, in its App's \"gateways:\""
        case .notServed(let name):
            "the host does not serve the gateway \"\(name)\"; it would have to list it in the config's \"gateways\""
        case .refused(let name, .string(let text)): "the gateway \"\(name)\" answered with the error \"\(text)\""
        case .refused(let name, let error): "the gateway \"\(name)\" answered with the error \(error.text)"
        case .misunderstood(let name, let failure): "the reply of the gateway \"\(name)\" is not one: \(failure)"
        case .timedOut(let name, let duration): "the gateway \"\(name)\" did not answer within \(duration)"
        }
    }
}

extension JSON {
    /// Its text, on one line.
    package var text: String {
        let writer = JSONWriter()
        // Fails for numbers that are not finite alone, which no text has brought.
        try? encodeWire(self, to: writer)
        return writer.text
    }
}
