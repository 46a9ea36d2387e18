/// A range of a list: a number of elements from a position on.
package struct ListWindow: Equatable, Sendable {
    package let from: Int
    /// nil for all remaining elements.
    package let limit: Int?

    package init(from: Int, limit: Int?) {
        self.from = from
        self.limit = limit
    }

    /// Returns the positions in a list of `count` elements.
    package func range(in count: Int) -> Range<Int> {
        let start = min(max(from, 0), count)
        return start..<(start + min(max(limit ?? count, 0), count - start))
    }
}
