/// A watch through which the originals of a ``Table`` find its former contents after the table was assigned as a
/// whole.
///
/// An original retains neither the elements nor the storage: otherwise every edit would find the storage shared, and
/// copy it. It retains the storage's watch, to which the storage leaves its contents when it ends; a storage that
/// lives on elsewhere is found through the watch. Later contents are sufficient: they have the undo log that leads
/// back.
///
/// A storage that was passed to another thread may end there, so the lock guards the contents. While `current` is set,
/// the storage exists, as its `deinit` has yet to take the lock. It may be in its `deinit`, so it is read without a
/// retain: otherwise the holder of the lock might release it last. Nor is it changed while it is read: shared storage
/// is copied first, and a thread that is the only owner of storage of which another thread kept an original settles the
/// watch first (``Table/makeUnique()``).
@usableFromInline
final class TableWatch<Element: Identifiable> {
    private let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var current: Unmanaged<TableStorage<Element>>?
    /// The contents the storage left: without a watch, never changed.
    @exclusivity(unchecked) private var left: TableStorage<Element>?

    @usableFromInline init(_ storage: TableStorage<Element>) { current = Unmanaged.passUnretained(storage) }

    /// Copies the contents of the storage, and stops watching it.
    @usableFromInline
    func finish() {
        lock.withLock {
            guard let storage = current else { return }
            current = nil
            left = storage._withUnsafeGuaranteedRef { TableStorage($0) }
        }
    }

    /// Stops watching the storage without copying its contents: no original needs them.
    func end() { lock.withLock { current = nil } }

    /// Returns an unshared storage with the records that lead back to any of the originals.
    func copyOfLast() -> TableStorage<Element>? {
        lock.withLock {
            left.map { TableStorage($0) } ?? current?._withUnsafeGuaranteedRef { TableStorage($0) }
        }
    }
}
