/// A move of an item in a list, by the item's number. `from` is nil for an insertion, `to` for a removal.
struct TableMove {
    let item: Int
    let from: Int?
    let to: Int?

    func step<ID>(_ ids: [ID]) -> TableStep<ID> {
        switch (from, to) {
        case (let from?, let to?): .move(ids[item], from: from, to: to)
        case (let from?, nil): .remove(ids[item], from: from)
        case (nil, let to): .insert(ids[item], at: to ?? 0)
        }
    }
}

extension TableMove {
    /// The square of the maximum number of moves to minimize.
    static let most = 4_000_000

    /// Returns the fewest moves that lead to the same order as `moves`, from a list of `count` elements.
    ///
    /// - Complexity: O(k²) in the number of moves; lists of two thousand moves and more are returned unchanged.
    static func net(_ moves: [TableMove], items: Int, in count: Int) -> [TableMove] {
        if moves.count < 2 || moves.count * moves.count > most || areNet(moves, items) { return moves }
        var order = TablePieces(count)
        var old = [Int?](repeating: nil, count: items)
        var isKnown = [Bool](repeating: false, count: items)
        var isThere = isKnown
        for move in moves {
            if let from = move.from {
                let start = order.remove(at: from)
                if !isKnown[move.item] { old[move.item] = start }
            }
            isKnown[move.item] = true
            isThere[move.item] = move.to != nil
            if let to = move.to { order.put(move.item, old[move.item], at: to) }
        }
        let removed = old.indices.compactMap { item in isThere[item] ? nil : old[item].map { (item: item, old: $0) } }
        return order.moves(without: removed) ?? moves
    }

    /// Returns whether each item is inserted or removed once: then no move can be omitted.
    private static func areNet(_ moves: [TableMove], _ items: Int) -> Bool {
        var isKnown = [Bool](repeating: false, count: items)
        for move in moves {
            if isKnown[move.item] || (move.from != nil && move.to != nil) { return false }
            isKnown[move.item] = true
        }
        return true
    }
}
