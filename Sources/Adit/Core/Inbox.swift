import Synchronization

/// The queue into a core: any thread puts in, the core's loop takes out, in the order of arrival.
package final class Inbox<Item>: @unchecked Sendable {
    // `arrived`, `pushed` and `isClosed` are touched under the lock; `taken` and `next` by the core's loop only. An item
    // is handed over whole: whoever puts it in keeps nothing of it.
    private let lock = Lock()
    private let limit: Int
    private var arrived: [Item] = []
    private var pushed = 0
    private var isClosed = false

    private var taken: [Item] = []
    private var next = 0
    private let handled = Atomic<Int>(0)

    /// What putting an item in came to.
    package enum Outcome {
        /// It is the item of this number, counted from 1.
        case queued(Int)
        /// The limit of waiting items is reached.
        case full
        case closed
    }

    /// - Parameter limit: how many items may wait.
    package init(limit: Int) { self.limit = limit }

    /// Puts an item in. Any thread.
    package func push(_ item: Item) -> Outcome {
        lock.withLock {
            if isClosed { return .closed }
            if pushed - handled.load(ordering: .relaxed) >= limit { return .full }
            arrived.append(item)
            pushed += 1
            return .queued(pushed)
        }
    }

    /// The number of the item that was put in last. Any thread.
    package var last: Int { lock.withLock { pushed } }

    /// Whether items wait. Any thread.
    package var hasItems: Bool { last > handled.load(ordering: .relaxed) }

    /// Takes the next item out, unless its number is over `number`. The core's loop.
    package func take(through number: Int) -> Item? {
        guard handled.load(ordering: .relaxed) < number else { return nil }
        if next == taken.count {
            if next > 0 {
                taken.removeAll(keepingCapacity: next <= 4096)
                next = 0
            }
            // One that waits alone needs no list.
            let only = lock.withLock { () -> Item? in
                if arrived.count == 1 { return arrived.popLast() }
                swap(&taken, &arrived)
                return nil
            }
            if let only {
                handled.add(1, ordering: .relaxed)
                return only
            }
            guard !taken.isEmpty else { return nil }
        }
        let item = taken[next]
        next += 1
        handled.add(1, ordering: .relaxed)
        return item
    }

    /// Refuses further items.
    package func close() { lock.withLock { isClosed = true } }
}
