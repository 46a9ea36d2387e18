/// The memory of a ``TableIndexPage``: buckets of eight words, each a line of the cache.
@usableFromInline
final class TableIndexBuckets {
    /// The first word of the first bucket.
    @usableFromInline let start: UnsafeMutablePointer<UInt64>
    /// How many buckets there are.
    @usableFromInline let count: Int

    /// Makes buckets without entries.
    @usableFromInline
    init(count: Int) {
        // An array's values would be aligned to 16 bytes, and most buckets lie in two lines.
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
