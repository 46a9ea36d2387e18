/// The names of the gateways that an app lists, and of those that the host serves.
struct GatewayNames {
    let listed: Set<String>
    let served: Set<String>

    /// Returns why a gateway cannot be used; nil if it can.
    func failure(of name: String) -> GatewayFailure? {
        if !listed.contains(name) {
            .notListed(name)
        } else if !served.contains(name) {
            .notServed(name)
        } else {
            nil
        }
    }
}
