/// A record of a change of a ``Table``, sufficient to undo and to report it. Positions are below 2^32, as places are.
@usableFromInline
package enum UndoRecord: Sendable {
    /// Elements were appended: their ids are the latest of ``TableStorage/ids``.
    case wereAppended(UInt32)
    /// An element was replaced: its former value is the latest of ``TableStorage/former``.
    case wasReplaced
    /// The element's id is the latest of ``TableStorage/ids``.
    case wasInserted(at: UInt32)
    /// An element was removed: it is the latest of ``TableStorage/former``.
    case wasRemoved(from: UInt32)
    /// The element's id is the latest of ``TableStorage/ids``.
    case wasMoved(from: UInt32, to: UInt32)
}

extension UndoRecord {
    /// The number of its elements in ``TableStorage/former``.
    var former: Int {
        switch self {
        case .wasReplaced, .wasRemoved: 1
        case .wereAppended, .wasInserted, .wasMoved: 0
        }
    }

    /// The number of its ids in ``TableStorage/ids``.
    var ids: Int {
        switch self {
        case .wereAppended(let count): Int(count)
        case .wasInserted, .wasMoved: 1
        case .wasReplaced, .wasRemoved: 0
        }
    }

    /// The growth of the table's count.
    var growth: Int {
        switch self {
        case .wereAppended(let count): Int(count)
        case .wasInserted: 1
        case .wasRemoved: -1
        case .wasReplaced, .wasMoved: 0
        }
    }
}
