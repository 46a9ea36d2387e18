/// Where the elements of a ``Table`` are, by a hash of their ids: linear hashing, over pages of open addressing.
///
/// An entry is a tag (32 bits of the id's hash) and a place in ``TableChunks``. The id itself is with the element alone:
/// who looks for one compares it there, which hardly ever happens in vain. From the tag follows the page, and the slot in
/// it from which on the entry is looked for. So entries move between pages and slots without a look at the elements.
///
/// It grows a piece at a time: whenever there are more than ``entriesPerPage`` entries a page, one page is split in two,
/// and a page that is nearly full is doubled. Neither touches more than some thousands of entries, however many there
/// are; a dictionary, which grows at once, stands still for a fifth of a second at a million.
@usableFromInline
struct TableIndex: Sendable {
    @usableFromInline
    struct Page: Sendable {
        /// A power of two of them, or none.
        @usableFromInline var entries: ContiguousArray<UInt64> = []
        /// One less than there are slots. It is said here as well, as the array's own count is in memory that a look-up
        /// would have to wait for.
        @usableFromInline var slotMask = -1
        @usableFromInline var count = 0

        @inlinable init() {}
    }

    // Few enough to be copied in some microseconds where an older value is held; enough that the list of pages is short.
    @inlinable static var entriesPerPage: Int { 1024 }
    /// A slot that is free. No entry has its place.
    @inlinable static var free: UInt64 { .max }
    /// Places are below it.
    @inlinable static var limit: Int { Int(UInt32.max) }

    @usableFromInline var pages: ContiguousArray<Page> = []
    /// The least 2^n - 1 that is no less than the number of the last page.
    @usableFromInline var mask: UInt32 = 0

    @inlinable init() {}

    /// The tag of an id. Mixed once more, for hashes that are not spread over all bits.
    @inlinable
    static func tag(of id: some Hashable) -> UInt32 {
        let hash = UInt64(truncatingIfNeeded: id._rawHashValue(seed: 0))
        return UInt32(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    @inlinable
    static func entry(_ tag: UInt32, _ place: Int) -> UInt64 { UInt64(tag) << 32 | UInt64(UInt32(place)) }

    /// The slot in a page from which on an entry is looked for. Pages go by the low bits of the tag, slots by the high.
    @inlinable
    static func home(_ tag: UInt32, _ slotMask: Int) -> Int { Int(tag >> 16) & slotMask }

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
        let number = page(of: tag)
        let slotMask = pages[number].slotMask
        var slot = Self.home(tag, slotMask)
        while true {
            let entry = pages[number].entries.withUnsafeBufferPointer { $0[slot] }
            if UInt32(truncatingIfNeeded: entry >> 32) == tag {
                let place = Int(UInt32(truncatingIfNeeded: entry))
                if entry != Self.free, isMeant(place) { return place }
            }
            if entry == Self.free { return nil }
            slot = (slot + 1) & slotMask
        }
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
        let number = page(of: tag)
        let slot = pages[number].slot(of: Self.entry(tag, place))
        pages[number].entries[slot] = Self.entry(tag, other)
    }

    /// Splits the page whose turn it is.
    @usableFromInline
    mutating func addPage() {
        let number = UInt32(pages.count)
        guard number > 0 else { return pages.append(Page()) }
        if number > mask { mask = mask << 1 | 1 }
        let split = Int(number & mask >> 1)
        pages.append(pages[split].split { $0 & mask == number })
    }
}

extension TableIndex.Page {
    @inlinable
    mutating func add(_ entry: UInt64) {
        count += 1
        if count * 4 > entries.count * 3 { resize(to: max(8, entries.count * 2)) }
        place(entry)
    }

    @inlinable
    mutating func place(_ entry: UInt64) {
        var slot = TableIndex.home(UInt32(truncatingIfNeeded: entry >> 32), slotMask)
        while entries[slot] != TableIndex.free { slot = (slot + 1) & slotMask }
        entries[slot] = entry
    }

    /// The slot of an entry that is there.
    @inlinable
    func slot(of entry: UInt64) -> Int {
        var slot = TableIndex.home(UInt32(truncatingIfNeeded: entry >> 32), slotMask)
        while entries[slot] != entry { slot = (slot + 1) & slotMask }
        return slot
    }

    @usableFromInline
    mutating func remove(_ entry: UInt64) {
        count -= 1
        var hole = slot(of: entry)
        var slot = (hole + 1) & slotMask
        // Those that lie behind the hole and are looked for from it on, or from before it, move up.
        while entries[slot] != TableIndex.free {
            let home = TableIndex.home(UInt32(truncatingIfNeeded: entries[slot] >> 32), slotMask)
            if (slot - home) & slotMask >= (slot - hole) & slotMask {
                entries[hole] = entries[slot]
                hole = slot
            }
            slot = (slot + 1) & slotMask
        }
        entries[hole] = TableIndex.free
    }

    @usableFromInline
    mutating func resize(to slots: Int) {
        let old = entries
        entries = ContiguousArray(repeating: TableIndex.free, count: slots)
        slotMask = slots - 1
        for entry in old where entry != TableIndex.free { place(entry) }
    }

    /// Takes out the entries whose tags are meant, and returns a page of them.
    mutating func split(_ isMeant: (UInt32) -> Bool) -> Self {
        var (kept, moved) = (ContiguousArray<UInt64>(), ContiguousArray<UInt64>())
        for entry in entries where entry != TableIndex.free {
            if isMeant(UInt32(truncatingIfNeeded: entry >> 32)) { moved.append(entry) } else { kept.append(entry) }
        }
        self = Self(kept)
        return Self(moved)
    }

    private init(_ list: ContiguousArray<UInt64>) {
        var slots = 8
        while (list.count + 1) * 4 > slots * 3 { slots *= 2 }
        entries = ContiguousArray(repeating: TableIndex.free, count: slots)
        slotMask = slots - 1
        count = list.count
        for entry in list { place(entry) }
    }
}
