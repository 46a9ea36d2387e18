// A table's original holds no elements: it is a mark in the undo log. That is enough because
//
// - all tables with the same `log` become equal when all of their records are undone, and
// - all tables with the same `mark` become equal when the records after that mark are undone,
//
// however they were copied and edited since: a copy has the records, and tokens are never reused. An original that was
// kept while the log was empty is found by the log's token, any other by the mark. A table with neither token was
// assigned in place of the original's table; then the ``TableWatch`` leads to a table that has one.
extension Table {
    /// Clears the undo log. Called when a batch begins.
    ///
    /// - Complexity: O(1) if the log is empty, otherwise O(changes).
    @_documentation(visibility: private)
    @inlinable
    public static func forgetChanges(of table: inout Table) {
        if table.storage.notes.isEmpty, table.storage.appended == 0 { return }
        table.forgetNotes()
    }

    /// Makes `original` a mark of the current state, and records changes from now on.
    ///
    /// - Complexity: O(1).
    @_documentation(visibility: private)
    @inlinable
    @inline(__always)
    public static func saveOriginal(of table: inout Table, in original: inout Table, on thread: UInt64) {
        // Only an original or a table with the same storage has the same watch; in the latter case the storage is not
        // unique.
        if table.storage.watch != nil, table.storage.watch === original.storage.watch,
            table.storage.watch?.current != nil, table.storage.notes.isEmpty, table.storage.appended == 0,
            isKnownUniquelyReferenced(&table.storage)
        {
            // The case of most tables in most messages.
            table.storage.owner = thread
            original.storage.log = table.storage.log
            original.storage.kept = 0
            original.storage.appended = 0
        } else {
            table.mark(&original, thread)
        }
    }

    /// Restores the state at which the original was kept, with its order, regardless of later changes. Later originals
    /// become invalid.
    ///
    /// - Complexity: O(changes).
    @_documentation(visibility: private)
    public static func restore(_ table: inout Table, from original: inout Table) {
        guard original.isOriginal else { return table = original }
        if !table.descends(from: original) {
            guard let last = original.storage.watch?.copyOfLast() else { return }
            table.storage = last
        }
        table.makeUnique()
        table.undo(to: original.storage.kept, appended: original.storage.appended)
    }
}

extension Table {
    /// Whether a change was recorded since the original was kept.
    ///
    /// - Complexity: O(1).
    @_documentation(visibility: private)
    @inlinable
    public static func mayHaveChanged(_ table: Table, since original: Table) -> Bool {
        original.storage.kept != table.storage.notes.count || original.storage.appended != table.storage.appended
            || !table.descends(from: original)
    }

    /// Whether this is an original: a mark, not a table.
    package var isOriginal: Bool { storage.kept >= 0 }

    /// Whether the undo log leads back to an original.
    @inlinable
    package func descends(from original: Table) -> Bool {
        storage.log == original.storage.log || storage.mark == original.storage.log
    }

    @inlinable
    @inline(never)
    mutating func forgetNotes() {
        if !isKnownUniquelyReferenced(&storage) { part() }
        if isWatchedElsewhere { finishWatch() }
        storage.log = newTableToken()
        storage.mark = 0
        storage.appended = 0
        if storage.notes.count == 1, storage.former.count == 1 {
            // The usual case; faster than removing all.
            storage.notes.removeLast()
            storage.former.removeLast()
        } else if !storage.notes.isEmpty {
            storage.notes.removeAll(keepingCapacity: storage.notes.count <= 64)
            storage.former.removeAll(keepingCapacity: storage.former.count <= 64)
            storage.ids.removeAll(keepingCapacity: storage.ids.count <= 64)
        }
    }

    /// As ``makeUnique()``, if no original is needed any more.
    @usableFromInline
    mutating func part() {
        storage.watch?.end()
        storage = TableStorage(storage)
    }

    @inlinable
    @inline(never)
    mutating func mark(_ original: inout Table, _ thread: UInt64) {
        if storage.watch !== original.storage.watch || storage.watch?.current == nil
            || !isKnownUniquelyReferenced(&storage)
        {
            join(&original, thread)
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

    /// Makes the table's storage unique, and `original` an original that shares its watch.
    @usableFromInline
    @inline(never)
    mutating func join(_ original: inout Table, _ thread: UInt64) {
        if !original.isOriginal || !isKnownUniquelyReferenced(&original.storage) {
            original = Table()
            original.storage.kept = 0
        }
        if original.storage.watch !== storage.watch { original.storage.watch?.finish() }
        leave()
        if isWatchedElsewhere { finishWatch() }
        if storage.log == 0 { storage.log = newTableToken() }
        if storage.watch?.current == nil { storage.watch = TableWatch(storage) }
        storage.owner = thread
        original.storage.watch = storage.watch
    }

    /// Leaves the former contents to the originals of another thread.
    @usableFromInline
    mutating func finishWatch() {
        storage.watch?.finish()
        storage.watch = nil
        storage.owner = 0
    }

    /// As ``makeUnique()``, between changes: the batch's original keeps the former contents.
    private mutating func leave() {
        if isKnownUniquelyReferenced(&storage) { return }
        storage.watch?.finish()
        storage = TableStorage(storage)
    }
}
