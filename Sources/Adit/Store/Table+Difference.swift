// What has changed, read off the notes; of older values, found by comparing.
extension Table {
    /// How the table differs from what it was when its original was kept, or from an older value.
    ///
    /// - Complexity: that of the changes: O(k), and O(k²) where up to two thousand elements were moved, or put in and taken
    ///   out again. Of an older value, O(n log n) and that of the changes.
    package func difference(since original: Table) -> TableDifference<ID, Element> {
        guard original.isOriginal else { return difference(sinceValue: original) }
        guard descends(from: original) else { return .all }
        let log = UndoLog(self, from: original.storage.kept, appended: original.storage.appended)
        return .some(
            // Not those that came and went.
            elements: log.elements.filter { $0.former != nil || contains(id: $0.id) }, order: log.order)
    }

    /// What the table was when its original was kept, where it was assigned as a whole since; nil where nobody knows.
    func former(_ original: Table) -> Table? {
        guard let last = original.storage.watch?.copyOfLast() else { return nil }
        var former = Table()
        former.storage = last
        guard former.descends(from: original) else { return nil }
        former.undo(to: original.storage.kept, appended: original.storage.appended)
        return former
    }

    private func difference(sinceValue old: Table) -> TableDifference<ID, Element> {
        if storage === old.storage { return .some(elements: [], order: []) }
        var elements: [(id: ID, former: Element?)] = []
        old.forEachChunk(unlessIn: self) {
            for element in $0 where !contains(id: element.id) { elements.append((element.id, element)) }
        }
        forEachChunk(unlessIn: old) { for element in $0 { elements.append((element.id, old[id: element.id])) } }
        guard let order = order(since: old) else { return .all }
        return .some(elements: elements, order: order)
    }

    /// Calls `body` for each chunk that is not also one of another table, in the same memory.
    private func forEachChunk(unlessIn other: Table, _ body: (UnsafeBufferPointer<Element>) -> Void) {
        for number in 0..<chunks.count {
            let chunk = chunks[chunk: number]
            if number >= other.chunks.count || chunk !== other.chunks[chunk: number] { body(chunk.values) }
        }
    }

    /// What leads from an older value's order to this one's; nil where that is too much.
    private func order(since old: Table) -> [TableStep<ID>]? {
        let most = Swift.min(count, old.count)
        let start = (0..<most).first { self[$0].id != old[$0].id } ?? most
        let end = (0..<most - start).first { self[count - 1 - $0].id != old[old.count - 1 - $0].id } ?? most - start
        if start + end == count, count == old.count { return [] }
        var ids = (start..<count - end).map { self[$0].id }
        let pieces = TablePieces(
            ids.indices.map { TablePieces.Piece(item: $0, old: old.position(of: ids[$0]), count: 1) }, before: start,
            behind: end, of: old.count)
        var removed: [(item: Int, old: Int)] = []
        for position in start..<old.count - end where !contains(id: old[position].id) {
            removed.append((ids.count, position))
            ids.append(old[position].id)
        }
        return pieces.moves(without: removed)?.map { $0.step(ids) }
    }
}
