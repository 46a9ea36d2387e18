/// What was done to a ``Table``: enough to undo it, and to tell of it. Positions are below 2^32, as places are.
@usableFromInline
enum UndoRecord: Sendable {
    /// So many came at the end: their ids are the latest of ``TableStorage/ids``.
    case wereAppended(UInt32)
    /// What it was is the latest of ``TableStorage/former``.
    case wasReplaced
    /// Its id is the latest of ``TableStorage/ids``.
    case wasInserted(at: UInt32)
    /// It is the latest of ``TableStorage/former``.
    case wasRemoved(from: UInt32)
    /// Its id is the latest of ``TableStorage/ids``.
    case wasMoved(from: UInt32, to: UInt32)
}

extension UndoRecord {
    /// How many of ``TableStorage/former`` it tells of.
    var former: Int {
        switch self {
        case .wasReplaced, .wasRemoved: 1
        case .wereAppended, .wasInserted, .wasMoved: 0
        }
    }

    /// How many of ``TableStorage/ids`` it tells of.
    var ids: Int {
        switch self {
        case .wereAppended(let count): Int(count)
        case .wasInserted, .wasMoved: 1
        case .wasReplaced, .wasRemoved: 0
        }
    }

    /// How many elements more there were then.
    var growth: Int {
        switch self {
        case .wereAppended(let count): Int(count)
        case .wasInserted: 1
        case .wasRemoved: -1
        case .wasReplaced, .wasMoved: 0
        }
    }
}
