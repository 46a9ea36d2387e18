/// An index of a ``Table``'s elements by a hash of their ids: linear hashing, over pages of buckets.
///
/// An entry is a tag (32 bits of the id's hash) and a place in ``TableChunks``. The id itself is stored only in the
/// element, where a look-up compares it; hardly any comparison fails. The tag determines the page, and the bucket in
/// it where the search begins, so entries move between pages and buckets without access to the elements.
///
/// The index grows incrementally: whenever there are more than ``entriesPerPage`` entries per page, one page is split
/// in two, and a page that is nearly full is doubled. Neither touches more than some thousands of entries, whatever
/// the total; a dictionary, which grows at once, pauses for a fifth of a second at a million.
@usableFromInline
struct TableIndex: Sendable {
    // Few enough to be copied in some microseconds while an older value is retained; enough to keep the list of pages
    // short.
    @inlinable static var entriesPerPage: Int { 1024 }
    /// The exclusive upper bound of places.
    @inlinable static var limit: Int { Int(UInt32.max) }

    @usableFromInline var pages: ContiguousArray<TableIndexPage> = []
    /// The least 2^n - 1 that is no less than the number of the last page.
    @usableFromInline var mask: UInt32 = 0

    @inlinable init() {}

    /// Returns the tag of an id. All bits of the hash are equally good, as `Set` assumes too.
    @inlinable
    static func tag(of id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id._rawHashValue(seed: 0)) }

    @inlinable
    static func entry(_ tag: UInt32, _ place: Int) -> UInt64 { UInt64(tag) << 32 | UInt64(UInt32(place)) }

    /// Returns the page of a tag, chosen by its low bits.
    @inlinable
    func page(of tag: UInt32) -> Int {
        let number = Int(tag & mask)
        return number < pages.count ? number : Int(tag & mask >> 1)
    }

    /// Returns the place of the entry with a tag for which `isMeant` returns true; nil if absent.
    ///
    /// - Complexity: O(1), on average.
    @inlinable
    @inline(__always)
    func place(_ tag: UInt32, where isMeant: (Int) -> Bool) -> Int? {
        guard !pages.isEmpty else { return nil }
        return pages.withUnsafeBufferPointer { $0[page(of: tag)].place(tag, where: isMeant) }
    }

    /// Adds an entry. `count` is the present number of entries.
    ///
    /// - Complexity: amortized O(1); the worst case is some pages' worth of entries.
    @inlinable
    mutating func add(_ tag: UInt32, _ place: Int, count: Int) {
        guard place < Self.limit else { fatalError("a table holds 2^32 elements at most") }
        if count >= pages.count * Self.entriesPerPage { addPage() }
        pages[page(of: tag)].add(Self.entry(tag, place))
    }

    /// Removes an entry.
    ///
    /// - Complexity: O(1), on average.
    @inlinable
    mutating func remove(_ tag: UInt32, _ place: Int) {
        pages[page(of: tag)].remove(Self.entry(tag, place))
    }

    /// Changes the place of an entry.
    ///
    /// - Complexity: O(1), on average.
    @inlinable
    mutating func move(_ tag: UInt32, from place: Int, to other: Int) {
        pages[page(of: tag)].replace(Self.entry(tag, place), by: Self.entry(tag, other))
    }

    /// Splits the next page.
    @usableFromInline
    mutating func addPage() {
        let number = UInt32(pages.count)
        guard number > 0 else { return pages.append(TableIndexPage()) }
        if number > mask { mask = mask << 1 | 1 }
        let split = Int(number & mask >> 1)
        pages.append(pages[split].split { $0 & mask == number })
    }
}

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
