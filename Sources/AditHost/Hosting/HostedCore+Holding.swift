import Adit
import AditJSON
import AditState

// A storage may not know at the end of a batch whether it is written. Until it does, the batch is held: the host receives
// nothing of it, and the core handles nothing else, as all that follows would depend on a state that may never have been.
extension HostedCore {
    /// Whether a batch is held. Any thread.
    @inline(__always) package var isHeld: Bool { blockage.isHeld }

    /// Whether the store was opened elsewhere since: ``closeFenced()`` is to be called.
    @inline(__always) package var isFenced: Bool { blockage.isFenced }

    /// Whether nothing that follows the last batch is handled: it is held, or refused for good.
    @inline(__always) var isStopped: Bool { isHeld || isFenced }

    /// Whether no message is handled, except urgent ones. Any thread.
    @inline(__always) package var isBlocked: Bool { blockage.isBlocked }

    /// Whether a blocked core has work. Any thread.
    var hasUrgentWork: Bool { isHeld ? blockage.wakeup.isSignalled : inbox.hasUrgent }

    /// Holds the batch that has just ended.
    func hold() {
        let start = hostWriter.batch?.start ?? buffer.count
        let first = min(start, calls.present?.start ?? start)
        blockage.hold(Blockage.HeldBatch(output: buffer.remove(from: first), earlier: start - first))
    }

    /// Puts a message back to the front of the queue, as the batch before it is held.
    func putBack(_ arrival: Arrival) -> Bool {
        inbox.putBack(arrival)
        return true
    }

    /// Ends the batch that is held, if the storage has signalled and knows its outcome.
    ///
    /// - Returns: false if it is still held.
    func finishHeldBatch() -> Bool { blockage.wakeup.consume() && finishHeldBatch(by: loop.resolveBatch()) }

    private func finishHeldBatch(by outcome: StorageOutcome) -> Bool {
        switch outcome {
        case .written: endHold(nil)
        case .notWritten(let failure): endHold(failure)
        case .unknown: return false
        }
        return true
    }

    /// Ends the hold of a core that closes.
    ///
    /// - Parameter wait: waits for a signal of the storage; returns false if no time is left.
    package func endHold(_ wait: () -> Bool) {
        while isHeld {
            if finishHeldBatch() || wait() { continue }
            let outcome = loop.resolveBatch()
            guard !finishHeldBatch(by: outcome), case .unknown(let reason) = outcome else { continue }
            // Not "not written": the next opening may find it.
            let failure = StorageFailure(
                .failed,
                "the core closed before it was known whether this is written: \(reason); open the store again to see")
            loop.persister?.refuse(failure)
            endHold(failure)
        }
    }

    /// Ends the batch that is held, as if its outcome had been known at once.
    private func endHold(_ failure: StorageFailure?) {
        guard let held = blockage.removeBatch() else { return }
        let start = buffer.count
        for message in held.output {
            message.withUnsafeBytes { text in try? buffer.add { $0.write(raw: text) } }
        }
        calls.present?.start = start
        hostWriter.batch?.begin(from: start + held.earlier)
        blockage.end()
        loop.endHeldBatch(failure, listener)
        for next in held.next { next() }
        if loop.isHeld { return hold() }
        completeBatch()
        resumeCall()
    }
}
