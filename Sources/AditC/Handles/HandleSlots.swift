import AditJSON
import Synchronization

/// The slots of a table, in memory that never moves, so that a slot is found without a lock. The memory is never freed, as
/// a table lives as long as the process. Any thread.
struct HandleSlots<Entry: AnyObject>: ~Copyable {
    /// A place for an entry. It fills a cache line, so that threads that use different entries do not share one.
    struct Slot: ~Copyable {
        /// From the top: the key of the entry (33 bits), whether it is gone (1), the number of its users (30). In a
        /// free slot, the key of the next entry, which is gone. 0 in a slot that was never used.
        let word: Atomic<UInt64>
        /// Written while the word says that the entry is gone, under the table's lock; read by users of the entry.
        let entry: Atomic<Unmanaged<Entry>?>
        /// The number of unused keys of the slot. Under the table's lock.
        let left: Atomic<UInt64>
        private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64)
    }

    /// Block n has 64 · 2ⁿ slots.
    private let blocks: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>

    init() {
        blocks = .allocate(capacity: Self.numberOfBlocks)
        for number in 0..<Self.numberOfBlocks { (blocks + number).initialize(to: Atomic(nil)) }
    }

    /// Returns a slot; nil if its block does not exist.
    ///
    /// - Parameter index: its number, below 2^20.
    @inline(__always)
    borrowing func slot(_ index: Int) -> UnsafeMutablePointer<Slot>? {
        let order = order(index)
        guard let block = blocks[order - 6].load(ordering: .acquiring) else { return nil }
        return block.assumingMemoryBound(to: Slot.self) + (index + 64 - 1 << order)
    }

    /// Returns a slot, and allocates its block if needed. Under the table's lock.
    ///
    /// - Returns: nil if there is no memory.
    borrowing func makeSlot(_ index: Int) -> UnsafeMutablePointer<Slot>? {
        if let slot = slot(index) { return slot }
        let order = order(index)
        // Zeroes are slots that were never used; the system provides memory only for the pages in use.
        let size = MemoryLayout<Slot>.stride
        guard let memory = Memory.allocateZeroes(((1 << order) + 1) * size) else { return nil }
        let start = (Int(bitPattern: memory) + size - 1) / size * size
        blocks[order - 6].store(UnsafeMutableRawPointer(bitPattern: start), ordering: .releasing)
        return slot(index)
    }

    /// The logarithm of the number of slots in the block of a slot.
    @inline(__always)
    private borrowing func order(_ index: Int) -> Int { Int.bitWidth - 1 - (index + 64).leadingZeroBitCount }

    private static var numberOfBlocks: Int { 15 }
}
