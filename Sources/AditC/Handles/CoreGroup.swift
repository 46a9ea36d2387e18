import AditHost
import AditState
import CAdit

/// A group of cores with one descriptor. One call drives those that have work.
///
/// Each core tells the group when it has work, or when its next timer is due. A core in a group needs no descriptor of
/// its own. One thread drives a group at a time.
final class CoreGroup: Handle, @unchecked Sendable {  // All is accessed under the lock only.
    /// The process's open groups.
    static let table = HandleTable<CoreGroup>(of: "group")

    let id: adit_group
    let forkGeneration = Fork.watch()
    private let lock = Lock()
    /// The descriptor of the whole group. Its lock is taken before the group's, never while that is held.
    private let descriptor = WakeupDescriptor()
    private var members: [adit_core: Member] = [:]
    /// The members that have, or had, work: the first come first.
    private var queue: [Member] = []
    private var next = 0
    private var timers = PlacedHeap<Member>()
    private var driver: ThreadID?
    /// The stack frame of the driver's call.
    private var frame: UInt = 0
    /// The member that the driver drives.
    private var driven: Member?
    private var isGone = false

    init(id: adit_group) { self.id = id }

    /// Adds a core. Any thread.
    ///
    /// - Throws: ``HostError`` `ADIT_EINVAL` if the core is in a group, `ADIT_ECORE` if it or the group is gone.
    func add(_ core: CoreHandle) throws(HostError) {
        let member = Member(core, in: self)
        try core.join(member)
        let isLate = lock.withLock {
            if !isGone, !member.isGone { members[core.id] = member }
            return isGone
        }
        guard isLate else { return }
        core.wakeupDescriptor.leaveGroup()
        throw HostError(.noCore)
    }

    /// Ends the group. Its cores stay open, in no group.
    ///
    /// - Throws: ``HostError`` `ADIT_EBUSY` if a thread drives it.
    func close(from frame: UInt) throws(HostError) {
        try enter(from: frame)
        let left = lock.withLock {
            defer { members = [:] }
            isGone = true
            return members
        }
        CoreGroup.table.remove(id)
        for member in left.values { member.core.wakeupDescriptor.leaveGroup() }
        // They retain the group.
        lock.withLock { (queue, next, timers) = ([], 0, PlacedHeap()) }
        leave()
        descriptor.shut()
    }

    /// Returns the descriptor that is readable while a core of the group has work. Any thread.
    func fileDescriptor() throws(HostError) -> Int32 {
        try descriptor.descriptor(isDriven: isDriven, nextDue: { nextDue }, hasWork: { hasWork })
    }
}

// MARK: - Driving

extension CoreGroup {
    /// Drives each core that has work, or else waits for one, and delivers the output.
    ///
    /// - Parameter frame: the stack frame of the host's call.
    /// - Returns: the number of delivered messages.
    func process(timeout: Int32, from frame: UInt) throws(HostError) -> Int {
        try enter(from: frame)
        defer { leave() }
        if timeout != 0, !hasWork { try wait(until: deadline(timeout)) }
        var count = 0
        // One at a time: if a callback does not return, those behind it are still in the queue.
        var left = readyCount
        while left > 0, let member = dequeueReady() {
            left -= 1
            count += drive(member, from: frame)
        }
        return count
    }

    /// Drives a core that calls a callback.
    ///
    /// - Parameter member: is in ``driven``, which retains it: a reference of this call would never be released if the
    ///   callback does not return.
    /// - Returns: the number of delivered messages.
    private func drive(_ member: Unmanaged<Member>, from frame: UInt) -> Int {
        member._withUnsafeGuaranteedRef {
            // One that another thread drives, or that is closed, needs nothing.
            (try? $0.core.process(timeout: 0, from: frame, for: self)) ?? 0
        }
    }

    /// Drives cores until one in pull mode has output, and removes all its waiting messages, as a JSON array; nil if
    /// the timeout expired or the wait was interrupted.
    ///
    /// - Parameter mostBytes: the size limit of the array; the first message is removed in any case.
    func receive(
        timeout: Int32, mostBytes: Int, from frame: UInt
    ) throws(HostError) -> (core: adit_core, messages: OwnedText)? {
        try enter(from: frame)
        defer { leave() }
        let deadline = deadline(timeout)
        while true {
            // One at a time: those behind it stay in the queue.
            var left = readyCount
            while left > 0, let member = dequeueReady() {
                left -= 1
                guard member._withUnsafeGuaranteedRef({ $0.core.isPulled }) else {
                    _ = drive(member, from: frame)
                    continue
                }
                let core = member.takeUnretainedValue().core
                if let messages = try? core.receiveAll(timeout: 0, mostBytes: mostBytes, from: frame) {
                    return (core.id, messages)
                }
            }
            if timeout == 0 { return nil }
            if hasWork {
                if let deadline, deadline <= .now { return nil }
                continue
            }
            guard try wait(until: deadline) else { return nil }
        }
    }

    @discardableResult
    private func wait(until deadline: MonotonicTime?) throws(HostError) -> Bool {
        try descriptor.wait(until: deadline, nextDue: { nextDue }, hasWork: { hasWork }) == .rung
    }

    private var isDriven: Bool { lock.withLock { driver != nil } }

    /// Makes this thread the driver.
    ///
    /// - Throws: ``HostError`` `ADIT_EBUSY` if another thread drives, or the caller is a callback of the group's.
    private func enter(from frame: UInt) throws(HostError) {
        try lock.withLock { () throws(HostError) in
            if driver != nil { try replaceDriver(from: frame) }
            guard !isGone else { throw HostError(.noCore) }
            driver = .current
            self.frame = frame
        }
        descriptor.beginDriving()
    }

    /// Ends this thread's driving call if a callback left it by a jump. Under the lock.
    private func replaceDriver(from frame: UInt) throws(HostError) {
        // A call from inside the callback has a lower frame.
        guard driver == .current, let left = driven, frame >= self.frame,
            areOnStackOfThread(self.frame, frame)
        else { throw HostError(.busy) }
        CoreGroup.table.endUse(of: id)
        left.state = .rung
        enqueue(left)
    }

    /// Ends the driving call, as a callback of the driven core is being left by an exception, or by the end of its
    /// thread. That core's call has ended.
    func callbackLeft() {
        leave()
        CoreGroup.table.endUse(of: id)
    }

    private func leave() {
        lock.withLock { (driver, driven) = (nil, nil) }
        descriptor.finish(nextDue: { nextDue }, hasWork: { hasWork })
    }
}

// MARK: - The cores that have work

extension CoreGroup {
    /// A core in a group.
    final class Member: WakeupObserver, PlacedHeapElement, @unchecked Sendable {  // The group's, under its lock.
        let core: CoreHandle
        // Strong: a core that is being closed may leave the group after that is closed, too.
        private let group: CoreGroup
        fileprivate var state = WakeupState.silent
        fileprivate var isQueued = false
        fileprivate var isGone = false
        var place = -1
        fileprivate var due = MonotonicTime.now

        fileprivate init(_ core: CoreHandle, in group: CoreGroup) {
            self.core = core
            self.group = group
        }

        func wakeup(_ state: WakeupState) { group.receive(state, of: self) }

        func leave() { group.remove(self) }

        func isBefore(_ other: Member) -> Bool { due < other.due }
    }

    private func receive(_ state: WakeupState, of member: Member) {
        let isNews = lock.withLock {
            member.state = state
            timers.remove(member)
            switch state {
            // Another call has done its work.
            case .silent: return member.isQueued
            case .rung:
                enqueue(member)
                return true
            case .rings(let due):
                member.due = due
                timers.add(member)
                return timers.first === member
            }
        }
        if isNews { descriptor.update(nextDue: { nextDue }, hasWork: { hasWork }) }
    }

    private func remove(_ member: Member) {
        lock.withLock {
            (member.state, member.isGone) = (.silent, true)
            timers.remove(member)
            members[member.core.id] = nil
        }
    }

    /// Under the lock.
    private func enqueue(_ member: Member) {
        guard !member.isQueued else { return }
        member.isQueued = true
        queue.append(member)
    }

    private var hasWork: Bool {
        lock.withLock {
            while next < queue.count, queue[next].state != .rung { drop() }
            return next < queue.count || timers.first.map { $0.due <= .now } ?? false
        }
    }

    private var nextDue: MonotonicTime? { lock.withLock { timers.first?.due } }

    /// Removes the first of the queue. Under the lock.
    private func drop() {
        queue[next].isQueued = false
        next += 1
        if next == queue.count {
            queue.removeAll(keepingCapacity: true)
            next = 0
        }
    }

    /// Queues the members whose timers are due. Under the lock.
    private func queueDue() {
        let now = MonotonicTime.now
        while let first = timers.first, first.due <= now {
            timers.remove(first)
            first.state = .rung
            enqueue(first)
        }
    }

    /// The number of members that may have work.
    private var readyCount: Int {
        lock.withLock {
            queueDue()
            return queue.count - next
        }
    }

    /// Takes the first member with work out of the queue, to drive it; nil if no member has work.
    private func dequeueReady() -> Unmanaged<Member>? {
        lock.withLock {
            driven = nil
            while next < queue.count {
                let member = queue[next]
                drop()
                guard member.state == .rung else { continue }
                driven = member
                return .passUnretained(member)
            }
            return nil
        }
    }
}
