public import Synchronization

/// A lock. Acquiring a free lock is one atomic operation, and releasing it another: a message passes several locks that
/// are hardly ever contended (`benchmarks/run`).
///
/// Threads that find it taken sleep. The states are those of Ulrich Drepper's "Futexes are tricky" (mutex2), with a
/// pthread condition for the futex. It consists of atomics and pthread primitives, which the thread sanitizer
/// understands.
@usableFromInline
package final class Lock: @unchecked Sendable {  // The state is atomic.
    /// 0: free; 1: taken; 2: taken, and others may sleep.
    @usableFromInline let state = Atomic<UInt32>(0)
    private let sleepers = Condition()

    @usableFromInline
    package init() {}

    @inlinable
    @inline(__always)
    package func lock() {
        let attempt = state.compareExchange(
            expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed)
        if !attempt.exchanged { lockTaken() }
    }

    @inlinable
    @inline(__always)
    package func unlock() {
        if state.exchange(0, ordering: .releasing) == 2 { wakeOne() }
    }

    @inlinable
    @inline(__always)
    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Waits for `condition` with the lock released, until `deadline` at the latest; nil for no limit.
    ///
    /// - Returns: false if the deadline has passed.
    package func wait(for condition: Condition, until deadline: MonotonicTime?) -> Bool {
        defer { lock() }
        return condition.sleep(until: deadline) {
            unlock()
            return true
        }
    }

    @usableFromInline
    func lockTaken() {
        // From here on, each release wakes one thread, sometimes without need.
        while true {
            let hasSlept = sleepers.sleep(until: nil) { state.exchange(2, ordering: .acquiring) != 0 }
            if !hasSlept { return }
        }
    }

    @usableFromInline
    func wakeOne() { sleepers.wakeOne() }

    /// Makes it free in a forked child: the other threads of the parent do not exist in it.
    func renew() {
        sleepers.renew()
        state.store(0, ordering: .relaxed)
    }
}

/// A lock that its holder may acquire again.
package final class RecursiveLock: Sendable {
    private let lock = Lock()
    /// The thread that holds the lock; 0 if none. Only the owner itself can find its own number here.
    private let owner = Atomic<UInt>(0)

    package init() {}

    package func withLock<R>(_ body: () throws -> R) rethrows -> R {
        let thread = ThreadID.current.number
        if owner.load(ordering: .relaxed) == thread { return try body() }
        return try lock.withLock {
            owner.store(thread, ordering: .relaxed)
            defer { owner.store(0, ordering: .relaxed) }
            return try body()
        }
    }
}
