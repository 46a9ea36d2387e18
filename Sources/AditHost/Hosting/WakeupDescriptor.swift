import Adit
import AditState
import Synchronization

/// A descriptor that is readable while a core has work or a due timer, and no thread drives it. Its driver waits on it.
///
/// It is a timer of the system, which expires when the core's next timer is due, or at once for work. It is created on
/// first use, and set only while the host or a driver watches it: until then a message costs no system call.
package final class WakeupDescriptor: @unchecked Sendable {  // All but `isWatched` is accessed under the lock only.
    private let lock = Lock()
    private let isWatched = Atomic<Bool>(false)
    private var timer: TimerDescriptor?
    /// What the timer is set to.
    private var state = WakeupState.silent
    private var isPolled = false
    /// The group that watches the core; nil if it is in none.
    private var observer: (any WakeupObserver)?
    /// The state that the group was last notified of.
    private var observed = WakeupState.silent
    private var hostWatches: Bool { isPolled || observer != nil }
    /// Whether a thread drives the core while the descriptor is watched; the host has nothing to do then.
    private var isDriven = false
    /// Whether that thread waits on the descriptor.
    private var isAwaited = false

    package init() {}

    deinit { timer?.close() }

    /// Returns the descriptor, for a host that polls it from now on.
    ///
    /// - Parameter isDriven: whether a thread drives the core.
    /// - Throws: ``HostError`` `memory` if the system has no descriptor left.
    package func descriptor(
        isDriven: Bool, nextDue: () -> MonotonicTime?, hasWork: () -> Bool
    ) throws(HostError) -> Int32 {
        try lock.withLock { () throws(HostError) in
            let timer = try openedTimer()
            isPolled = true
            isWatched.store(true, ordering: .sequentiallyConsistent)
            self.isDriven = isDriven
            if !isDriven { set(nextDue, hasWork) }
            return timer.number
        }
    }

    /// Tells a group of this core's work from now on.
    ///
    /// - Parameter isDriven: whether a thread drives the core.
    /// - Returns: false if the core is in a group.
    package func join(
        _ observer: any WakeupObserver, isDriven: Bool, nextDue: () -> MonotonicTime?, hasWork: () -> Bool
    ) -> Bool {
        lock.withLock {
            guard self.observer == nil else { return false }
            self.observer = observer
            observed = .silent
            isWatched.store(true, ordering: .sequentiallyConsistent)
            self.isDriven = isDriven
            if !isDriven { set(nextDue, hasWork) }
            return true
        }
    }

    /// Takes the core out of its group, if it is in one.
    package func leaveGroup() {
        let group = lock.withLock { () -> (any WakeupObserver)? in
            defer {
                observer = nil
                isWatched.store(isPolled || isAwaited, ordering: .sequentiallyConsistent)
            }
            return observer
        }
        group?.leave()
    }

    /// Signals that there is work. Any thread.
    @inline(__always)
    package func ring() {
        if isWatched.load(ordering: .sequentiallyConsistent) { ringWatched() }
    }

    private func ringWatched() {
        lock.withLock {
            if isWatched.load(ordering: .relaxed), !isDriven || isAwaited { set(.rung) }
        }
    }

    /// Silences the descriptor while a thread drives, until ``finish(nextDue:hasWork:)``.
    @inline(__always)
    package func beginDriving() {
        if isHeard { silence() }
    }

    /// Whether the descriptor is watched. Any thread.
    @inline(__always)
    package var isHeard: Bool { isWatched.load(ordering: .relaxed) }

    private func silence() {
        lock.withLock {
            isDriven = true
            set(.silent)
        }
    }

    /// Sets the descriptor by the core's pending work, as the driver stops driving.
    package func finish(nextDue: () -> MonotonicTime?, hasWork: () -> Bool) {
        guard isHeard else { return }
        lock.withLock {
            isDriven = false
            set(nextDue, hasWork)
        }
    }

    /// Sets the descriptor anew, unless a thread drives that does not wait. Any thread.
    package func update(nextDue: () -> MonotonicTime?, hasWork: () -> Bool) {
        guard isWatched.load(ordering: .sequentiallyConsistent) else { return }
        lock.withLock {
            if !isDriven || isAwaited { set(nextDue, hasWork) }
        }
    }

    /// Closes the descriptor of a core that is gone. Needed if a reference to this object is never released.
    package func shut() {
        lock.withLock {
            isWatched.store(false, ordering: .sequentiallyConsistent)
            isPolled = false
            timer?.close()
            timer = nil
        }
    }

    package enum Wakeup { case rung, timedOut, interrupted }

    /// Waits until there is work. The core's loop.
    ///
    /// - Parameters:
    ///   - deadline: the time to stop waiting at; nil for no limit.
    ///   - nextDue: the time of the next work that comes without a call of ``ring()``; nil without any.
    ///   - hasWork: checked after ``ring()`` takes effect, so that no work is missed.
    /// - Throws: ``HostError`` `memory` if the system has no descriptor left.
    package func wait(
        until deadline: MonotonicTime?, nextDue: () -> MonotonicTime?, hasWork: () -> Bool
    ) throws(HostError) -> Wakeup {
        let timer = try lock.withLock { () throws(HostError) in
            let timer = try openedTimer()
            isAwaited = true
            isWatched.store(true, ordering: .sequentiallyConsistent)
            return timer
        }
        defer {
            lock.withLock {
                isAwaited = false
                isWatched.store(hostWatches, ordering: .sequentiallyConsistent)
                set(.silent)
            }
        }
        while true {
            if hasWork() { return .rung }
            lock.withLock { set(nextDue, { false }) }
            if hasWork() { return .rung }
            let left = deadline.map(\.millisecondsLeft) ?? -1
            if left == 0 { return .timedOut }
            if !timer.wait(milliseconds: left) { return .interrupted }
        }
    }

    private func openedTimer() throws(HostError) -> TimerDescriptor {
        if let timer { return timer }
        do {
            let new = try TimerDescriptor()
            timer = new
            return new
        } catch {
            throw HostError(.memory)
        }
    }

    private func set(_ nextDue: () -> MonotonicTime?, _ hasWork: () -> Bool) {
        set(hasWork() ? .rung : nextDue().map { .rings(at: $0) } ?? .silent)
    }

    private func set(_ state: WakeupState) {
        // Whoever drives the core waits by itself.
        let told = isDriven ? .silent : state
        if let observer, told != observed {
            observed = told
            observer.wakeup(told)
        }
        guard let timer, state != self.state else { return }
        self.state = state
        switch state {
        case .silent: timer.set(nil)
        case .rung: timer.expire()
        case .rings(let time): timer.set(time)
        }
    }
}

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
