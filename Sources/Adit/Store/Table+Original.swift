import AditJSON

// A table's original holds no elements: it is a mark in the notes. That is enough because
//
// - all that has the same `log` becomes the same table when all of its notes are undone, and
// - all that has the same `mark` becomes the same table when the notes behind that mark are undone,
//
// however it was copied and edited since: copies have the notes, and tokens are never used again. An original that was
// kept when there were no notes is found by the log, any other by the mark. A table that has neither was put in the
// place of the one that had: then its ``TableWatch`` leads to one that has.
extension Table: Changeable {
    /// Forgets the notes that lead back to earlier originals: a batch begins.
    ///
    /// - Complexity: O(1) where nothing was noted, otherwise that of the changes.
    @inlinable
    public mutating func forgetChanges() {
        if storage.notes.isEmpty, storage.appended == 0 { return }
        forgetNotes()
    }

    /// Makes `original` a mark of what the table is now, and notes the changes from now on.
    ///
    /// - Complexity: O(1).
    @inlinable
    @inline(__always)
    public mutating func keepOriginal(in original: inout Table) {
        // Who has the storage's watch is its original, or the table itself; and then it is not the only one.
        if storage.watch != nil, storage.watch === original.storage.watch, storage.watch?.current != nil,
            storage.notes.isEmpty, storage.appended == 0, isKnownUniquelyReferenced(&storage)
        {
            // As it is with most tables in most messages.
            original.storage.log = storage.log
            original.storage.kept = 0
            original.storage.appended = 0
        } else {
            mark(&original)
        }
    }

    /// Becomes what it was when the original was kept, its order included, whatever was done since. Originals that were
    /// kept later are void then.
    ///
    /// - Complexity: that of the changes.
    public mutating func returnToOriginal(_ original: inout Table) {
        guard original.isOriginal else { return self = original }
        if !descends(from: original) {
            guard let last = original.storage.watch?.copyOfLast() else { return }
            storage = last
        }
        makeUnique()
        undo(to: original.storage.kept, appended: original.storage.appended)
    }
}

extension Table {
    /// Whether something was noted since the original was kept.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func mayHaveChanged(since original: Table) -> Bool {
        original.storage.kept != storage.notes.count || original.storage.appended != storage.appended
            || !descends(from: original)
    }

    /// Whether it is a mark in place of a table.
    var isOriginal: Bool { storage.kept >= 0 }

    /// Whether the notes lead back to an original.
    @inlinable
    func descends(from original: Table) -> Bool {
        storage.log == original.storage.log || storage.mark == original.storage.log
    }

    @inlinable
    @inline(never)
    mutating func forgetNotes() {
        if !isKnownUniquelyReferenced(&storage) { part() }
        storage.log = newTableToken()
        storage.mark = 0
        storage.appended = 0
        if storage.notes.count == 1, storage.former.count == 1 {
            // As it mostly is; quicker than to remove all.
            storage.notes.removeLast()
            storage.former.removeLast()
        } else if !storage.notes.isEmpty {
            storage.notes.removeAll(keepingCapacity: storage.notes.count <= 64)
            storage.former.removeAll(keepingCapacity: storage.former.count <= 64)
            storage.ids.removeAll(keepingCapacity: storage.ids.count <= 64)
        }
    }

    /// As ``makeUnique()``, where no original is of use any more.
    @usableFromInline
    mutating func part() {
        storage.watch?.end()
        storage = TableStorage(storage)
    }

    @inlinable
    @inline(never)
    mutating func mark(_ original: inout Table) {
        if storage.watch !== original.storage.watch || storage.watch?.current == nil
            || !isKnownUniquelyReferenced(&storage)
        {
            join(&original)
        }
        if storage.notes.isEmpty, storage.appended == 0 {
            original.storage.log = storage.log
        } else {
            storage.mark = newTableToken()
            original.storage.log = storage.mark
        }
        original.storage.kept = storage.notes.count
        original.storage.appended = storage.appended
    }

    /// Makes the table the only one with its storage, and `original` an original that hears of its end.
    @usableFromInline
    @inline(never)
    mutating func join(_ original: inout Table) {
        if !original.isOriginal || !isKnownUniquelyReferenced(&original.storage) {
            original = Table()
            original.storage.kept = 0
        }
        if original.storage.watch !== storage.watch { original.storage.watch?.settle() }
        leave()
        if storage.log == 0 { storage.log = newTableToken() }
        if storage.watch?.current == nil { storage.watch = TableWatch(storage) }
        original.storage.watch = storage.watch
    }

    /// As ``makeUnique()``, between changes: the batch's original keeps what it had.
    private mutating func leave() {
        if isKnownUniquelyReferenced(&storage) { return }
        storage.watch?.settle()
        storage = TableStorage(storage)
    }
}
