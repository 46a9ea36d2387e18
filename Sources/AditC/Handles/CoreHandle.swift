import Adit
import CAdit
import Glibc
import Synchronization

/// An open core, as the functions of the C interface see it: who drives it, who hears it, and how it ends.
///
/// One thread drives at a time. The lock guards who that is, whether the core is being closed, and the tickets of calls;
/// it is never held while the app's code or the host's callback runs.
final class CoreHandle: @unchecked Sendable {
    // `driver`, `isEnding` and tickets are touched under the lock; `buffer` and the driving half of `core` by the driver.
    let id: adit_core
    let forkGeneration = Fork.generation
    let core: AppCore
    let buffer: MessageBuffer
    let host: Host
    let outboxLimit: Int
    let doorbell = Doorbell()
    let lock = Lock()
    let changed = Condition()
    @exclusivity(unchecked) var driver: pthread_t?
    @exclusivity(unchecked) var isEnding = false
    let isClosing = Atomic<Bool>(false)
    private let wasWoken = Atomic<Bool>(false)
    private let pulled = Atomic<Int>(0)

    /// Who hears a core.
    struct Host {
        /// nil: pull mode.
        let hear: adit_message_fn?
        let context: UnsafeMutableRawPointer?
        let release: adit_release_fn?
    }

    init(id: adit_core, core: AppCore, buffer: MessageBuffer, host: Host, outboxLimit: Int) {
        self.id = id
        self.core = core
        self.buffer = buffer
        self.host = host
        self.outboxLimit = outboxLimit
        core.onWork { [doorbell] in doorbell.ring() }
    }

    /// Whether messages are received and not heard.
    var isPulled: Bool { host.hear == nil }

    /// Puts a message into the queue. Any thread.
    func send(_ text: UnsafeRawBufferPointer) throws(Refusal) {
        _ = try core.enqueue(text, ticket: nil)
        doorbell.ring()
    }

    /// Makes the driver return. Any thread.
    func wakeUp() {
        wasWoken.store(true, ordering: .releasing)
        doorbell.ring()
    }

    /// The descriptor that says when there is work. Any thread.
    func descriptor() throws(Refusal) -> Int32 {
        try doorbell.descriptor(nextDue: { core.nextDue }) { hasWork || outbox > 0 }
    }

    /// Whether a driver that waits should stop waiting.
    private var hasWork: Bool {
        core.hasWork || wasWoken.load(ordering: .acquiring) || isClosing.load(ordering: .acquiring)
    }

    /// How many messages wait to be received.
    var outbox: Int { pulled.load(ordering: .acquiring) }
}

// MARK: - Driving

extension CoreHandle {
    /// Handles what is queued, or what comes first, and delivers.
    ///
    /// - Returns: how many messages came of it.
    func process(timeout: Int32) throws(Refusal) -> Int {
        try enter()
        defer { leave() }
        guard !core.isClosed else { throw Refusal(ADIT_ECLOSED) }
        if !wasWoken.exchange(false, ordering: .acquiringAndReleasing), timeout != 0, !core.hasWork {
            try wait(until: deadline(timeout))
        }
        let count = drive(through: core.lastQueued) + goOnWithTransfer()
        if count == 0, isClosing.load(ordering: .acquiring) { throw Refusal(ADIT_ECORE) }
        return count
    }

    /// Drives until there is a message, and takes it; nil where the time was up or the wait was broken off.
    func receive(timeout: Int32) throws(Refusal) -> OwnedText? {
        try enter()
        defer { leave() }
        guard isPulled else { throw Refusal(ADIT_EINVAL) }
        let deadline = deadline(timeout)
        while true {
            if let text = buffer.takeFirst() { return text }
            if core.hasNews, tellNextNews() { continue }
            guard !core.isClosed else { throw Refusal(ADIT_ECLOSED) }
            guard !isClosing.load(ordering: .acquiring) else { throw Refusal(ADIT_ECORE) }
            if core.hasWork {
                _ = drive(through: core.lastQueued, untilHeard: true)
                if buffer.count == 0, goOnWithTransfer() == 0, core.isTransferring {
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
    private func wait(until deadline: MonotonicTime?) throws(Refusal) -> Bool {
        let wakeup = try doorbell.wait(until: deadline, nextDue: { core.nextDue }) { hasWork }
        return !wasWoken.exchange(false, ordering: .acquiringAndReleasing) && wakeup == .rung
    }

    /// Handles messages up to a number, and delivers what came of each batch.
    func drive(through number: Int, untilHeard: Bool = false) -> Int {
        var heard = 0
        core.enter()
        while !isClosing.load(ordering: .acquiring), !isOutboxFull, core.handleNext(through: number) {
            guard core.isBatchFull else { continue }
            heard += endBatch()
            if untilHeard, heard > 0 { return heard }
            core.enter()
        }
        return heard + endBatch()
    }

    /// Does a slice of an export or an import, where there is one.
    ///
    /// - Returns: how many messages came of it.
    private func goOnWithTransfer() -> Int {
        guard core.isTransferring, !isClosing.load(ordering: .acquiring), !isOutboxFull else { return 0 }
        core.enter()
        core.goOnWithTransfer()
        return endBatch()
    }

    /// Tells one thing that a host which receives has been kept waiting for: what comes of the others meanwhile is told
    /// with it.
    private func tellNextNews() -> Bool {
        core.enter()
        defer { core.leave() }
        return core.tellNextNews()
    }

    /// Ends a batch, and leaves the core.
    ///
    /// - Returns: how many messages it delivered or, in pull mode, left to be received.
    func endBatch() -> Int {
        core.endBatch()
        // The callback's code is not the core's.
        core.leave()
        guard let hear = host.hear else {
            let before = pulled.exchange(toReceive, ordering: .acquiringAndReleasing)
            return max(0, toReceive - before)
        }
        let count = buffer.count
        buffer.drain { hear(host.context, id, $0, $1) }
        return count
    }

    /// How many messages there are to receive; one where there is only something to tell that has no text yet.
    private var toReceive: Int { core.hasNews ? max(1, buffer.count) : buffer.count }

    private var isOutboxFull: Bool { isPulled && buffer.count >= outboxLimit }

    func fullOutbox() -> Refusal {
        Refusal(ADIT_EFULL, "\(outboxLimit) messages wait to be received; limits.outbox allows no more")
    }

    /// Makes this thread the driver.
    private func enter() throws(Refusal) {
        try lock.withLock { () throws(Refusal) in
            // Until a close has the core to itself, it may still run out of time.
            guard !isEnding || isDrivenHere else { throw Refusal(ADIT_ECORE) }
            guard driver == nil else { throw Refusal(ADIT_EBUSY) }
            guard !isClosing.load(ordering: .relaxed) else { throw Refusal(ADIT_ECORE) }
            driver = pthread_self()
        }
    }

    func leave() {
        if isPulled { pulled.store(toReceive, ordering: .releasing) }
        doorbell.settle(nextDue: { isOutboxFull ? nil : core.nextDue }) { hasWork && !isOutboxFull || outbox > 0 }
        lock.withLock {
            driver = nil
            changed.wakeAll()
        }
    }

    var isDrivenHere: Bool { driver.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
}

/// When to stop waiting; nil: never.
func deadline(_ timeout: Int32) -> MonotonicTime? { timeout < 0 ? nil : .after(milliseconds: timeout) }
