import AditJSON

/// What stands for the answers of the host's gateways, by name: the reply, or an object with the one key `error`. The
/// host is not asked then. Of a source, it is an array of all items.
///
/// ```swift
/// withDependencies { $0.gatewayFixtures["fetch"] = .object(["status": .integer(200)]) } operation: { … }
/// ```
private enum GatewayFixtures: DependencyKey {
    static var liveValue: [String: JSON] { [:] }
    static var testValue: [String: JSON] { [:] }
}

extension DependencyValues {
    /// What stands for the answers of the host's gateways, by name.
    public var gatewayFixtures: [String: JSON] {
        get { self[GatewayFixtures.self] }
        set { self[GatewayFixtures.self] = newValue }
    }
}
