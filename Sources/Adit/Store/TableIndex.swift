/// Where the elements of a ``Table`` are, by a hash of their ids: linear hashing, over pages of buckets.
///
/// An entry is a tag (32 bits of the id's hash) and a place in ``TableChunks``. The id itself is with the element alone:
/// who looks for one compares it there, which hardly ever happens in vain. From the tag follows the page, and the bucket
/// in it from which on the entry is looked for. So entries move between pages and buckets without a look at the elements.
///
/// It grows a piece at a time: whenever there are more than ``entriesPerPage`` entries a page, one page is split in two,
/// and a page that is nearly full is doubled. Neither touches more than some thousands of entries, however many there
/// are; a dictionary, which grows at once, stands still for a fifth of a second at a million.
@usableFromInline
struct TableIndex: Sendable {
    // Few enough to be copied in some microseconds where an older value is held; enough that the list of pages is short.
    @inlinable static var entriesPerPage: Int { 1024 }
    /// Places are below it.
    @inlinable static var limit: Int { Int(UInt32.max) }

    @usableFromInline var pages: ContiguousArray<TableIndexPage> = []
    /// The least 2^n - 1 that is no less than the number of the last page.
    @usableFromInline var mask: UInt32 = 0

    @inlinable init() {}

    /// The tag of an id. All bits of its hash are as good as each other, as `Set` takes them to be.
    @inlinable
    static func tag(of id: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: id._rawHashValue(seed: 0)) }

    @inlinable
    static func entry(_ tag: UInt32, _ place: Int) -> UInt64 { UInt64(tag) << 32 | UInt64(UInt32(place)) }

    /// Pages go by the low bits of the tag.
    @inlinable
    func page(of tag: UInt32) -> Int {
        let number = Int(tag & mask)
        return number < pages.count ? number : Int(tag & mask >> 1)
    }

    /// The place of the entry with a tag that is meant; nil where there is none.
    ///
    /// - Complexity: O(1), on average.
    @inlinable
    @inline(__always)
    func place(_ tag: UInt32, where isMeant: (Int) -> Bool) -> Int? {
        guard !pages.isEmpty else { return nil }
        return pages.withUnsafeBufferPointer { $0[page(of: tag)].place(tag, where: isMeant) }
    }

    /// Adds an entry. `count` is how many there are.
    ///
    /// - Complexity: O(1), amortized; never more than some pages' worth.
    @inlinable
    mutating func add(_ tag: UInt32, _ place: Int, count: Int) {
        precondition(place < Self.limit, "a table holds 2^32 elements at most")
        if count >= pages.count * Self.entriesPerPage { addPage() }
        pages[page(of: tag)].add(Self.entry(tag, place))
    }

    /// Takes an entry out.
    ///
    /// - Complexity: O(1), on average.
    @inlinable
    mutating func remove(_ tag: UInt32, _ place: Int) {
        pages[page(of: tag)].remove(Self.entry(tag, place))
    }

    /// Gives an entry another place.
    ///
    /// - Complexity: O(1), on average.
    @inlinable
    mutating func move(_ tag: UInt32, from place: Int, to other: Int) {
        pages[page(of: tag)].replace(Self.entry(tag, place), by: Self.entry(tag, other))
    }

    /// Splits the page whose turn it is.
    @usableFromInline
    mutating func addPage() {
        let number = UInt32(pages.count)
        guard number > 0 else { return pages.append(TableIndexPage()) }
        if number > mask { mask = mask << 1 | 1 }
        let split = Int(number & mask >> 1)
        pages.append(pages[split].split { $0 & mask == number })
    }
}
