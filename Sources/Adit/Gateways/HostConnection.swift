import AditJSON

/// The line from a core to a gateway of its host. Used on the core's loop.
public struct HostConnection<Request: WireCodable> {
    private let name: String
    /// Why nothing can be asked; nil where it can.
    private let failure: GatewayFailure?
    private let put: (HostRequest) -> Void

    init(_ name: String, failure: GatewayFailure?, put: @escaping (HostRequest) -> Void) {
        self.name = name
        self.failure = failure
        self.put = put
    }

    /// Whether the host listed the gateway in its config.
    public var isServed: Bool { failure == nil }

    /// Asks for something and expects no answer. The host hears of it when the message that is being handled has
    /// succeeded.
    ///
    /// - Throws: ``GatewayFailure`` whenever the host does not serve the gateway or the app does not list it,
    ///   ``CodingFailure`` whenever the request cannot be written as JSON.
    public func tell(_ request: Request) throws {
        if let failure { throw failure }
        let writer = JSONWriter()
        try encodeWire(request, to: writer)
        put(HostRequest(gateway: name, request: writer.text))
    }
}

/// What went wrong between a core and a gateway.
public enum GatewayFailure: Error, Equatable, CustomStringConvertible {
    /// The host did not list the gateway in its config.
    case notServed(String)
    /// The app did not list the gateway, so that its catalog does not have it.
    case notListed(String)

    public var description: String {
        switch self {
        case .notListed(let name):
            "the app does not list the gateway \"\(name)\"; it would have to, in its App's \"gateways:\""
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
