import Adit
import AditSystem
import Synchronization

/// The queue into a core: any thread puts in, the core's loop takes out, in the order of arrival.
final class Inbox<Item>: @unchecked Sendable {
    // `arrived` and `isClosed` are touched under the lock; `taken` and `next` by the core's loop only. An item is
    // handed over whole: whoever puts it in keeps nothing of it. Accesses last for one statement each.
    private let lock = Lock()
    private let limit: Int
    private let byteLimit: Int
    @exclusivity(unchecked) private var arrived: [Item] = []
    @exclusivity(unchecked) private var isClosed = false
    @exclusivity(unchecked) private var taken: [Item] = []
    @exclusivity(unchecked) private var next = 0
    /// How many items have been put in; changed under the lock.
    private let pushed = Atomic<Int>(0)
    /// How many have been taken out.
    private let handled = Atomic<Int>(0)
    /// How many bytes those have that wait.
    private let bytes = Atomic<Int>(0)

    /// What putting an item in came to.
    enum Outcome {
        /// It is the item of this number, counted from 1.
        case queued(Int)
        /// The limit of waiting items, or of their bytes, is reached.
        case full
        case closed
    }

    /// - Parameters:
    ///   - limit: how many items may wait.
    ///   - byteLimit: how many bytes they may have; one alone may have more.
    init(limit: Int, byteLimit: Int = .max) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// Whether there is no room for one more item of so many bytes. Any thread.
    func isFull(for more: Int) -> Bool { count >= limit || exceeds(more) }

    private func exceeds(_ more: Int) -> Bool {
        let waiting = bytes.load(ordering: .relaxed)
        return waiting > 0 && more > byteLimit - waiting
    }

    /// Puts an item in. Any thread.
    ///
    /// - Parameter size: how many bytes it has, until ``release(_:)``.
    func push(_ item: consuming Item, bytes size: Int = 0) -> Outcome {
        lock.lock()
        defer { lock.unlock() }
        if isClosed { return .closed }
        let number = pushed.load(ordering: .relaxed) + 1
        if number - handled.load(ordering: .relaxed) > limit || exceeds(size) { return .full }
        bytes.add(size, ordering: .relaxed)
        arrived.append(item)
        pushed.store(number, ordering: .releasing)
        return .queued(number)
    }

    /// The number of the item that was put in last. Any thread.
    var last: Int { pushed.load(ordering: .acquiring) }

    /// How many items wait. Any thread.
    var count: Int { last - handled.load(ordering: .relaxed) }

    /// Whether items wait. Any thread.
    var hasItems: Bool { last > handled.load(ordering: .relaxed) }

    /// Takes the next item out, unless its number is over `number`. The core's loop.
    func take(through number: Int) -> Item? {
        guard handled.load(ordering: .relaxed) < number else { return nil }
        if next == taken.count {
            if next > 0 {
                taken.removeAll(keepingCapacity: next <= 4096)
                next = 0
            }
            guard let only = refill() else { return taken.isEmpty ? nil : takeNext() }
            handled.add(1, ordering: .relaxed)
            return only
        }
        return takeNext()
    }

    /// Takes what has arrived.
    ///
    /// - Returns: the item that was alone there, which needs no list.
    private func refill() -> Item? {
        lock.lock()
        defer { lock.unlock() }
        if arrived.count == 1 { return arrived.removeLast() }
        swap(&taken, &arrived)
        return nil
    }

    private func takeNext() -> Item {
        defer {
            next += 1
            handled.add(1, ordering: .relaxed)
        }
        return taken[next]
    }

    /// Some bytes do not wait any more. The core's loop.
    func release(_ size: Int) { bytes.subtract(size, ordering: .relaxed) }

    /// Refuses further items.
    func close() { lock.withLock { isClosed = true } }
}
