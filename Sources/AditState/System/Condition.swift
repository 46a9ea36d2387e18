import Glibc
import Synchronization

/// A condition variable. Its deadlines are those of the monotonic clock.
// A mutex and a condition are thread-safe, and the pointers never change.
package final class Condition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// The number of waiting threads, so that a wakeup without waiters costs nothing.
    private let sleepers = Atomic<Int>(0)

    package init() { make() }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Wakes all waiting threads. The caller has changed the state that they wait for, under the lock that they wait
    /// with.
    package func wakeAll() {
        guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
        pthread_mutex_lock(mutex)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Wakes one thread; the caller ensures that one waits.
    func wakeOne() {
        pthread_mutex_lock(mutex)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Sleeps until it is woken, or until `deadline`, if `begin` returns true.
    ///
    /// - Parameter begin: called while no thread can be woken, so that a change that it checks for or makes is not
    ///   missed.
    /// - Returns: whether it was woken.
    func sleep(until deadline: MonotonicTime?, _ begin: () -> Bool) -> Bool {
        sleepers.add(1, ordering: .sequentiallyConsistent)
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            sleepers.subtract(1, ordering: .relaxed)
        }
        guard begin() else { return false }
        guard let deadline else { return pthread_cond_wait(condition, mutex) == 0 }
        var time = timespec(tv_sec: deadline.nanoseconds / 1_000_000_000, tv_nsec: deadline.nanoseconds % 1_000_000_000)
        return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
    }

    /// Resets the condition in a forked child: no thread sleeps.
    func renew() {
        make()
        sleepers.store(0, ordering: .relaxed)
    }

    private func make() {
        // Neither can fail: the attributes are the system's, and the calls allocate nothing.
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }
}
