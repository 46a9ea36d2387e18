public import CLinux

/// A thread that runs. When it has ended, a later thread may have its identity.
@usableFromInline
package struct ThreadID: Equatable, Sendable {
    /// Never 0.
    @usableFromInline package let number: UInt

    @inlinable
    init(number: UInt) { self.number = number }

    /// The calling thread.
    @inlinable
    @inline(__always)
    package static var current: ThreadID { ThreadID(number: UInt(pthread_self())) }
}

/// A thread-local pointer, nil until it is set. Reading it takes no system call and no lock: every read of a dependency
/// begins with it.
@usableFromInline
package enum ThreadLocal {
    /// The current thread's pointer.
    @inlinable package static var pointer: UnsafeMutableRawPointer? { place.pointee }

    /// The address of the current thread's pointer, valid as long as the thread lives. Finding it is most of the cost.
    @inlinable package static var place: UnsafeMutablePointer<UnsafeMutableRawPointer?> { adit_thread_pointer() }

    /// The number of the current thread: never 0, and never that of another thread, not even of a later one.
    @inlinable package static var number: UInt64 { adit_thread_number() }
}

/// The global executor of Swift's concurrency.
package enum GlobalExecutor {
    /// Has `listener` called on each thread that enqueues a job. To be called once.
    package static func watch(_ listener: @escaping @convention(c) () -> Void) { adit_watch_enqueued(listener) }
}
