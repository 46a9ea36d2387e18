import Adit
import AditSystem
import CAdit
import Glibc
import Synchronization

extension CoreHandle {
    /// Closes the core, once no other thread drives it.
    ///
    /// - Parameter frame: where the host's call is on the stack.
    func close(timeout: Int32, from frame: UInt) throws(ABIError) {
        let deadline = deadline(timeout)
        let (drive, isLeft) = try becomeLastDriver(until: deadline, from: frame)
        core.enter()
        core.endBatch()
        let hasEnded = endEffects(until: deadline)
        core.close()
        if isLeft {
            // The callback did not return when it was called last: it is not called again.
            core.endBatch()
            core.leave()
            buffer.truncate(to: 0)
        } else {
            _ = endBatch(drive)
        }
        if !hasEnded { core.abandonEffects() }
        core.calls = nil
        HandleTable.shared.remove(id)
        lock.withLock {
            isGone = true
            changed.wakeAll()
        }
        // References held by the call that was left are never released.
        if isLeft { wakeupDescriptor.shut() }
        host.release?(host.context)
        if !hasEnded { throw ABIError(ADIT_ETIMEDOUT) }
    }

    /// Cancels the core's effects, and waits for those that do not end at once.
    ///
    /// - Returns: false where some have not ended in time.
    private func endEffects(until deadline: MonotonicTime?) -> Bool {
        while !core.endEffects() {
            // One that never waits is always ready.
            if let deadline, deadline <= .now { return false }
            let wakeup = try? wakeupDescriptor.wait(until: deadline, nextDue: { nil }) { core.hasReadyEffects }
            if wakeup == nil || wakeup == .timedOut { return core.endEffects() }
        }
        return true
    }

    /// Makes this thread the driver, and the last one.
    ///
    /// - Returns: the number of the call, and whether this thread drove before, in a call that was left by a jump.
    private func becomeLastDriver(
        until deadline: MonotonicTime?, from frame: UInt
    ) throws(ABIError) -> (drive: Int, isLeft: Bool) {
        try lock.withLock { () throws(ABIError) in
            let isLeft = isDrivenHere
            if isLeft { try takeOver(from: frame) }
            closers += 1
            isClosing.store(true, ordering: .releasing)
            wakeupDescriptor.ring()
            while driver != nil, !isGone {
                guard lock.wait(for: changed, until: deadline) || driver == nil || isGone else {
                    endClosing()
                    throw ABIError(ADIT_EBUSY)
                }
            }
            guard !isGone else {
                endClosing()
                throw ABIError(ADIT_ECORE)
            }
            isEnding = true
            return (become(), isLeft)
        }
    }

    /// A call of adit_close ends, and the core is still there. Under the lock.
    func endClosing() {
        closers -= 1
        isClosing.store(closers > 0, ordering: .releasing)
        changed.wakeAll()
    }
}
