import Adit
import AditSystem
import CAdit
import CLinux
import Glibc
import Synchronization

/// The handle of an open core: its driver, its callback or outbox, and its closing.
///
/// One thread drives at a time. The lock guards who that is, whether the core is being closed, and the tickets of
/// calls; it is never held while the app's code or the host's callback runs.
final class CoreHandle: @unchecked Sendable {
    // `driver`, `closers`, `isEnding`, `isGone` and tickets are touched under the lock; `buffer` and the driving half
    // of `core` by the driver.
    let id: adit_core
    let forkGeneration = Fork.generation
    let core: HostedCore
    let buffer: MessageBuffer
    let host: Host
    let limits: Config.Limits
    let wakeupDescriptor = WakeupDescriptor()
    let lock = Lock()
    let changed = Condition()
    @exclusivity(unchecked) var driver: pthread_t?
    /// The number of the last call that drove.
    let lastDrive = Atomic<Int>(0)
    /// Where the driver's stack was when it called the host's callback; 0 where it is not in there. The driver's.
    @exclusivity(unchecked) var callbackFrame: UInt = 0
    /// Whether messages wait behind one whose callback did not return. The driver's.
    @exclusivity(unchecked) var hasLeftovers = false
    /// How many calls of adit_close are at work, or wait for a driver to leave.
    @exclusivity(unchecked) var closers = 0
    /// Whether one of them has the core to itself.
    @exclusivity(unchecked) var isEnding = false
    @exclusivity(unchecked) var isGone = false
    /// Whether there are ``closers``.
    let isClosing = Atomic<Bool>(false)
    private let wasWoken = Atomic<Bool>(false)
    let pulled = Atomic<Int>(0)
    /// Whether the outbox is, as of when the core was left.
    let isFull = Atomic<Bool>(false)

    /// Who hears a core.
    struct Host {
        /// nil: pull mode.
        let hear: adit_message_fn?
        let context: UnsafeMutableRawPointer?
        let release: adit_release_fn?
    }

    init(id: adit_core, core: HostedCore, buffer: MessageBuffer, host: Host, limits: Config.Limits) {
        self.id = id
        self.core = core
        self.buffer = buffer
        self.host = host
        self.limits = limits
        core.onWork { [wakeupDescriptor] in wakeupDescriptor.ring() }
    }

    /// Whether messages are received and not heard.
    var isPulled: Bool { host.hear == nil }

    /// Puts a message into the queue. Any thread.
    func send(_ text: UnsafeRawBufferPointer) throws(ABIError) {
        _ = try core.enqueue(text, ticket: nil)
        wakeupDescriptor.ring()
    }

    /// Puts a message into the queue on behalf of a client. Any thread.
    func submit(_ text: UnsafeRawBufferPointer, of client: String) throws(ABIError) {
        _ = try core.enqueue(text, ticket: nil, of: core.sender(client))
        wakeupDescriptor.ring()
    }

    /// Makes the driver return. Any thread.
    func wakeUp() {
        wasWoken.store(true, ordering: .releasing)
        wakeupDescriptor.ring()
    }

    /// The descriptor that says when there is work. Any thread.
    func descriptor() throws(ABIError) -> Int32 {
        try lock.withLock { () throws(ABIError) in
            try wakeupDescriptor.descriptor(isDriven: driver != nil, nextDue: { core.nextDue }) {
                hasWork || outbox > 0
            }
        }
    }

    /// Whether a driver that waits should stop waiting.
    var hasWork: Bool {
        core.hasWork && !core.isClosed || wasWoken.load(ordering: .acquiring) || isClosing.load(ordering: .acquiring)
    }

    /// How many messages wait to be received.
    var outbox: Int { pulled.load(ordering: .acquiring) }
}

// MARK: - Driving

extension CoreHandle {
    /// Handles what is queued, or what comes first, and delivers.
    ///
    /// - Parameter frame: where the host's call is on the stack.
    /// - Returns: how many messages came of it.
    func process(timeout: Int32, from frame: UInt) throws(ABIError) -> Int {
        let drive = try enter(from: frame)
        defer { leave(drive) }
        if hasLeftovers, let hear = host.hear { return deliver(to: hear, drive) }
        guard !core.isClosed else { throw ABIError(ADIT_ECLOSED) }
        if !wasWoken.exchange(false, ordering: .acquiringAndReleasing), timeout != 0, !core.hasWork {
            try wait(until: deadline(timeout))
        }
        let count = self.drive(through: core.lastQueued, drive, within: budget) + goOnWithTransfer(drive)
        if count == 0, isClosing.load(ordering: .acquiring) { throw ABIError(ADIT_ECORE) }
        return count
    }

    /// Drives until there is a message, and takes it; nil where the time was up or the wait was broken off.
    func receive(timeout: Int32, from frame: UInt) throws(ABIError) -> OwnedText? {
        let drive = try enter(from: frame)
        defer { leave(drive) }
        guard isPulled else { throw ABIError(ADIT_EINVAL) }
        let deadline = deadline(timeout)
        while true {
            if let text = buffer.takeFirst() { return text }
            if core.hasUpdates, sendNextUpdate() { continue }
            guard !core.isClosed else { throw ABIError(ADIT_ECLOSED) }
            guard !isClosing.load(ordering: .acquiring) else { throw ABIError(ADIT_ECORE) }
            if core.hasWork {
                // What is queued is handled once at least, if there is no time to wait.
                let bound = Bound(
                    deadline: timeout == 0 ? nil : deadline, endsWhenHeard: true, endsWhenWoken: true)
                _ = self.drive(through: core.lastQueued, drive, within: bound)
                if buffer.count == 0, goOnWithTransfer(drive) == 0, !core.hasUpdates {
                    guard !wasWoken.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
                    if let deadline, deadline <= .now { return nil }
                }
                continue
            }
            guard timeout != 0, !wasWoken.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
            guard try wait(until: deadline) else { return nil }
        }
    }

    /// Waits for work.
    ///
    /// - Returns: false where the time was up, `wakeUp` was called or a signal arrived.
    @discardableResult
    private func wait(until deadline: MonotonicTime?) throws(ABIError) -> Bool {
        let wakeup = try wakeupDescriptor.wait(until: deadline, nextDue: { core.nextDue }) { hasWork }
        return !wasWoken.exchange(false, ordering: .acquiringAndReleasing) && wakeup == .rung
    }

    /// What ends driving before all is handled. Time is looked at where a batch ends anyway, so that no batch is
    /// shorter by it.
    struct Bound {
        /// How many steps there may be: messages of the host, jobs of effects, timers.
        var steps = Int.max
        /// When to end; nil: never.
        var deadline: MonotonicTime?
        /// Whether the first batch of which something is heard is the last.
        var endsWhenHeard = false
        /// Whether ``wakeUp()`` ends it.
        var endsWhenWoken = false

        /// Whether batches that nothing fills end all the same, after as many steps as they have messages.
        var isWatched: Bool { deadline != nil || endsWhenWoken }
    }

    /// That of one `adit_process`.
    private var budget: Bound {
        Bound(
            steps: limits.processSteps ?? .max,
            deadline: limits.processMilliseconds.map { .after(milliseconds: Int32(clamping: $0)) })
    }

    /// Handles messages up to a number, and delivers what came of each batch.
    ///
    /// - Parameter drive: the number of the call that drives.
    func drive(through number: Int, _ drive: Int, within bound: Bound = Bound()) -> Int {
        var heard = 0
        var steps = 0
        let stride = bound.isWatched ? limits.batch : .max
        var stop = min(stride, bound.steps)
        core.enter()
        while !isClosing.load(ordering: .acquiring), !isOutboxFull, core.handleNext(through: number) {
            steps += 1
            guard core.isBatchFull || steps == stop || buffer.byteCount >= limits.outboxBytes else { continue }
            heard += endBatch(drive)
            if isOver(drive) || steps == bound.steps || bound.endsWhenHeard && heard > 0 { return heard }
            if bound.endsWhenWoken, wasWoken.load(ordering: .acquiring) { return heard }
            if let deadline = bound.deadline, deadline <= .now { return heard }
            stop = min(stride == .max ? .max : steps + stride, bound.steps)
            core.enter()
        }
        return heard + endBatch(drive)
    }

    /// Does a slice of an export or an import, where there is one.
    ///
    /// - Returns: how many messages came of it.
    @inline(__always)
    private func goOnWithTransfer(_ drive: Int) -> Int { core.isTransferring ? doSlice(drive) : 0 }

    private func doSlice(_ drive: Int) -> Int {
        guard !isClosing.load(ordering: .acquiring), !isOutboxFull, !isOver(drive) else { return 0 }
        core.enter()
        core.goOnWithTransfer()
        return endBatch(drive)
    }

    /// Tells one thing that a host which receives has been kept waiting for: what comes of the others meanwhile is told
    /// with it.
    private func sendNextUpdate() -> Bool {
        core.enter()
        defer { core.leave() }
        return core.sendNextUpdate()
    }

    /// Ends a batch, and leaves the core.
    ///
    /// - Returns: how many messages it delivered or, in pull mode, left to be received.
    func endBatch(_ drive: Int) -> Int {
        core.endBatch()
        // The callback's code is not the core's.
        core.leave()
        guard let hear = host.hear else {
            let before = pulled.exchange(toReceive, ordering: .acquiringAndReleasing)
            return max(0, toReceive - before)
        }
        return deliver(to: hear, drive)
    }

    /// Lets the host hear what is in the buffer. Never inlined: the frames of those who call the C interface lie above.
    ///
    /// - Returns: how many messages there were.
    @inline(never)
    func deliver(to hear: adit_message_fn, _ drive: Int) -> Int {
        let count = buffer.count
        hasLeftovers = false
        callbackFrame = adit_frame_address()
        buffer.drain { hear(host.context, id, $0, $1) }
        if !isOver(drive) { callbackFrame = 0 }
        return count
    }

    /// How many messages there are to receive; one where there is only something to tell that has no text yet.
    var toReceive: Int { core.hasUpdates ? max(1, buffer.count) : buffer.count }

    var isOutboxFull: Bool {
        isPulled && (buffer.count >= limits.outbox || buffer.byteCount >= limits.outboxBytes)
    }

    func fullOutbox() -> ABIError {
        outbox >= limits.outbox
            ? ABIError(ADIT_EFULL, "\(limits.outbox) messages wait to be received; limits.outbox allows no more")
            : ABIError(
                ADIT_EFULL, "\(limits.outboxBytes) bytes wait to be received; limits.outboxBytes allows no more")
    }
}

/// When to stop waiting; nil: never.
func deadline(_ timeout: Int32) -> MonotonicTime? { timeout < 0 ? nil : .after(milliseconds: timeout) }
