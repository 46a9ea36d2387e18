import AditState

/// When a core has work that a driver has to do.
package enum WakeupState: Equatable {
    /// It has none.
    case silent
    /// It has some now.
    case rung
    /// Its next timer is due then.
    case rings(at: MonotonicTime)
}

/// Watches a core for its group.
package protocol WakeupObserver: AnyObject, Sendable {
    /// The core's work has changed. Any thread; under the lock of the core's ``WakeupDescriptor``.
    func wakeup(_ state: WakeupState)

    /// The core leaves the group. Any thread.
    func leave()
}
