import Adit
import AditState
import Synchronization

/// A first-in, first-out queue into a core: any thread enqueues, the core's loop dequeues.
final class Inbox<Item>: @unchecked Sendable {
    // `arrived` is accessed under the lock, and `closed` changed; `taken` and `next` by the core's loop only. An item is
    // handed over whole: the thread that enqueues it keeps no reference to it. Accesses last for one statement each.
    private let lock = Lock()
    private let limit: Int
    private let byteLimit: Int
    @exclusivity(unchecked) private var arrived: [Item] = []
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
    /// The size of the items ever released in bytes.
    private let releasedBytes = Atomic<Int>(0)

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
    func isFull(for more: Int) -> Bool { count >= limit || exceeds(more) }

    private func exceeds(_ more: Int) -> Bool {
        let waiting = pushedBytes.load(ordering: .relaxed) &- releasedBytes.load(ordering: .relaxed)
        return waiting > 0 && more > byteLimit - waiting
    }

    /// Enqueues an item. Any thread.
    ///
    /// - Parameter size: its size in bytes, which counts until ``release(_:)``.
    func push(_ item: consuming Item, bytes size: Int = 0) -> Outcome {
        lock.lock()
        defer { lock.unlock() }
        if isClosed { return .closed }
        let number = pushed.load(ordering: .relaxed) + 1
        if number - handled.load(ordering: .relaxed) > limit || exceeds(size) { return .full }
        Self.add(size, to: pushedBytes)
        arrived.append(item)
        pushed.store(number, ordering: .releasing)
        return .queued(number)
    }

    /// Whether ``close()`` has run. Any thread.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// The number of the last enqueued item. Any thread.
    var last: Int { pushed.load(ordering: .acquiring) }

    /// The number of queued items. Any thread.
    var count: Int { last - handled.load(ordering: .relaxed) }

    /// Returns whether an item is queued whose number is not over `number`. The core's loop.
    func hasItems(through number: Int) -> Bool { handled.load(ordering: .relaxed) < number }

    /// Whether items are queued. Any thread.
    var hasItems: Bool { last > handled.load(ordering: .relaxed) }

    /// Dequeues the next item, unless its number is over `number`. The core's loop.
    func dequeue(through number: Int) -> Item? {
        guard hasItems(through: number) else { return nil }
        if next == taken.count {
            if next > 0 {
                taken.removeAll(keepingCapacity: next <= 4096)
                next = 0
            }
            guard let only = refill() else { return taken.isEmpty ? nil : dequeueNext() }
            Self.add(1, to: handled)
            return only
        }
        return dequeueNext()
    }

    /// Takes the items that have arrived.
    ///
    /// - Returns: the item if there was only one, which needs no list; nil otherwise.
    private func refill() -> Item? {
        lock.lock()
        defer { lock.unlock() }
        if arrived.count == 1 { return arrived.removeLast() }
        swap(&taken, &arrived)
        return nil
    }

    /// Puts the items that were taken, and are not dequeued, back before those that have arrived. The core's loop.
    func putBack() {
        let rest = taken[next...]
        lock.withLock { arrived.insert(contentsOf: rest, at: 0) }
        taken.removeAll()
        next = 0
    }

    /// Puts the item that was dequeued last back to the front. The core's loop.
    ///
    /// - Parameter size: its size in bytes, which was released.
    func putBack(_ item: Item, bytes size: Int) {
        if next > 0 {
            next -= 1
            taken[next] = item
        } else {
            taken.insert(item, at: 0)
        }
        release(-size)
        Self.add(-1, to: handled)
    }

    /// Whether an item is queued that satisfies a predicate; after ``putBack()``. Any thread.
    ///
    /// - Complexity: O(n) in the number of queued items.
    func contains(where predicate: (Item) -> Bool) -> Bool { lock.withLock { arrived.contains(where: predicate) } }

    /// Dequeues the first item that satisfies a predicate, before others; after ``putBack()``. The core's loop.
    ///
    /// - Complexity: O(n) in the number of queued items.
    func dequeueFirst(where predicate: (Item) -> Bool) -> Item? {
        lock.withLock {
            guard let index = arrived.firstIndex(where: predicate) else { return nil }
            // The others keep their order, and a later one has its number.
            pushed.subtract(1, ordering: .releasing)
            return arrived.remove(at: index)
        }
    }

    private func dequeueNext() -> Item {
        defer {
            next += 1
            Self.add(1, to: handled)
        }
        return taken[next]
    }

    /// Subtracts a dequeued item's size from the queued bytes. The core's loop.
    func release(_ size: Int) { Self.add(size, to: releasedBytes) }

    /// Adds to a number that no other thread changes meanwhile.
    @inline(__always)
    private static func add(_ difference: Int, to number: borrowing Atomic<Int>) {
        number.store(number.load(ordering: .relaxed) &+ difference, ordering: .relaxed)
    }

    /// Refuses further items.
    func close() { lock.withLock { closed.store(true, ordering: .releasing) } }
}
