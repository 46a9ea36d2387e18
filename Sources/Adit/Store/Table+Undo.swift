// The way back. An element is named by its id, which leads to it whatever else was undone before.
extension Table {
    /// Forgets what was noted, and notes the changes from now on.
    ///
    /// - Complexity: O(1) where nothing was noted, otherwise that of the changes.
    @inlinable
    @inline(__always)
    public mutating func noteChanges() {
        // Nothing is changed where there is nothing to forget, as in most messages.
        if storage.isNoting, storage.appended == 0, storage.notes.isEmpty { return }
        makeUnique()
        forgetNotes()
    }

    @inlinable
    func forgetNotes() {
        storage.isNoting = true
        storage.appended = 0
        guard !storage.notes.isEmpty else { return }
        if storage.notes.count == 1, storage.former.count == 1 {
            // As it mostly is; quicker than to remove all.
            storage.notes.removeLast()
            storage.former.removeLast()
        } else {
            storage.notes.removeAll(keepingCapacity: storage.notes.count <= 64)
            storage.former.removeAll(keepingCapacity: storage.former.count <= 64)
        }
    }

    @inlinable
    mutating func note(_ note: TableNote, _ element: consuming Element) {
        guard storage.isNoting else { return }
        noteAppended()
        storage.notes.append(note)
        storage.former.append(element)
    }

    @inlinable
    mutating func note(_ note: TableNote) {
        guard storage.isNoting else { return }
        noteAppended()
        storage.notes.append(note)
    }

    @inlinable
    @inline(__always)
    mutating func noteAppended() {
        guard storage.appended > 0 else { return }
        storage.notes.append(.wereAppended(storage.appended))
        storage.appended = 0
    }

    /// Undoes what was noted: the table is as it was, its order included.
    ///
    /// - Complexity: that of the changes.
    public mutating func undoNotedChanges() {
        makeUnique()
        noteAppended()
        for note in storage.notes.reversed() {
            switch note {
            case .wereAppended(let appended):
                for _ in 0..<appended { take(at: count - 1) }
            case .wasReplaced:
                let element = storage.former.removeLast()
                if let place = place(of: element.id) { chunks[place] = element }
            case .wasInserted(let position):
                take(at: position)
            case .wasRemoved(let position):
                let element = storage.former.removeLast()
                put(element, TableIndex.tag(of: element.id), at: position)
            case .wasMoved(let position):
                let id = storage.former.removeLast().id
                let tag = TableIndex.tag(of: id)
                if let place = place(of: id, tag) {
                    move(place, tag, by: position - self.position(ofPlace: place), to: position)
                }
            case .wereAll(let count):
                replaceUnnoted(with: Table(storage.former.suffix(count)))
                storage.former.removeLast(count)
            }
        }
        forgetNotes()
    }

    private mutating func take(at position: Int) {
        let place = place(ofPosition: position)
        _ = take(place, TableIndex.tag(of: chunks[place].id))
    }
}
