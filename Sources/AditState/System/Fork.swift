import Glibc
public import Synchronization

/// A detector of `fork`: a child must not use anything that it inherits, and no lock may stay locked by a thread that
/// does not exist in it.
@usableFromInline
package enum Fork {
    /// A process among its ancestors and children. Only ``watch()`` makes one: generations are compared only while forks
    /// are counted.
    @usableFromInline
    package struct Generation: Sendable {
        /// The number of forks of the process and its ancestors since they were first watched for.
        @usableFromInline let number: Int

        /// Whether this process made it, not one that it was forked from. No system call.
        @inlinable package var isCurrent: Bool { forks.load(ordering: .relaxed) == number }
    }

    // A separate counter: a variable that is initialized at its first use would be checked at each.
    @usableFromInline static let forks = Atomic<Int>(0)

    /// Watches for forks from now on.
    ///
    /// - Returns: the generation of this process.
    package static func watch() -> Generation {
        _ = state
        return Generation(number: forks.load(ordering: .relaxed))
    }

    /// Holds a process-wide lock across each fork, so that the child finds it free and the guarded state consistent.
    package static func protect(_ lock: Lock) {
        state.registry.withLock { state.locks.append(lock) }
    }

    /// Has `body` called in each child, after the locks have been released there (``protect(_:)``).
    package static func whenForked(_ body: @escaping @convention(c) () -> Void) {
        _ = state
        pthread_atfork(nil, nil, body)
    }

    private static let state: State = {
        pthread_atfork(
            { Fork.state.hold() },
            { Fork.state.release() },
            {
                Fork.state.renew()
                forks.add(1, ordering: .relaxed)
            })
        return State()
    }()

    private final class State: @unchecked Sendable {  // `locks` is accessed under `registry` only.
        let registry = Lock()
        var locks: [Lock] = []

        func hold() {
            registry.lock()
            for lock in locks { lock.lock() }
        }

        func release() {
            for lock in locks.reversed() { lock.unlock() }
            registry.unlock()
        }

        /// Resets the locks in the child, in which threads that waited for them do not exist.
        func renew() {
            for lock in locks { lock.renew() }
            registry.renew()
        }
    }
}
