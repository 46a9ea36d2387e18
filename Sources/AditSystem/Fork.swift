import Glibc
import Synchronization

/// A detector of `fork`: a child must not use anything that it inherits, and no lock may stay locked by a thread that
/// does not exist in it.
package enum Fork {
    /// The number of forks of this process and its ancestors since the library was loaded. No system call.
    package static var generation: Int { state.generation.load(ordering: .relaxed) }

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
                Fork.state.generation.add(1, ordering: .relaxed)
            })
        return State()
    }()

    private final class State: @unchecked Sendable {  // `locks` is accessed under `registry` only.
        let generation = Atomic<Int>(0)
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
