import Glibc
public import Synchronization

/// A detector of `fork`: a child must not use anything that it inherits, and no lock may stay locked by a thread that
/// does not exist in it.
package enum Fork {
    /// The number of forks of this process and its ancestors since it was first watched for them. No system call.
    // A separate counter: a variable that is initialized at its first use would be checked at each.
    @inlinable package static var generation: Int { forks.load(ordering: .relaxed) }

    @usableFromInline static let forks = Atomic<Int>(0)

    /// Watches for forks from now on.
    ///
    /// - Returns: the present ``generation``.
    package static func watch() -> Int {
        _ = state
        return generation
    }

    /// Holds a process-wide lock across each fork, so that the child finds it free and the guarded state consistent.
    package static func protect(_ lock: Lock) {
        state.registry.withLock { state.locks.append(lock) }
    }

    private static let state: State = {
        pthread_atfork(
            { Fork.state.hold() },
            { Fork.state.letGo() },
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

        func letGo() {
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
