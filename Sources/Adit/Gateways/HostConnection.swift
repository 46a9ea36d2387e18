import AditJSON

/// The line from a core to a gateway of its host. Used on the core's loop.
public struct HostConnection<Request: WireCodable> {
    /// Whether the host listed the gateway in its config.
    public let isServed: Bool
    private let name: String
    private let put: (HostRequest) -> Void

    package init(_ name: String, isServed: Bool, put: @escaping (HostRequest) -> Void) {
        self.name = name
        self.isServed = isServed
        self.put = put
    }

    /// Asks for something and expects no answer. The host hears of it when the message that is being handled has
    /// succeeded.
    ///
    /// - Throws: ``GatewayFailure`` whenever the host does not serve the gateway, ``CodingFailure`` whenever the request
    ///   cannot be written as JSON.
    public func tell(_ request: Request) throws {
        guard isServed else { throw GatewayFailure.notServed(name) }
        let writer = JSONWriter()
        try encodeWire(request, to: writer)
        put(HostRequest(gateway: name, request: writer.text))
    }
}

/// What went wrong between a core and a gateway.
public enum GatewayFailure: Error, Equatable, CustomStringConvertible {
    /// The host did not list the gateway in its config.
    case notServed(String)

    public var description: String {
        switch self {
        case .notServed(let name):
            "the host does not serve the gateway \"\(name)\"; it would have to list it in the config's \"gateways\""
        }
    }
}

/// A request on its way to the host.
@usableFromInline
package struct HostRequest {
    package let gateway: String
    /// JSON text.
    package let request: String
}
