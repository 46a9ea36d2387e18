public import Synchronization

/// A queue of a core's timers, ordered by due time, then by creation: a binary heap that knows the position of each
/// timer, as most timers are removed before they are due. The core's loop; ``nextDue`` is for any thread.
///
/// - Complexity: O(log n) to add one, to remove one and to take the next.
@usableFromInline
package final class TimerQueue: @unchecked Sendable {  // Used on the core's loop only, except for the atomic.
    /// An action that is scheduled for a time.
    package final class Timer: @unchecked Sendable {  // Touched by the core's loop only.
        /// The due time, in nanoseconds of the core's clock.
        let due: Int
        fileprivate let number: Int
        fileprivate var place = -1
        fileprivate var action: (any CoreListener) -> Void

        fileprivate init(due: Int, number: Int, action: @escaping (any CoreListener) -> Void) {
            self.due = due
            self.number = number
            self.action = action
        }

        fileprivate func isBefore(_ other: Timer) -> Bool { (due, number) < (other.due, other.number) }

        /// Runs the action, and releases it.
        func fire(_ listener: any CoreListener) {
            let action = action
            self.action = { _ in }
            action(listener)
        }
    }

    private var heap: [Timer] = []
    private var lastNumber = 0
    @usableFromInline let next = Atomic<Int>(.max)

    /// The time at which the next timer is due; `Int.max` without timers.
    package var nextDue: Int { next.load(ordering: .acquiring) }

    /// Whether there are timers. Any thread.
    @inlinable package var hasTimers: Bool { next.load(ordering: .relaxed) != .max }

    /// The number of timers.
    package var count: Int { heap.count }

    /// All timers, the next one first: their numbers, which increase, and their due times.
    ///
    /// - Complexity: O(n log n).
    package var pending: [(number: Int, due: Int)] {
        heap.sorted { $0.isBefore($1) }.map { ($0.number, $0.due) }
    }

    /// Adds a timer.
    @discardableResult
    func add(due: Int, action: @escaping (any CoreListener) -> Void) -> Timer {
        lastNumber += 1
        let timer = Timer(due: due, number: lastNumber, action: action)
        timer.place = heap.count
        heap.append(timer)
        rise(timer)
        tellNext()
        return timer
    }

    /// Removes a timer, if it is in the queue.
    func remove(_ timer: Timer) {
        let place = timer.place
        guard place >= 0 else { return }
        timer.place = -1
        timer.action = { _ in }
        let last = heap.removeLast()
        if last !== timer {
            put(last, at: place)
            rise(last)
            sink(last)
        }
        if heap.isEmpty { heap = [] }
        tellNext()
    }

    /// Removes and returns the next timer if it is due by `now`.
    func takeDue(by now: Int) -> Timer? {
        guard let first = heap.first, first.due <= now else { return nil }
        let action = first.action
        remove(first)
        first.action = action
        return first
    }

    private func tellNext() { next.store(heap.first?.due ?? .max, ordering: .releasing) }

    private func put(_ timer: Timer, at place: Int) {
        heap[place] = timer
        timer.place = place
    }

    private func rise(_ timer: Timer) {
        while timer.place > 0 {
            let place = timer.place
            let parent = heap[(place - 1) / 2]
            guard timer.isBefore(parent) else { return }
            put(timer, at: parent.place)
            put(parent, at: place)
        }
    }

    private func sink(_ timer: Timer) {
        while true {
            let place = timer.place
            let left = 2 * place + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && heap[right].isBefore(heap[left]) ? heap[right] : heap[left]
            guard child.isBefore(timer) else { return }
            put(timer, at: child.place)
            put(child, at: place)
        }
    }
}
