import Synchronization

/// What a ``Table`` has, in one object, so that to copy a table is to count one reference more.
///
/// It is unchecked for being Sendable: a table changes it only while it is the only one that has it
/// (``Table/makeUnique()``), and makes a copy of it before otherwise. For the same reason accesses need no checks. Who
/// makes a copy while others have it says so in ``wasCopied``, the one thing that is written then. What another thread may
/// see of it when it ends, ``TableWatch`` says.
@usableFromInline
final class TableStorage<Element: Identifiable> {
    @exclusivity(unchecked) @usableFromInline var chunks: TableChunks<Element>
    @exclusivity(unchecked) @usableFromInline var index: TableIndex
    /// How the chunks follow each other: none where all but the last are full and follow their numbers, otherwise one.
    @exclusivity(unchecked) @usableFromInline var order: ContiguousArray<TableOrder>
    /// How many elements there are.
    @exclusivity(unchecked) @usableFromInline var size: Int

    // The notes of what was changed (Table+Notes.swift).

    /// Of which table the notes are: a token that no others have. 0: nothing is noted.
    @exclusivity(unchecked) @usableFromInline var log: UInt64
    /// The token of the latest original that was kept when there were notes already. 0: there is none.
    @exclusivity(unchecked) @usableFromInline var mark: UInt64
    /// What was done since the log began, the latest last.
    @exclusivity(unchecked) @usableFromInline var notes: ContiguousArray<UndoRecord>
    /// The elements that the notes tell of, in the same order.
    @exclusivity(unchecked) @usableFromInline var former: ContiguousArray<Element>
    /// The ids that the notes tell of, in the same order.
    @exclusivity(unchecked) @usableFromInline var ids: ContiguousArray<Element.ID>
    /// How many elements were appended after the last of the notes: most messages that add something need no note then.
    @exclusivity(unchecked) @usableFromInline var appended: Int
    /// Through which originals hear of its end. An original has that of the storage it was kept of.
    @exclusivity(unchecked) @usableFromInline var watch: TableWatch<Element>?

    /// Of an original: how many notes there were when it was kept, of which ``appended`` says as much; ``log`` is its
    /// token. -1 in every other table.
    @exclusivity(unchecked) @usableFromInline var kept: Int

    /// Whether a copy of it was made, with which it shares its chunks, since it was changed last.
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
        watch = nil
        kept = -1
    }

    /// A copy of another one. Nobody hears of its end yet.
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
        watch = nil
        kept = other.kept
    }

    /// Takes all chunks for shared, as those of a copy.
    @usableFromInline
    func disown() {
        wasCopied.store(false, ordering: .relaxed)
        chunks.disown()
    }

    deinit {
        // Where nobody else has the watch, there is no original.
        if watch != nil, kept < 0, !isKnownUniquelyReferenced(&watch) { watch?.settle() }
    }
}

extension TableStorage: @unchecked Sendable where Element: Sendable {}
