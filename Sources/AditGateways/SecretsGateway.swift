import Adit

/// The gateway by which the host keeps secrets, as a keyring does.
public let secretsHost = HostGateway<SecretsRequest, SecretsReply>("secrets", timeout: .seconds(60))

/// What the host is asked.
@Model
public enum SecretsRequest: Equatable, Sendable {
    /// Asks for a secret. The host may have to ask its user.
    case get(name: String)
    /// Keeps a secret in place of the one of this name.
    case put(name: String, value: Secret<String>)
    /// Keeps a secret no longer; it does not matter whether there is one.
    case remove(name: String)
}

/// What the host answers.
@Model
public struct SecretsReply: Equatable, Sendable {
    /// The secret, of `get`; nil if none is kept.
    public var value: Secret<String>?

    /// Creates a reply, for tests.
    public init(value: Secret<String>? = nil) { self.value = value }
}

/// A gateway to secrets. They are masked in journals, recordings and logs.
///
/// Each function throws `GatewayFailure`, and `CancellationError` whenever the effect is cancelled.
public protocol SecretsGateway: Sendable {
    /// Asks the host.
    func send(_ request: SecretsRequest) async throws -> SecretsReply
}

extension SecretsGateway {
    /// Returns a secret; nil if none is kept.
    public func secret(_ name: String) async throws -> Secret<String>? { try await send(.get(name: name)).value }

    /// Keeps a secret in place of the one of this name.
    public func put(_ value: Secret<String>, _ name: String) async throws {
        _ = try await send(.put(name: name, value: value))
    }

    /// Keeps a secret no longer.
    public func remove(_ name: String) async throws { _ = try await send(.remove(name: name)) }
}

struct HostSecretsGateway: SecretsGateway {
    let secrets: HostConnection<SecretsRequest, SecretsReply>
    func send(_ request: SecretsRequest) async throws -> SecretsReply { try await secrets(request) }
}

extension CoreBuilder {
    /// A gateway to secrets. The app lists ``secretsHost``.
    public var secrets: any SecretsGateway { HostSecretsGateway(secrets: connect(secretsHost)) }
}

extension MissingGateway: SecretsGateway {
    func send(_ request: SecretsRequest) async throws -> SecretsReply { try fail("secrets") }
}

private enum SecretsKey: DependencyKey {
    static var liveValue: any SecretsGateway { MissingGateway() }
}

extension DependencyValues {
    /// A gateway to secrets. A feature sets it, `.dependency(\.secrets, core.secrets)`.
    public var secrets: any SecretsGateway {
        get { self[SecretsKey.self] }
        set { self[SecretsKey.self] = newValue }
    }
}
