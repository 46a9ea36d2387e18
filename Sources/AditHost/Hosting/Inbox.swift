import Adit
import AditState
import Synchronization

/// An item of an ``Inbox``.
protocol InboxItem {
    /// Its size in bytes, which counts until it is dequeued.
    var bytes: Int { get }
    /// Whether it need not wait for the items before it.
    var isUrgent: Bool { get }
}

/// A first-in, first-out queue into a core: any thread enqueues, the core's loop dequeues.
final class Inbox<Item: InboxItem>: @unchecked Sendable {
    // `arrived` and `passed` are accessed under the lock, and `closed` changed; `taken` and `next` by the core's loop
    // only. An item is handed over whole: the thread that enqueues it keeps no reference to it. Accesses last for one
    // statement each.
    private let lock = Lock()
    private let limit: Int
    private let byteLimit: Int
    @exclusivity(unchecked) private var arrived: [Item] = []
    /// Those that have arrived up to this number are not urgent; later ones have not been asked.
    @exclusivity(unchecked) private var passed = 0
    private let closed = Atomic<Bool>(false)
    @exclusivity(unchecked) private var taken: [Item] = []
    @exclusivity(unchecked) private var next = 0
    // Each number has one writer at a time: those of the enqueued items are changed under the lock, the others by the
    // core's loop. So a change is a load and a store, where an atomic addition would cost as much as a lock.
    /// The number of items ever enqueued.
    private let pushed = Atomic<Int>(0)
    /// The size of the items ever enqueued in bytes.
    private let pushedBytes = Atomic<Int>(0)
    /// The number of items ever dequeued.
    private let handled = Atomic<Int>(0)
    /// Their size in bytes.
    private let handledBytes = Atomic<Int>(0)

    /// The result of enqueuing an item.
    enum Outcome {
        /// The item has this number, counted from 1.
        case queued(Int)
        /// The limit of queued items, or of their bytes, is reached.
        case full
        case closed
    }

    /// - Parameters:
    ///   - limit: the maximum number of queued items.
    ///   - byteLimit: their maximum size in bytes; a single item may be larger.
    init(limit: Int, byteLimit: Int = .max) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// Returns whether an item of the given size in bytes would exceed a limit. Any thread.
    func isFull(for more: Int) -> Bool {
        if count >= limit { return true }
        let waiting = pushedBytes.load(ordering: .relaxed) &- handledBytes.load(ordering: .relaxed)
        return waiting > 0 && more > byteLimit - waiting
    }

    /// Enqueues an item. Any thread.
    func push(_ item: consuming Item) -> Outcome {
        lock.lock()
        defer { lock.unlock() }
        if closed.load(ordering: .relaxed) { return .closed }
        let size = item.bytes
        if isFull(for: size) { return .full }
        Self.add(size, to: pushedBytes)
        arrived.append(item)
        let number = pushed.load(ordering: .relaxed) + 1
        pushed.store(number, ordering: .releasing)
        return .queued(number)
    }

    /// Whether ``close()`` has run. Any thread.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// The number of the last enqueued item. Any thread.
    var last: Int { pushed.load(ordering: .acquiring) }

    /// The number of queued items. Any thread.
    var count: Int { last - handled.load(ordering: .relaxed) }

    /// Whether items are queued. Any thread.
    var hasItems: Bool { last > handled.load(ordering: .relaxed) }

    /// Dequeues the next item, unless its number is over `number`. The core's loop.
    func dequeue(through number: Int) -> Item? {
        guard handled.load(ordering: .relaxed) < number else { return nil }
        if next == taken.count {
            if next > 0 {
                taken.removeAll(keepingCapacity: next <= 4096)
                next = 0
            }
            lock.lock()
            swap(&taken, &arrived)
            lock.unlock()
            if taken.isEmpty { return nil }
        }
        let item: Item
        if next == taken.count - 1 {
            // Moved out, and not copied: often it is the only one.
            item = taken.removeLast()
        } else {
            item = taken[next]
            next += 1
        }
        Self.add(1, to: handled)
        Self.add(item.bytes, to: handledBytes)
        return item
    }

    /// Puts the items that were taken, and are not dequeued, back before those that have arrived. The core's loop.
    func putBack() {
        let rest = taken[next...]
        lock.withLock {
            arrived.insert(contentsOf: rest, at: 0)
            passed = 0
        }
        taken.removeAll()
        next = 0
    }

    /// Puts the item that was dequeued last back to the front. The core's loop.
    func putBack(_ item: Item) {
        if next > 0 {
            next -= 1
            taken[next] = item
        } else {
            taken.insert(item, at: 0)
        }
        Self.add(-1, to: handled)
        Self.add(-item.bytes, to: handledBytes)
    }

    /// Whether an urgent item is queued; after ``putBack()``. Any thread.
    ///
    /// - Complexity: O(1) for each item, amortized.
    var hasUrgent: Bool { lock.withLock { urgentIndex() != nil } }

    /// Dequeues the first urgent item, before others; after ``putBack()``. The core's loop.
    ///
    /// - Returns: nil if not found.
    /// - Complexity: O(n) in the number of queued items if there is one; otherwise O(1) for each item, amortized.
    func dequeueUrgent() -> Item? {
        lock.withLock {
            guard let index = urgentIndex() else { return nil }
            // The others keep their order, and a later one has its number.
            let item = arrived.remove(at: index)
            pushed.subtract(1, ordering: .releasing)
            Self.add(-item.bytes, to: pushedBytes)
            return item
        }
    }

    /// Returns the index of the first urgent item that has arrived. The lock is held.
    private func urgentIndex() -> Int? {
        let before = pushed.load(ordering: .relaxed) - arrived.count
        let index = arrived[max(0, passed - before)...].firstIndex(where: \.isUrgent)
        passed = before + (index ?? arrived.count)
        return index
    }

    /// Adds to a number that no other thread changes meanwhile.
    @inline(__always)
    private static func add(_ difference: Int, to number: borrowing Atomic<Int>) {
        number.store(number.load(ordering: .relaxed) &+ difference, ordering: .relaxed)
    }

    /// Refuses further items.
    func close() { lock.withLock { closed.store(true, ordering: .releasing) } }
}
