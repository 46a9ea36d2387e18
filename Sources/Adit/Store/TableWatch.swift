/// Where the originals of a ``Table`` find what it had, when it was assigned as a whole.
///
/// An original holds no elements and does not hold the storage either: for then every edit would find it shared, and copy.
/// So it has the storage's watch, to which the storage leaves its contents when it ends; one that lives on, as it was
/// put elsewhere, is found by it. Contents that went on from there will do: they have the notes that lead back.
///
/// A storage that was given to another thread may end there, so the lock guards who has the contents. While `current` is
/// there its storage is, too: its `deinit` has yet to have the lock. It may be no more than that, so it is read without
/// being held: the last to let go of it would be whoever has the lock. One that others have as well is not changed while
/// it is read (``Table/makeUnique()``). One that another thread has alone might be: that would take a copy given to it in the
/// middle of a message, before the table was assigned as a whole. The code of a core, which runs on the loop, has no business
/// to do so.
@usableFromInline
final class TableWatch<Element: Identifiable> {
    private let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var current: Unmanaged<TableStorage<Element>>?
    /// What was left: it has no watch, and is never changed.
    @exclusivity(unchecked) private var left: TableStorage<Element>?

    @usableFromInline init(_ storage: TableStorage<Element>) { current = Unmanaged.passUnretained(storage) }

    /// Takes the contents of the storage, which is watched no longer.
    @usableFromInline
    func settle() {
        lock.withLock {
            guard let storage = current else { return }
            current = nil
            left = storage._withUnsafeGuaranteedRef { TableStorage($0) }
        }
    }

    /// Lets go of the storage, without its contents: no original needs them.
    func end() { lock.withLock { current = nil } }

    /// A storage with the notes that lead back to any of the originals; nobody else has it.
    func copyOfLast() -> TableStorage<Element>? {
        lock.withLock {
            left.map { TableStorage($0) } ?? current?._withUnsafeGuaranteedRef { TableStorage($0) }
        }
    }
}
