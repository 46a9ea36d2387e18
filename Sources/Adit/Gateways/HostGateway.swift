import AditJSON

/// A gateway that the host serves: a core's request reaches the host as an `@effect`, and the host answers by a
/// `@reply`.
///
/// It is declared once, and listed in the ``App``; a protocol of the app wraps the connection to it:
///
/// ```swift
/// let fetchHost = HostGateway<FetchRequest, FetchReply>("fetch", timeout: .seconds(30))
///
/// let fetch = core.connect(fetchHost)
/// effects.run { output(.page(.wasFetched(try await fetch(.get(url: url))))) }
/// ```
///
/// - `Request`: the type of requests.
/// - `Reply`: the type of replies; `Never` if no reply is expected.
public struct HostGateway<Request: WireCodable, Reply: WireCodable>: Sendable {
    /// The name by which the host serves it.
    public let name: String
    /// The default timeout of a call; nil for none.
    public let timeout: Duration?

    /// Declares a gateway.
    ///
    /// - Parameters:
    ///   - name: the name by which the host serves it.
    ///   - timeout: the maximum wait for a reply, unless a call gives another; nil for no limit.
    public init(_ name: String, timeout: Duration? = nil) {
        self.name = name
        self.timeout = timeout
    }
}

/// A source that the host feeds: after one request, the host sends any number of items, as an inbox does.
///
/// ```swift
/// let chatHost = HostSource<ChatRequest, ChatMessage>("chat")
///
/// let chat = core.connect(chatHost)
/// core.sources = { state in
///     state.isOnline ? [Source(id: "chat") { for try await message in chat(.listen) { … } }] : []
/// }
/// ```
public struct HostSource<Request: WireCodable, Item: WireCodable & SendableMetatype>: Sendable {
    /// The name by which the host serves it.
    public let name: String

    /// Declares a source.
    ///
    /// - Parameter name: the name by which the host serves it.
    public init(_ name: String) { self.name = name }
}

/// How many answers a gateway gives.
public enum Replies: Sendable {
    /// No reply: the core only tells the host something.
    case none
    /// One reply to each request.
    case one
    /// Any number of replies to a request.
    case many
}

/// A gateway that a catalog can describe.
public protocol DescribedGateway: Sendable {
    /// The name by which the host serves it.
    var name: String { get }
    /// The number of its replies.
    var replies: Replies { get }
    /// Returns the schema of a request.
    func requestSchema(in definitions: SchemaDefinitions) -> Schema
    /// Returns the schema of a reply; nil if no reply is expected.
    func replySchema(in definitions: SchemaDefinitions) -> Schema?
}

extension HostGateway: DescribedGateway {
    public var replies: Replies { Reply.self == Never.self ? .none : .one }

    public func requestSchema(in definitions: SchemaDefinitions) -> Schema { Request.schema(in: definitions) }

    public func replySchema(in definitions: SchemaDefinitions) -> Schema? {
        Reply.self == Never.self ? nil : Reply.schema(in: definitions)
    }
}

extension HostSource: DescribedGateway {
    public var replies: Replies { .many }

    public func requestSchema(in definitions: SchemaDefinitions) -> Schema { Request.schema(in: definitions) }

    public func replySchema(in definitions: SchemaDefinitions) -> Schema? { Item.schema(in: definitions) }
}

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
