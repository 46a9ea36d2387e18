/// What a ``Table`` has, in one object, so that to copy a table is to count one reference more.
///
/// It is unchecked for being Sendable: a table changes it only while it is the only one that has it
/// (``Table/makeUnique()``), and makes a copy of it before otherwise. For the same reason accesses need no checks.
@usableFromInline
final class TableStorage<Element> {
    @exclusivity(unchecked) @usableFromInline var chunks: TableChunks<Element>
    @exclusivity(unchecked) @usableFromInline var index: TableIndex
    /// How the chunks follow each other: none where all but the last are full and follow their numbers, otherwise one.
    @exclusivity(unchecked) @usableFromInline var order: ContiguousArray<TableOrder>
    /// How many elements there are.
    @exclusivity(unchecked) @usableFromInline var size: Int

    /// Whether changes are noted.
    @exclusivity(unchecked) @usableFromInline var isNoting: Bool
    /// What undoes the changes since ``Table/noteChanges()``, the latest last.
    @exclusivity(unchecked) @usableFromInline var notes: ContiguousArray<TableNote>
    /// The elements that the notes tell of, in the same order.
    @exclusivity(unchecked) @usableFromInline var former: ContiguousArray<Element>
    /// How many elements were appended after the last of the notes: most messages that add something need no note then.
    @exclusivity(unchecked) @usableFromInline var appended: Int

    @usableFromInline
    init() {
        chunks = TableChunks()
        index = TableIndex()
        order = []
        size = 0
        isNoting = false
        notes = []
        former = []
        appended = 0
    }

    /// A copy of another one.
    @usableFromInline
    init(_ other: TableStorage) {
        chunks = other.chunks
        index = other.index
        order = other.order
        size = other.size
        isNoting = other.isNoting
        notes = other.notes
        former = other.former
        appended = other.appended
    }
}

extension TableStorage: @unchecked Sendable where Element: Sendable {}

/// How a change is undone.
@usableFromInline
enum TableNote: Sendable {
    case wereAppended(Int)
    /// It is the latest of ``TableStorage/former``.
    case wasReplaced
    case wasInserted(at: Int)
    case wasRemoved(from: Int)
    case wasMoved(from: Int)
    /// So many were all.
    case wereAll(Int)
}
