import AditJSON

/// The names of the gateways that an app lists, and of those that the host serves.
struct GatewayNames {
    private let listed: Set<ByteString>
    private let served: Set<ByteString>

    init(listed: [String], served: Set<String>) {
        self.listed = Set(listed.map(ByteString.init(_:)))
        self.served = Set(served.map(ByteString.init(_:)))
    }

    /// Returns why a gateway cannot be used; nil if it can.
    func failure(of name: String) -> GatewayFailure? {
        if !listed.contains(ByteString(name)) {
            .notListed(name)
        } else if !served.contains(ByteString(name)) {
            .notServed(name)
        } else {
            nil
        }
    }
}
