/// The direction in which a message travels between a host and a core.
@frozen
public enum MessageDirection: Hashable, Sendable {
    /// The host may send it.
    case incoming
    /// The host receives it.
    case outgoing
    /// The host may send it, and receives it.
    case both
    /// A step between features: the host neither sends nor receives it.
    case `internal`

    /// Whether the host may send it.
    @inlinable public var isIncoming: Bool { self == .incoming || self == .both }

    /// Whether the host receives it.
    @inlinable public var isOutgoing: Bool { self == .outgoing || self == .both }
}

extension MessageDirection: CustomStringConvertible {
    /// `incoming`, `outgoing`, `both` or `internal`.
    public var description: String {
        switch self {
        case .incoming: "incoming"
        case .outgoing: "outgoing"
        case .both: "both"
        case .internal: "internal"
        }
    }
}
