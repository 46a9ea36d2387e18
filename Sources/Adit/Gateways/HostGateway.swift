import AditJSON

/// A gateway that the host serves: what a core asks of it reaches the host as an `@effect`.
///
/// It is declared once, and listed in the ``App``; an author's own protocol wraps the connection to it:
///
/// ```swift
/// let reviewHost = HostGateway<ReviewRequest, Never>("review")
/// ```
///
/// - `Request`: what is asked.
/// - `Reply`: what the host answers; `Never` where no answer is expected.
public struct HostGateway<Request: WireCodable, Reply: WireCodable>: Sendable {
    /// The name by which the host serves it.
    public let name: String

    public init(_ name: String) { self.name = name }
}

/// A gateway as a catalog describes it.
public protocol DescribedGateway: Sendable {
    /// The name by which the host serves it.
    var name: String { get }
    /// What is asked.
    func requestSchema(in definitions: SchemaDefinitions) -> Schema
    /// What the host answers; nil where no answer is expected.
    func replySchema(in definitions: SchemaDefinitions) -> Schema?
}

extension HostGateway: DescribedGateway {
    public func requestSchema(in definitions: SchemaDefinitions) -> Schema { Request.schema(in: definitions) }

    public func replySchema(in definitions: SchemaDefinitions) -> Schema? {
        Reply.self == Never.self ? nil : Reply.schema(in: definitions)
    }
}
