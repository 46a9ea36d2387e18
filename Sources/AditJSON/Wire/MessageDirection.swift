/// Which way a message travels between a host and a core.
///
/// A case of a message is one of four:
///
/// | | a host may send it | a host hears it |
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

    /// A host may send it.
    @inlinable public static var incoming: MessageDirection { MessageDirection(rawValue: 1) }
    /// A host hears it.
    @inlinable public static var outgoing: MessageDirection { MessageDirection(rawValue: 2) }
    /// A host may send it, and hears it.
    @inlinable public static var both: MessageDirection { MessageDirection(rawValue: 3) }
    /// A step between features: a host neither sends nor hears it.
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
