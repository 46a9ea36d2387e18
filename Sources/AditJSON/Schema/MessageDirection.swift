/// The direction in which a message travels between a host and a core.
///
/// A case of a message has one of four:
///
/// | | the host may send it | the host receives it |
/// |---|---|---|
/// | ``incoming`` | yes | no |
/// | ``outgoing`` | no | yes |
/// | ``both`` | yes | yes |
/// | ``internal`` | no | no |
@frozen
public struct MessageDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The host may send it.
    @inlinable public static var incoming: MessageDirection { MessageDirection(rawValue: 1) }
    /// The host receives it.
    @inlinable public static var outgoing: MessageDirection { MessageDirection(rawValue: 2) }
    /// The host may send it, and receives it.
    @inlinable public static var both: MessageDirection { MessageDirection(rawValue: 3) }
    /// A step between features: the host neither sends nor receives it.
    @inlinable public static var `internal`: MessageDirection { MessageDirection(rawValue: 0) }
}

extension MessageDirection: CustomStringConvertible {
    /// `incoming`, `outgoing`, `both` or `internal`.
    public var description: String {
        switch self {
        case .incoming: "incoming"
        case .outgoing: "outgoing"
        case .both: "both"
        default: "internal"
        }
    }
}
