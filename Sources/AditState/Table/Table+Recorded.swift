// The changes since an original, as recorded by the undo log alone, for code that reports changes. It is read here and
// not by that code, as accesses from other modules would be checked for exclusivity at run time (`benchmarks/run`).
extension Table {
    /// Returns the replaced element if it is the only change, as in most messages; otherwise nil.
    @inlinable
    package func onlyReplaced(since original: Table) -> (former: Element, element: Element)? {
        guard storage.appended == 0, storage.notes.count == 1, original.storage.kept == 0, descends(from: original),
            let former = storage.former.first, let element = self[id: former.id], case .wasReplaced = storage.notes[0]
        else { return nil }
        return (former, element)
    }

    /// Returns the position of the first appended element if elements were only appended; otherwise nil.
    @inlinable
    package func firstAppended(since original: Table) -> Int? {
        guard storage.notes.isEmpty, original.storage.kept == 0, descends(from: original) else { return nil }
        return count - (storage.appended - original.storage.appended)
    }

    /// Returns whether the only change is one of the element with an id; nil if there are other changes than a
    /// replaced or an appended element.
    @inlinable
    @inline(__always)
    package func touchesOnly(_ id: ID, since original: Table) -> Bool? {
        guard original.storage.kept == 0, original.storage.appended == 0, descends(from: original) else { return nil }
        switch (storage.notes.count, storage.appended) {
        case (1, 0) where storage.former.count == 1: return storage.former[0].id == id
        case (0, 1) where order.isEmpty: return chunks[size - 1].id == id
        default: return nil
        }
    }

    /// Returns whether an element that was touched satisfies a condition; nil if the log does not tell.
    ///
    /// - Complexity: O(changes).
    @inlinable
    @inline(__always)
    package func touchesAny(since original: Table, where isMeant: (ID) -> Bool) -> Bool? {
        guard original.storage.kept == 0, original.storage.appended == 0, descends(from: original) else { return nil }
        // By index: a loop over the elements would copy each.
        for index in storage.former.indices where isMeant(storage.former[index].id) { return true }
        for index in storage.ids.indices where isMeant(storage.ids[index]) { return true }
        for position in size - storage.appended..<size where isMeant(chunks[place(ofPosition: position)].id) {
            return true
        }
        return false
    }
}
