/// A list that was edited, in pieces: runs of untouched items, and single items.
struct TablePieces {
    struct Piece {
        /// The item's number; nil for a run.
        var item: Int?
        /// The position in the old list; nil if inserted.
        var old: Int?
        var count: Int
    }

    private(set) var pieces: [Piece] = []

    /// An untouched list of `count` items.
    init(_ count: Int) { self.init([], before: count, behind: 0, of: count) }

    /// Single items between untouched runs of `before` and `behind` items, in a list that had `count` items.
    init(_ items: [Piece], before: Int, behind: Int, of count: Int) {
        pieces = items
        if before > 0 { pieces.insert(Piece(item: nil, old: 0, count: before), at: 0) }
        if behind > 0 { pieces.append(Piece(item: nil, old: count - behind, count: behind)) }
    }

    /// Removes the item at a position.
    ///
    /// - Returns: the item's position in the old list.
    mutating func remove(at position: Int) -> Int? {
        let index = split(at: position)
        _ = split(at: position + 1)
        return pieces.remove(at: index).old
    }

    /// Inserts an item at a position.
    mutating func put(_ item: Int, _ old: Int?, at position: Int) {
        pieces.insert(Piece(item: item, old: old, count: 1), at: split(at: position))
    }

    /// Splits a piece, if needed, so that one begins at a position, and returns its index.
    private mutating func split(at position: Int) -> Int {
        var start = 0
        for index in pieces.indices {
            if start == position { return index }
            let offset = position - start
            start += pieces[index].count
            if start > position {
                let rest = Piece(item: nil, old: pieces[index].old.map { $0 + offset }, count: start - position)
                pieces[index].count = offset
                pieces.insert(rest, at: index + 1)
                return index + 1
            }
        }
        return pieces.count
    }
}

// MARK: - From the old list to this one

extension TablePieces {
    /// Returns the fewest moves that lead from the old list to this one; nil if there are too many.
    ///
    /// - Parameter removed: the removed items, with their old positions.
    /// - Complexity: O(n log n) in the number of pieces, plus O(m²) in the number of moves.
    func moves(without removed: [(item: Int, old: Int)]) -> [TableMove]? {
        let removed = removed.sorted { $0.old < $1.old }
        /// Returns where an old position is after the removals.
        func base(_ old: Int) -> Int { old - removed.partitioningIndex { $0.old >= old } }
        var moves = removed.reversed().map { TableMove(item: $0.item, from: $0.old, to: nil) }
        let stays = staying()
        let going = stays.count { !$0 }
        if going * going > TableMove.most { return nil }
        // The rest of the list contains the items that are yet to move. Moved items are in place, each behind its
        // anchor: the piece before it that stays.
        var waiting = pieces.indices.compactMap { index in stays[index] ? nil : pieces[index].old.map(base) }
        var left: [Int] = []
        var anchors: [Int] = []
        var anchor = -1
        var position = 0
        for (index, piece) in pieces.enumerated() {
            defer { position += piece.count }
            if stays[index] {
                if let old = piece.old { anchor = base(old + piece.count - 1) }
                continue
            }
            let start = piece.old.map(base)
            if let start { waiting.removeAll { $0 == start } }
            let to = position + waiting.count { $0 < anchor }
            let from = start.map { start in start - left.count { $0 < start } + anchors.count { $0 < start } }
            if from != to { moves.append(TableMove(item: piece.item ?? -1, from: from, to: to)) }
            anchors.append(anchor)
            if let start { left.append(start) }
        }
        return moves
    }

    /// Returns which pieces stay while others move around them: all runs, and as many items as possible.
    private func staying() -> [Bool] {
        var stays = pieces.map { $0.item == nil }
        var end = 0
        var group: [Int] = []
        for index in pieces.indices {
            if pieces[index].item != nil {
                group.append(index)
            } else if let old = pieces[index].old {
                for item in longest(group, in: end..<old) { stays[item] = true }
                group = []
                end = old + pieces[index].count
            }
        }
        for item in longest(group, in: end..<Int.max) { stays[item] = true }
        return stays
    }

    /// Returns the longest part of a group whose old positions rise, within a range.
    private func longest(_ group: [Int], in range: Range<Int>) -> [Int] {
        // For each length, the subsequence that ends lowest; for each item, its predecessor (Fredman 1975).
        var ends: [(index: Int, old: Int)] = []
        var before: [Int: Int] = [:]
        for index in group {
            guard let old = pieces[index].old, range.contains(old) else { continue }
            let length = ends.partitioningIndex { $0.old >= old }
            if length > 0 { before[index] = ends[length - 1].index }
            if length < ends.count { ends[length] = (index, old) } else { ends.append((index, old)) }
        }
        var longest: [Int] = []
        var next = ends.last?.index
        while let index = next {
            longest.append(index)
            next = before[index]
        }
        return longest
    }
}

extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies a predicate, as all behind it do; the end index if none
    /// does. The name is that of the package swift-algorithms.
    ///
    /// - Complexity: O(log n) calls of the predicate.
    func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if belongsBehind(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}
