import Synchronization

/// A signal from a storage to its core: the outcome of the present transaction may be known.
///
/// The core then asks ``StateStorage/resolve()``, on its loop. A signal too many does no harm.
public final class StorageWakeup: Sendable {
    private let signalled = Atomic<Bool>(false)
    private let ring: @Sendable () -> Void

    /// Creates a signal.
    ///
    /// - Parameter ring: called at each signal, on its thread.
    public init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

    /// Has the core ask. Any thread, also during ``StateStorage/commit(_:entries:notifying:_:)``, and after the core has
    /// closed.
    public func signal() {
        signalled.store(true, ordering: .releasing)
        ring()
    }

    /// Whether there is a signal that has not been taken. Any thread.
    package var isSignalled: Bool { signalled.load(ordering: .acquiring) }

    /// Takes the signal; returns false if there is none.
    package func consume() -> Bool { signalled.exchange(false, ordering: .acquiringAndReleasing) }
}
