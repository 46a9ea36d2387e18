public import Glibc

/// A mutual exclusion between threads. Taking a free one is no system call.
///
/// pthread's mutex, which the thread sanitizer understands.
@usableFromInline
package final class Lock: @unchecked Sendable {  // The mutex is made to be shared; the pointer never changes.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    package init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inlinable
    package func lock() { pthread_mutex_lock(mutex) }
    @inlinable
    package func unlock() { pthread_mutex_unlock(mutex) }

    @inlinable
    @inline(__always)
    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Waits for `condition` with the lock let go meanwhile, until `deadline` at the latest; nil: without limit.
    ///
    /// - Returns: false where the deadline has passed.
    package func wait(for condition: Condition, until deadline: MonotonicTime?) -> Bool {
        guard let deadline else {
            pthread_cond_wait(condition.pointer, mutex)
            return true
        }
        var time = timespec(tv_sec: deadline.nanoseconds / 1_000_000_000, tv_nsec: deadline.nanoseconds % 1_000_000_000)
        return pthread_cond_timedwait(condition.pointer, mutex, &time) != ETIMEDOUT
    }
}

/// Something that threads wait for. Its deadlines are those of the monotonic clock.
package final class Condition: @unchecked Sendable {  // As with `Lock`.
    fileprivate let pointer: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        pointer = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(pointer, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(pointer)
        pointer.deallocate()
    }

    package func wakeAll() { pthread_cond_broadcast(pointer) }
}
