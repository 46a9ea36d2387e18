import Adit

/// The gateway by which the host keeps values by their keys.
public let keyValueHost = HostGateway<KeyValueRequest, KeyValueReply>("keyValue", timeout: .seconds(10))

/// What the host is asked. Each request is one transaction.
@Model
public enum KeyValueRequest: Equatable, Sendable {
    /// Asks for the value of a key.
    case get(key: String)
    /// Keeps a value in place of the one of this key.
    case put(key: String, value: JSON)
    /// Keeps the value of a key no longer; it does not matter whether there is one.
    case remove(key: String)
    /// Asks for the keys that begin with a prefix, in the order of their bytes, behind a key, at most `limit` (1 to 1000).
    case list(prefix: String = "", after: String? = nil, limit: Int = 100)
}

/// What the host answers.
@Model
public struct KeyValueReply: Equatable, Sendable {
    /// The value; null if none is kept, or if it was not asked for.
    public var value: JSON = .null
    /// The keys, of `list`.
    public var keys: [String]?

    /// Creates a reply, for tests.
    public init(value: JSON = .null, keys: [String]? = nil) { (self.value, self.keys) = (value, keys) }
}

/// A gateway to values that the host keeps by their keys, beyond the end of the core.
///
/// Each function throws `GatewayFailure`, and `CancellationError` whenever the effect is cancelled.
public protocol KeyValueGateway: Sendable {
    /// Asks the host.
    func send(_ request: KeyValueRequest) async throws -> KeyValueReply
}

extension KeyValueGateway {
    /// Returns the value of a key; nil if none is kept.
    ///
    /// - Throws: also `CodingFailure` whenever the value is of another type.
    public func value<Value: WireCodable>(_ key: String, as _: Value.Type = Value.self) async throws -> Value? {
        let json = try await send(.get(key: key)).value
        return json == .null ? nil : try readJSON(json.description)
    }

    /// Keeps a value in place of the one of this key.
    ///
    /// - Throws: also `CodingFailure` whenever the value cannot be written as JSON.
    public func put(_ value: some WireCodable, _ key: String) async throws {
        _ = try await send(.put(key: key, value: makeJSON(value)))
    }

    /// Keeps the value of a key no longer.
    public func remove(_ key: String) async throws { _ = try await send(.remove(key: key)) }

    /// Returns the keys that begin with a prefix, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - prefix: what they begin with.
    ///   - after: only those behind this key; nil for the first.
    ///   - limit: the most of them, 1 to 1000.
    public func keys(prefix: String = "", after: String? = nil, limit: Int = 100) async throws -> [String] {
        try await send(.list(prefix: prefix, after: after, limit: limit)).keys ?? []
    }
}

struct HostKeyValueGateway: KeyValueGateway {
    let keyValue: HostConnection<KeyValueRequest, KeyValueReply>
    func send(_ request: KeyValueRequest) async throws -> KeyValueReply { try await keyValue(request) }
}

extension CoreBuilder {
    /// A gateway to values that the host keeps. The app lists ``keyValueHost``.
    public var keyValue: any KeyValueGateway { HostKeyValueGateway(keyValue: connect(keyValueHost)) }
}

extension MissingGateway: KeyValueGateway {
    func send(_ request: KeyValueRequest) async throws -> KeyValueReply { try fail("keyValue") }
}

private enum KeyValueKey: DependencyKey {
    static var liveValue: any KeyValueGateway { MissingGateway() }
}

extension DependencyValues {
    /// A gateway to values that the host keeps. A feature sets it, `.dependency(\.keyValue, core.keyValue)`.
    public var keyValue: any KeyValueGateway {
        get { self[KeyValueKey.self] }
        set { self[KeyValueKey.self] = newValue }
    }
}
