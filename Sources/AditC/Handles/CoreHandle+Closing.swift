import Adit
import CAdit
import Glibc
import Synchronization

extension CoreHandle {
    /// Closes the core, once no other thread drives it.
    func close(timeout: Int32) throws(Refusal) {
        let deadline = deadline(timeout)
        try becomeLastDriver(until: deadline)
        core.enter()
        core.endBatch()
        let hasEnded = endEffects(until: deadline)
        core.close()
        _ = endBatch()
        core.calls = nil
        HandleTable.shared.remove(id)
        lock.withLock { changed.wakeAll() }
        host.release?(host.context)
        if !hasEnded { throw Refusal(ADIT_ETIMEDOUT) }
    }

    /// Cancels the core's effects, and waits for those that do not end at once.
    ///
    /// - Returns: false where some have not ended in time.
    private func endEffects(until deadline: MonotonicTime?) -> Bool {
        while !core.endEffects() {
            let wakeup = try? doorbell.wait(until: deadline, nextDue: { nil }) { core.hasReadyEffects }
            if wakeup == nil || wakeup == .timedOut { return core.endEffects() }
        }
        return true
    }

    private func becomeLastDriver(until deadline: MonotonicTime?) throws(Refusal) {
        try lock.withLock { () throws(Refusal) in
            if isDrivenHere { throw Refusal(ADIT_EBUSY) }
            if isClosing.load(ordering: .relaxed) { throw Refusal(ADIT_ECORE) }
            isClosing.store(true, ordering: .releasing)
            doorbell.ring()
            while driver != nil {
                guard lock.wait(for: changed, until: deadline) || driver == nil else {
                    isClosing.store(false, ordering: .releasing)
                    changed.wakeAll()
                    throw Refusal(ADIT_EBUSY)
                }
            }
            driver = pthread_self()
            isEnding = true
        }
    }
}
