import Adit
import AditHost
import AditJSON
import AditState
import CAdit
import CCallbacks
import Synchronization

// Driving: a call handles queued work, or waits for work, and delivers the output.
extension CoreHandle {
    /// Handles the queued messages, or else waits for work, and delivers the output.
    ///
    /// - Parameters:
    ///   - frame: the stack frame of the host's call.
    ///   - group: the group that the call drives; nil for a call of this core alone.
    /// - Returns: the number of delivered messages.
    func process(timeout: Int32, from frame: UInt, for group: CoreGroup? = nil) throws(HostError) -> Int {
        let drive = try beginDriving(from: frame, for: group)
        defer { endDriving(drive) }
        if hasLeftovers.load(ordering: .relaxed), let hear = host.hear { return deliver(to: hear, drive) }
        guard !core.isClosed else { throw HostError(.closed) }
        if !consumeWakeup(), timeout != 0, !core.hasWork {
            try wait(until: deadline(timeout))
        }
        let count = self.drive(through: core.lastQueued, drive, within: budget) + resumeTransfer(drive)
        if count == 0, isClosing.load(ordering: .acquiring) { throw HostError(.noCore) }
        return count
    }

    /// Drives until there is a message, and removes it; nil if the timeout expired or the wait was interrupted.
    func receive(timeout: Int32, from frame: UInt) throws(HostError) -> OwnedText? {
        try receive(timeout: timeout, from: frame) { buffer.removeFirst() }
    }

    /// Drives until there is a message, and removes all that wait, as a JSON array; nil as of one.
    ///
    /// - Parameter mostBytes: the size limit of the array; the first message is removed in any case.
    func receiveAll(timeout: Int32, mostBytes: Int, from frame: UInt) throws(HostError) -> OwnedText? {
        try receive(timeout: timeout, from: frame) {
            guard buffer.count > 0 else { return nil }
            while buffer.byteCount < mostBytes, core.hasUpdates, sendNextUpdate() {}
            return buffer.removeArray(mostBytes: mostBytes)
        }
    }

    private func receive(
        timeout: Int32, from frame: UInt, _ remove: () -> OwnedText?
    ) throws(HostError) -> OwnedText? {
        let drive = try beginDriving(from: frame)
        defer { endDriving(drive) }
        guard isPulled else { throw HostError(.invalid) }
        let deadline = deadline(timeout)
        while true {
            if let text = remove() { return text }
            if core.hasUpdates, sendNextUpdate() { continue }
            guard !core.isClosed else { throw HostError(.closed) }
            guard !isClosing.load(ordering: .acquiring) else { throw HostError(.noCore) }
            if core.hasWork {
                // Without a timeout, the queued messages are handled at least once.
                let bound = Bound(
                    deadline: timeout == 0 ? nil : deadline, endsWhenHeard: true, endsWhenWoken: true)
                _ = self.drive(through: core.lastQueued, drive, within: bound)
                if buffer.count == 0, resumeTransfer(drive) == 0, !core.hasUpdates {
                    guard !consumeWakeup() else { return nil }
                    if let deadline, deadline <= .now { return nil }
                }
                continue
            }
            guard timeout != 0, !consumeWakeup() else { return nil }
            guard try wait(until: deadline) else { return nil }
        }
    }

    /// Waits for work.
    ///
    /// - Returns: false if the timeout expired, `wakeUp` was called or a signal arrived.
    @discardableResult
    private func wait(until deadline: MonotonicTime?) throws(HostError) -> Bool {
        let wakeup = try wakeupDescriptor.wait(until: deadline, nextDue: { core.nextDue }) { hasWork }
        return !consumeWakeup() && wakeup == .rung
    }

    /// The limits that end driving before all work is done. The deadline is checked only at the end of a batch, so that
    /// it shortens no batch.
    struct Bound {
        /// The maximum number of steps: messages of the host, jobs of effects, timers.
        var steps = Int.max
        /// The time to end at; nil without one.
        var deadline: MonotonicTime?
        /// Whether driving ends with the first batch that has output for the host.
        var endsWhenHeard = false
        /// Whether ``wakeUp()`` ends driving.
        var endsWhenWoken = false

        /// Whether a batch that is not full also ends, after as many steps as a full batch has messages.
        var isWatched: Bool { deadline != nil || endsWhenWoken }
    }

    /// The bound of one `adit_process`.
    @inline(__always)
    private var budget: Bound {
        limits.processSteps == nil && limits.processMilliseconds == nil ? Bound() : limitedBudget
    }

    private var limitedBudget: Bound {
        Bound(
            steps: limits.processSteps?.value ?? .max,
            deadline: limits.processMilliseconds.map { .after(milliseconds: Int32(clamping: $0.value)) })
    }

    /// Handles messages up to a number, and delivers the output of each batch.
    ///
    /// - Parameter drive: the number of the driving call.
    /// - Returns: the number of delivered messages.
    func drive(through number: Int, _ drive: Int, within bound: Bound = Bound()) -> Int {
        var heard = 0
        var steps = 0
        let stride = bound.isWatched ? limits.batch.value : .max
        var stop = min(stride, bound.steps)
        core.enter()
        while !isClosing.load(ordering: .acquiring), !isOutboxFull {
            // Most batches have one message: whether there is another is asked more quickly than it is looked for.
            let isIdle = !(core.handleNext(through: number) && core.hasWorkLeft())
            if !isIdle {
                steps += 1
                guard core.isBatchFull || steps == stop || buffer.byteCount >= limits.outboxBytes.value else {
                    continue
                }
            }
            heard += deliverBatch(drive)
            // The storage may know the outcome of a batch that is held at once.
            if isIdle && !core.isHeld || !core.hasWork { return heard }
            if isOver(drive) || steps == bound.steps || bound.endsWhenHeard && heard > 0 { return heard }
            if bound.endsWhenWoken, wasWoken.load(ordering: .acquiring) { return heard }
            if let deadline = bound.deadline, deadline <= .now { return heard }
            stop = min(stride == .max ? .max : steps + stride, bound.steps)
            core.enter()
        }
        return heard + deliverBatch(drive)
    }

    /// Runs a slice of the present transfer, if any.
    ///
    /// - Returns: the number of delivered messages.
    @inline(__always)
    private func resumeTransfer(_ drive: Int) -> Int {
        guard core.isTransferring, !isClosing.load(ordering: .acquiring), !isOutboxFull, !isOver(drive) else {
            return 0
        }
        core.enter()
        core.resumeTransfer()
        return deliverBatch(drive)
    }

    /// Writes one pending subscription update for a host in pull mode. The other subscriptions collect further changes
    /// meanwhile.
    private func sendNextUpdate() -> Bool {
        core.enter()
        defer { core.leave() }
        return core.sendNextUpdate()
    }

    /// Ends a batch, and leaves the core.
    ///
    /// - Returns: the number of messages that it delivered or, in pull mode, added to the outbox.
    func deliverBatch(_ drive: Int) -> Int {
        core.endBatch()
        if core.isFenced { core.closeFenced() }
        // The callback runs outside the core.
        core.leave()
        guard let hear = host.hear else {
            let before = pulled.exchange(toReceive, ordering: .acquiringAndReleasing)
            return max(0, toReceive - before)
        }
        return deliver(to: hear, drive)
    }

    /// Calls the host's callback with each message of the buffer. Never inlined: callers of the C interface must have
    /// higher stack frames.
    ///
    /// - Returns: the number of messages.
    @inline(never)
    func deliver(to hear: adit_message_fn, _ drive: Int) -> Int {
        hasLeftovers.store(false, ordering: .relaxed)
        callbackFrame = CallStack.position
        // The callback may be left by an exception. No access to a variable, no lock and no use of a reference count may be in
        // progress then: nothing would end it.
        let count = buffer.drain(asArray: hearsBatches) { json, length in
            adit_call_back(
                hear, host.context, id, json, length,
                { owner in
                    guard let owner else { return }
                    Unmanaged<CoreHandle>.fromOpaque(owner).takeUnretainedValue().callbackLeft()
                },
                Unmanaged.passUnretained(self).toOpaque())
        }
        if !isOver(drive) { callbackFrame = 0 }
        return count
    }

    /// The number of messages to receive; 1 if the only pending update has not been written yet.
    var toReceive: Int { core.hasUpdates ? max(1, buffer.count) : buffer.count }

    var isOutboxFull: Bool {
        isPulled && (buffer.count >= limits.outbox.value || buffer.byteCount >= limits.outboxBytes.value)
    }

    func fullOutbox() -> HostError {
        outbox >= limits.outbox.value
            ? HostError(
                .full,
                "\(limits.outbox.value.counted("message", "wait")) to be received; limits.outbox allows no more")
            : HostError(
                .full,
                "\(limits.outboxBytes.value.counted("byte", "wait")) to be received; limits.outboxBytes allows no more")
    }
}

/// Returns the time to stop waiting at; nil for no limit.
func deadline(_ timeout: Int32) -> MonotonicTime? { timeout < 0 ? nil : .after(milliseconds: timeout) }
