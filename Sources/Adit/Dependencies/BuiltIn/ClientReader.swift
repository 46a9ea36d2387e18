/// The client on whose behalf the host has sent the message that is handled.
///
/// ```swift
/// @Dependency(\.client) var client
/// guard let owner = client() else { return respond(.wasRefused) }
/// ```
///
/// Everything that a message causes has its client: other messages, and the effects that it starts. It is nil for the
/// host's own messages, for timers and sources that no client's message has started, and outside a core. Any thread; within
/// a core, its loop.
public struct ClientReader: Sendable {
    private let read: @Sendable () -> String?

    /// - Parameter read: returns the client's name, on each call.
    public init(_ read: @escaping @Sendable () -> String?) { self.read = read }

    /// A reader that always returns the same client.
    public static func constant(_ client: String?) -> ClientReader { ClientReader { client } }

    /// Returns the client's name, as `adit_submit` was given it; nil for the host.
    public func callAsFunction() -> String? { read() }
}

private enum ClientKey: DependencyKey {
    static let liveValue = ClientReader { CoreEnvironment.current?.client }
    static var testValue: ClientReader { liveValue }
}

extension DependencyValues {
    /// The client whose message is handled.
    public var client: ClientReader {
        get { self[ClientKey.self] }
        set { self[ClientKey.self] = newValue }
    }
}
