import AditJSON

/// The key of fixtures, which replace the replies of the host's gateways, by name: the reply, or an object with the
/// only key `error`. The host receives no request. The fixture of a source is an array of all items.
///
/// ```swift
/// withDependencies { $0.gatewayFixtures["fetch"] = .object(["status": .integer(200)]) } operation: { … }
/// ```
private enum GatewayFixtures: DependencyKey {
    static var liveValue: [String: JSON] { [:] }
    static var testValue: [String: JSON] { [:] }
}

extension DependencyValues {
    /// The fixtures that replace the replies of the host's gateways, by name.
    public var gatewayFixtures: [String: JSON] {
        get { self[GatewayFixtures.self] }
        set { self[GatewayFixtures.self] = newValue }
    }
}
