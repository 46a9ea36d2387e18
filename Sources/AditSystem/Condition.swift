import Glibc
import Synchronization

/// Something that threads wait for. Its deadlines are those of the monotonic clock.
// Mutex and condition are made to be shared, and the pointers never change.
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

    /// Wakes all who wait. What they wait for has been changed under the lock that they wait with.
    package func wakeAll() {
        guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
        pthread_mutex_lock(mutex)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Wakes one thread; the caller knows that one waits.
    func wakeOne() {
        pthread_mutex_lock(mutex)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Sleeps until it is woken, or until `deadline`, if `begin` says that there is a reason to.
    ///
    /// - Parameter begin: nothing can be woken meanwhile, so what it finds or does cannot be missed.
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

    /// Forgets who sleeps, in a forked child.
    func renew() {
        make()
        sleepers.store(0, ordering: .relaxed)
    }

    private func make() {
        // Neither can fail: the kinds are those of the system, and there is nothing that they would have to allocate.
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }
}
