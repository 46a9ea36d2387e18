import Glibc
import Synchronization

/// Notices `fork`: nothing a child inherits may be used, and no lock may be held for ever by a thread it does not have.
package enum Fork {
    /// How often this process and its ancestors have been forked since the library was loaded. No system call.
    package static var generation: Int { state.generation.load(ordering: .relaxed) }

    /// Holds a process-wide lock across a fork, so that the child finds it free and what it guards whole.
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

    private final class State: @unchecked Sendable {  // `locks` is touched under `registry` only.
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

        /// Lets go in the child, where threads that waited for the locks are gone.
        func renew() {
            for lock in locks { lock.renew() }
            registry.renew()
        }
    }
}
