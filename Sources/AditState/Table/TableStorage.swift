import Synchronization

/// The contents of a ``Table`` in one object, so that copying a table costs one retain.
///
/// It is `@unchecked Sendable`: a table changes it only while it is its sole owner (``Table/makeUnique()``), and
/// copies it first otherwise. For the same reason accesses are unchecked. A table that copies shared storage sets
/// ``wasCopied``, the only write then. ``TableWatch`` documents how originals read storage that another thread owns.
@usableFromInline
final class TableStorage<Element: Identifiable> {
    @exclusivity(unchecked) @usableFromInline var chunks: TableChunks<Element>
    @exclusivity(unchecked) @usableFromInline var index: TableIndex
    /// The order of the chunks: empty if all but the last are full and follow their numbers, otherwise one element.
    @exclusivity(unchecked) @usableFromInline var order: ContiguousArray<TableOrder>
    /// The number of elements.
    @exclusivity(unchecked) @usableFromInline var size: Int

    // The undo log (Table+Notes.swift).

    /// The unique token of the log. 0 if nothing is recorded.
    @exclusivity(unchecked) @usableFromInline var log: UInt64
    /// The token of the latest original that was kept while the log was not empty. 0 if none.
    @exclusivity(unchecked) @usableFromInline var mark: UInt64
    /// The records since the log began, oldest first.
    @exclusivity(unchecked) @usableFromInline var notes: ContiguousArray<UndoRecord>
    /// The former elements of the records, in the same order.
    @exclusivity(unchecked) @usableFromInline var former: ContiguousArray<Element>
    /// The ids of the records, in the same order.
    @exclusivity(unchecked) @usableFromInline var ids: ContiguousArray<Element.ID>
    /// The number of elements appended after the last record: most messages that add elements need no record.
    @exclusivity(unchecked) @usableFromInline var appended: Int
    /// Notifies originals of the storage's end. An original has the watch of the storage it was kept of.
    @exclusivity(unchecked) @usableFromInline var watch: TableWatch<Element>?
    /// The number of the thread that kept the latest original: no other thread changes the storage while it has a
    /// watch. 0 without a watch.
    @exclusivity(unchecked) @usableFromInline var owner: UInt64 = 0

    /// In an original: the number of records when it was kept; ``appended`` and ``log`` have that moment's count and
    /// token. -1 in every other table.
    @exclusivity(unchecked) @usableFromInline var kept: Int

    /// Whether a copy that shares its chunks was made since the last change.
    @usableFromInline let wasCopied = Atomic(false)

    @usableFromInline
    init() {
        chunks = TableChunks()
        index = TableIndex()
        order = []
        size = 0
        log = 0
        mark = 0
        notes = []
        former = []
        ids = []
        appended = 0
        kept = -1
    }

    /// A copy of another storage, without a watch.
    @usableFromInline
    init(_ other: __shared TableStorage) {
        other.wasCopied.store(true, ordering: .relaxed)
        chunks = other.chunks.shared()
        index = other.index
        order = other.order
        size = other.size
        log = other.log
        mark = other.mark
        notes = other.notes
        former = other.former
        ids = other.ids
        appended = other.appended
        kept = other.kept
    }

    /// Marks all chunks as shared with a copy.
    @usableFromInline
    func disown() {
        wasCopied.store(false, ordering: .relaxed)
        chunks.disown()
    }

    deinit {
        // A watch without another owner has no original.
        if watch != nil, kept < 0, !isKnownUniquelyReferenced(&watch) { watch?.finish() }
    }
}

extension TableStorage: @unchecked Sendable where Element: Sendable {}
