import AditJSON

/// A failure of a gateway call.
public enum GatewayFailure: Error, Equatable, CustomStringConvertible {
    /// The host did not list the gateway in its config.
    case notServed(String)
    /// The app did not list the gateway, so its catalog lacks it.
    case notListed(String)
    /// The host answered with an error.
    case refused(String, JSON)
    /// The host's reply has the wrong shape: its path, the value found, and the expected value.
    case misunderstood(String, CodingFailure)
    /// No reply arrived before the timeout.
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
    /// The JSON text, on one line.
    package var text: String {
        let writer = JSONWriter()
        // Fails only for numbers that are not finite, which no JSON text contains.
        try? encodeWire(self, to: writer)
        return writer.text
    }
}
