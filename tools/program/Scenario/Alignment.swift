/// Which elements of a row belong to which of another: as many as can be paired in the order of both.
enum Alignment {
    /// The most pairs that are compared, beside the beginnings and the ends.
    private static let mostPairs = 4_000_000

    /// Finds partners. Of long rows that differ much, only the beginnings and the ends have any.
    ///
    /// - Parameter isLike: whether an element of the first row is like one of the second, by their indices.
    /// - Returns: for each of the `count` elements the index of its partner; nil if it has none.
    /// - Complexity: O(n·m) in the numbers of elements between the common beginning and end.
    static func partners(_ count: Int, _ otherCount: Int, isLike: (Int, Int) -> Bool) -> [Int?] {
        var partners = [Int?](repeating: nil, count: count)
        var first = 0
        while first < min(count, otherCount), isLike(first, first) {
            partners[first] = first
            first += 1
        }
        var end = 0
        while end < min(count, otherCount) - first, isLike(count - 1 - end, otherCount - 1 - end) {
            partners[count - 1 - end] = otherCount - 1 - end
            end += 1
        }
        let (rows, columns) = (count - first - end, otherCount - first - end)
        guard rows > 0, columns > 0, rows <= mostPairs / columns else { return partners }

        // The longest common subsequence: lengths[i * width + j] is that of what begins at i and j.
        let width = columns + 1
        var lengths = [Int32](repeating: 0, count: (rows + 1) * width)
        var likes = [Bool](repeating: false, count: (rows + 1) * width)
        for i in (0..<rows).reversed() {
            for j in (0..<columns).reversed() {
                let place = i * width + j
                likes[place] = isLike(first + i, first + j)
                lengths[place] = max(lengths[place + width], lengths[place + 1])
                if likes[place] { lengths[place] = max(lengths[place], lengths[place + width + 1] + 1) }
            }
        }
        var (i, j) = (0, 0)
        while i < rows, j < columns {
            let place = i * width + j
            if likes[place], lengths[place] == lengths[place + width + 1] + 1 {
                partners[first + i] = first + j
                i += 1
                j += 1
            } else if lengths[place + width] >= lengths[place + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return partners
    }
}
