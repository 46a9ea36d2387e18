/// The direction of a message as determined by its cases so far, from the outermost inwards.
///
/// The innermost marker decides. Without any, the innermost enum named `Request` or `Response` does; without such an
/// enum, a message is ``MessageDirection/both``.
@_documentation(visibility: private)
@frozen
public struct CaseDirection: Hashable, Sendable {
    /// The direction.
    public let direction: MessageDirection
    /// Whether a marker has decided it.
    @usableFromInline let isMarked: Bool

    @inlinable
    init(_ direction: MessageDirection, isMarked: Bool) {
        self.direction = direction
        self.isMarked = isMarked
    }

    /// The initial direction, before any case is known.
    @inlinable public static var undecided: CaseDirection { CaseDirection(.both, isMarked: false) }

    /// The direction below a marker.
    @inlinable
    public static func marked(_ direction: MessageDirection) -> CaseDirection {
        CaseDirection(direction, isMarked: true)
    }

    /// The direction in an enum named `Request` or `Response`: an outer marker takes precedence.
    @inlinable
    public func named(_ direction: MessageDirection) -> CaseDirection {
        isMarked ? self : CaseDirection(direction, isMarked: false)
    }
}

/// The direction that a case or its enum declares.
public enum DirectionMark: Hashable, Sendable {
    /// A marker: `@Incoming`, `@Outgoing`, `@Internal` or `@Both`.
    case marked(MessageDirection)
    /// The name of the enum.
    case named(MessageDirection)
}

extension CaseDirection {
    /// Returns the direction below a mark; unchanged if nil.
    func within(_ mark: DirectionMark?) -> CaseDirection {
        switch mark {
        case .marked(let direction): .marked(direction)
        case .named(let direction): named(direction)
        case nil: self
        }
    }
}
