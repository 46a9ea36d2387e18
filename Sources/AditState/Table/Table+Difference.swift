// The difference from an original, from the undo log; from an older value, by comparison.
extension Table {
    /// Returns the difference from the kept original, or from an older value.
    ///
    /// - Complexity: O(k) in the number of changes; O(k²) if up to two thousand elements were moved, or inserted and
    ///   removed again. From an older value, O(n log n) plus that.
    package func difference(since original: Table) -> TableDifference<ID, Element> {
        guard original.isOriginal else { return difference(sinceValue: original) }
        guard descends(from: original) else { return .all }
        let log = UndoLog(self, from: original.storage.kept, appended: original.storage.appended)
        return .some(
            // Without elements that were added and removed since.
            elements: log.elements.filter { $0.former != nil || contains(id: $0.id) }, order: log.order)
    }

    /// Returns the table as it was when its original was kept, if it was assigned as a whole since; nil if unknown.
    package func former(_ original: Table) -> Table? {
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

    /// Calls `body` for each chunk that `other` does not share at the same number.
    private func forEachChunk(unlessIn other: Table, _ body: (UnsafeBufferPointer<Element>) -> Void) {
        for number in 0..<chunks.count {
            let chunk = chunks[chunk: number]
            if number >= other.chunks.count || chunk !== other.chunks[chunk: number] { body(chunk.values) }
        }
    }

    /// Returns the steps from an older value's order to this one's; nil if there are too many.
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

/// The difference between a ``Table`` and its former value.
package enum TableDifference<ID: Hashable, Element: Identifiable> where Element.ID == ID {
    /// The table was assigned as a whole.
    case all
    /// - Parameters:
    ///   - elements: the touched elements, each once, in the order of the first touch, with their former values; nil
    ///     if added. Some may be unchanged.
    ///   - order: the steps from the old order of the ids to the new one; empty if both are equal.
    case some(elements: [(id: ID, former: Element?)], order: [TableStep<ID>])
}

/// A step from one order of ids to another. Positions refer to the list after the steps before.
package enum TableStep<ID> {
    case insert(ID, at: Int)
    case remove(ID, from: Int)
    /// - Parameter to: the position after the move.
    case move(ID, from: Int, to: Int)
}

extension TableStep: Equatable where ID: Equatable {}
