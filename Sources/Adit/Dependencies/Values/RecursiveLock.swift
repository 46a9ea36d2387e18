import AditState
import Glibc
import Synchronization

/// A lock that its holder may acquire again.
final class RecursiveLock: Sendable {
    private let lock = Lock()
    /// The thread that holds the lock; 0 if none. Only the owner itself can find its own number here.
    private let owner = Atomic<UInt>(0)

    func withLock<R>(_ body: () throws -> R) rethrows -> R {
        let thread = UInt(pthread_self())
        if owner.load(ordering: .relaxed) == thread { return try body() }
        return try lock.withLock {
            owner.store(thread, ordering: .relaxed)
            defer { owner.store(0, ordering: .relaxed) }
            return try body()
        }
    }
}
