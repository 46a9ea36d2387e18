import Adit
import CAdit
import CLinux
import Glibc
import Synchronization

/// The descriptor that is readable while a core has work, and by which its driver waits.
///
/// It exists once somebody asks for it, and is rung only while somebody watches: until then a message costs no system
/// call.
final class Doorbell: @unchecked Sendable {  // All but `isWatched` is touched under the lock only.
    private let lock = Lock()
    private let isWatched = Atomic<Bool>(false)
    private var file: Int32 = -1
    private var isRung = false
    private var hostWatches = false

    deinit { if file >= 0 { close(file) } }

    /// The descriptor, for a host that polls it from now on.
    ///
    /// - Throws: ``Refusal`` `ADIT_ENOMEM` where the system has no descriptor left.
    func descriptor(hasWork: () -> Bool) throws(Refusal) -> Int32 {
        try lock.withLock { () throws(Refusal) in
            try open()
            hostWatches = true
            isWatched.store(true, ordering: .sequentiallyConsistent)
            set(hasWork())
            return file
        }
    }

    /// There is work. Any thread.
    @inline(__always)
    func ring() {
        if isWatched.load(ordering: .sequentiallyConsistent) { ringWatched() }
    }

    private func ringWatched() {
        lock.withLock {
            if isWatched.load(ordering: .relaxed) { set(true) }
        }
    }

    /// Makes the descriptor say what is so. The core's loop, when it stops driving.
    func settle(hasWork: () -> Bool) {
        guard isWatched.load(ordering: .relaxed) else { return }
        lock.withLock { set(hasWork()) }
    }

    enum Wakeup { case rung, timedOut, interrupted }

    /// Waits until there is work. The core's loop.
    ///
    /// - Parameters:
    ///   - deadline: when to stop waiting; nil: never.
    ///   - hasWork: looked at once the bell would be heard, so that nothing slips by.
    /// - Throws: ``Refusal`` `ADIT_ENOMEM` where the system has no descriptor left.
    func wait(until deadline: MonotonicTime?, hasWork: () -> Bool) throws(Refusal) -> Wakeup {
        try lock.withLock { () throws(Refusal) in
            try open()
            isWatched.store(true, ordering: .sequentiallyConsistent)
        }
        defer {
            lock.withLock {
                isWatched.store(hostWatches, ordering: .sequentiallyConsistent)
                if !hostWatches { set(false) }
            }
        }
        while true {
            if hasWork() { return .rung }
            lock.withLock { set(false) }
            if hasWork() { return .rung }
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let left = deadline.map(\.millisecondsLeft) ?? -1
            if left == 0 { return .timedOut }
            if poll(&request, 1, left) < 0 { return .interrupted }
        }
    }

    private func open() throws(Refusal) {
        guard file < 0 else { return }
        file = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if file < 0 { throw Refusal(ADIT_ENOMEM) }
    }

    /// Makes the descriptor readable, or not.
    private func set(_ rung: Bool) {
        guard file >= 0, rung != isRung else { return }
        isRung = rung
        var count: UInt64 = 1
        // Cannot fail: the counter is 0 or 1, and the descriptor is ours.
        _ = rung ? write(file, &count, 8) : read(file, &count, 8)
    }
}
