import AditState
public import Synchronization

/// A queue of a core's timers, ordered by due time, then by creation. Most are removed before they are due. The core's loop; ``nextDue`` is for any thread.
///
/// - Complexity: O(log n) to add one, to remove one and to take the next.
@usableFromInline
package final class TimerQueue: @unchecked Sendable {  // Used on the core's loop only, except for the atomic.
    /// An action that is scheduled for a time.
    package final class Timer: PlacedHeapElement, @unchecked Sendable {  // Touched by the core's loop only.
        // Accesses last for one statement each.
        /// The due time, in nanoseconds of the core's clock.
        let due: Int
        /// Whether it belongs to the core's work, which a journal records.
        let isNoted: Bool
        fileprivate let number: Int
        @exclusivity(unchecked) package var place = -1
        @exclusivity(unchecked) fileprivate var action: (any CoreListener) -> Void

        fileprivate init(
            due: Int, isNoted: Bool, number: Int, action: @escaping (any CoreListener) -> Void
        ) {
            self.due = due
            self.isNoted = isNoted
            self.number = number
            self.action = action
        }

        package func isBefore(_ other: Timer) -> Bool { (due, number) < (other.due, other.number) }

        /// Runs the action, and releases it.
        func fire(_ listener: any CoreListener) {
            let action = action
            self.action = { _ in }
            action(listener)
        }
    }

    // Accesses last for one statement each.
    @exclusivity(unchecked) private var heap = PlacedHeap<Timer>()
    @exclusivity(unchecked) private var lastNumber = 0
    @usableFromInline let next = Atomic<Int>(.max)

    /// The time at which the next timer is due; `Int.max` without timers.
    package var nextDue: Int { next.load(ordering: .acquiring) }

    /// Whether there are timers. Any thread.
    @inlinable package var hasTimers: Bool { next.load(ordering: .relaxed) != .max }

    /// The number of timers that belong to the core's work.
    @exclusivity(unchecked) package private(set) var count = 0

    /// All timers, the next one first: their numbers, which increase, and their due times.
    ///
    /// - Complexity: O(n log n).
    package var pending: [(number: Int, due: Int)] {
        heap.all.sorted { $0.isBefore($1) }.map { ($0.number, $0.due) }
    }

    /// The timers that belong to the core's work, the next one first.
    ///
    /// - Complexity: O(n log n).
    var inOrder: [Timer] { heap.all.filter(\.isNoted).sorted { $0.isBefore($1) } }

    /// Adds a timer.
    ///
    /// - Parameter isNoted: whether it belongs to the core's work, which a journal records.
    @discardableResult
    package func add(due: Int, isNoted: Bool = true, action: @escaping (any CoreListener) -> Void) -> Timer {
        if isNoted {
            lastNumber += 1
            count += 1
        }
        let timer = Timer(due: due, isNoted: isNoted, number: isNoted ? lastNumber : .max, action: action)
        heap.add(timer)
        updateNext()
        return timer
    }

    /// Removes a timer, if it is in the queue.
    func remove(_ timer: Timer) {
        guard heap.remove(timer) else { return }
        if timer.isNoted { count -= 1 }
        timer.action = { _ in }
        updateNext()
    }

    /// Removes and returns the next timer if it is due by `now`.
    func removeDue(by now: Int) -> Timer? {
        guard let first = heap.first, first.due <= now else { return nil }
        let action = first.action
        remove(first)
        first.action = action
        return first
    }

    private func updateNext() { next.store(heap.first?.due ?? .max, ordering: .releasing) }
}
