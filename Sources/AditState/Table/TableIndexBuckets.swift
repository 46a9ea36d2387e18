/// The memory of a ``TableIndexPage``: buckets of eight words, each one cache line.
@usableFromInline
final class TableIndexBuckets {
    /// The first word of the first bucket.
    @usableFromInline let start: UnsafeMutablePointer<UInt64>
    /// The number of buckets.
    @usableFromInline let count: Int

    /// Allocates empty buckets.
    @usableFromInline
    init(count: Int) {
        // An array aligns its values to 16 bytes only, so that most buckets would span two cache lines.
        start = UnsafeMutableRawPointer.allocate(byteCount: count * 64, alignment: 64)
            .initializeMemory(as: UInt64.self, repeating: 0, count: count * 8)
        self.count = count
    }

    func copy() -> TableIndexBuckets {
        let copy = TableIndexBuckets(count: count)
        copy.start.update(from: start, count: count * 8)
        return copy
    }

    deinit { start.deallocate() }
}
