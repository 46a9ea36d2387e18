import Adit
import AditHost
import AditState
import CAdit
import Synchronization

extension CoreHandle {
    /// Closes a core, once no other thread drives it.
    ///
    /// - Parameter frame: the stack frame of the host's call.
    /// - Throws: ``HostError`` `ADIT_ETIMEDOUT` if effects have not ended in time. The core is gone then, too.
    static func close(_ id: adit_core, timeout: Int32, from frame: UInt) throws(HostError) {
        let (hasEnded, host) = try table.with(id) { (handle) throws(HostError) in
            (try handle.close(timeout: timeout, from: frame), handle.host)
        }
        // Last, when nothing of the core is in use: the callback may not return.
        host.release?(host.context)
        guard hasEnded else { throw HostError(.timedOut) }
    }

    /// - Returns: whether all effects have ended in time.
    private func close(timeout: Int32, from frame: UInt) throws(HostError) -> Bool {
        let deadline = deadline(timeout)
        let (drive, isLeft) = try becomeLastDriver(until: deadline, from: frame)
        core.beginCall()
        core.enter()
        core.endBatch()
        endHold(until: deadline)
        let hasEnded = endEffects(until: deadline)
        core.close()
        if isLeft {
            // The last callback did not return: it is not called again.
            core.endBatch()
            core.leave()
            buffer.truncate(to: 0)
        } else {
            _ = deliverBatch(drive)
        }
        if !hasEnded { core.abandonEffects() }
        core.calls.owner = nil
        CoreHandle.table.remove(id)
        lock.withLock {
            isGone = true
            changed.wakeAll()
        }
        wakeupDescriptor.leaveGroup()
        // Here, not with the object: a call that was left by a jump never releases its references.
        wakeupDescriptor.shut()
        return hasEnded
    }

    /// Waits until the storage knows whether the last batch is written. If it does not know it in time, the batch is
    /// answered by an error with that reason.
    private func endHold(until deadline: MonotonicTime?) {
        core.endHold {
            let wakeup = try? wakeupDescriptor.wait(until: deadline, nextDue: { nil }) { core.hasWork }
            return wakeup != nil && wakeup != .timedOut
        }
    }

    /// Cancels the core's effects, and waits for those that do not end at once.
    ///
    /// - Returns: false if some have not ended in time.
    private func endEffects(until deadline: MonotonicTime?) -> Bool {
        while !core.endEffects() {
            // An effect that never suspends is always ready.
            if let deadline, deadline <= .now { return false }
            let wakeup = try? wakeupDescriptor.wait(until: deadline, nextDue: { nil }) { core.hasReadyEffects }
            if wakeup == nil || wakeup == .timedOut { return core.endEffects() }
        }
        return true
    }

    /// Makes this thread the core's last driver.
    ///
    /// - Returns: the number of the call, and whether the last callback did not return.
    private func becomeLastDriver(
        until deadline: MonotonicTime?, from frame: UInt
    ) throws(HostError) -> (drive: Int, isLeft: Bool) {
        try lock.withLock { () throws(HostError) in
            if isDrivenHere { try replaceDriver(from: frame) }
            closers += 1
            isClosing.store(true, ordering: .releasing)
            wakeupDescriptor.ring()
            while driver != nil, !isGone {
                guard lock.wait(for: changed, until: deadline) || driver == nil || isGone else {
                    endClosing()
                    throw HostError(.busy)
                }
            }
            guard !isGone else {
                endClosing()
                throw HostError(.noCore)
            }
            isEnding = true
            return (become(), wasLeft)
        }
    }

    /// Ends a call of adit_close that did not close the core. Under the lock.
    func endClosing() {
        closers -= 1
        isClosing.store(closers > 0, ordering: .releasing)
        changed.wakeAll()
    }
}
