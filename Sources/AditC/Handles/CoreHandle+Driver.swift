import Adit
import AditHost
import AditState
import CAdit
import Synchronization

// The driver: one call of one thread at a time.
extension CoreHandle {
    /// Makes this thread the driver.
    ///
    /// - Parameters:
    ///   - frame: the stack frame of the host's call.
    ///   - group: the group that the call drives; nil for a call of this core alone.
    /// - Returns: the number of the call.
    func beginDriving(from frame: UInt, for group: CoreGroup? = nil) throws(HostError) -> Int {
        lock.lock()
        defer { lock.unlock() }
        if driver != nil {
            // A close may still time out until it is the driver.
            guard isDrivenHere else { throw HostError(isEnding ? .noCore : .busy) }
            try replaceDriver(from: frame)
        }
        // Also true for a core that is gone.
        guard !isClosing.load(ordering: .relaxed) else { throw HostError(.noCore) }
        core.beginCall()
        if let group { drivingFor = .group(group) }
        return become()
    }

    /// Makes this thread the driver of a core without one. Under the lock.
    ///
    /// - Returns: the number of the call.
    @inline(__always)
    func become() -> Int {
        driver = .current
        wakeupDescriptor.beginDriving()
        // Changed only under the lock.
        let number = lastDrive.load(ordering: .relaxed) + 1
        lastDrive.store(number, ordering: .relaxed)
        return number
    }

    /// Ends a call that drives.
    func endDriving(_ drive: Int) {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver(drive) else { return }
        if isPulled {
            pulled.store(toReceive, ordering: .releasing)
            isFull.store(isOutboxFull, ordering: .releasing)
        }
        if wakeupDescriptor.isHeard {
            wakeupDescriptor.finish(nextDue: { isOutboxFull ? nil : core.nextDue }) {
                hasWork && !isOutboxFull || outbox > 0
            }
        }
        driver = nil
        drivingFor = nil
        wasLeft = false
        changed.wakeAll()
    }

    /// Whether this thread drives. Under the lock.
    var isDrivenHere: Bool { driver == .current }

    /// Returns whether another call has replaced the given one as the driver.
    func isOver(_ drive: Int) -> Bool { lastDrive.load(ordering: .relaxed) != drive }
}

// MARK: - Callbacks that do not return

// A callback is called between two batches, under no lock, while no code of the core and no access to a variable is in
// progress. A call that never ends leaves its state in this object, which is repaired here.
extension CoreHandle {
    /// Ends the driving call whose callback is being left by an exception, or by the end of its thread. The stack of that
    /// call is still there.
    func callbackLeft() {
        let purpose = lock.withLock {
            defer { drivingFor = nil }
            endLeftCall()
            // Before another thread drives.
            wakeupDescriptor.finish(nextDue: { core.nextDue }, hasWork: { hasWork })
            return drivingFor
        }
        // Last: a core that another thread has closed is released with its last use.
        if case .group(let group) = purpose { group.callbackLeft() } else { CoreHandle.table.endUse(of: id) }
    }

    /// Ends this thread's driving call if the host's callback left it by a jump, of which there was no notice. Under the
    /// lock.
    ///
    /// - Parameter frame: the stack frame of the host's present call.
    /// - Throws: ``HostError`` `ADIT_EBUSY` if that call may come from inside the callback.
    func replaceDriver(from frame: UInt) throws(HostError) {
        // A call from inside the callback has a lower frame.
        guard callbackFrame != 0, frame >= callbackFrame, areOnStackOfThread(callbackFrame, frame) else {
            throw HostError(.busy)
        }
        // The core is open, so it stays in the table. The use of a group ends with the group's call.
        if case .group = drivingFor { drivingFor = nil } else { CoreHandle.table.endUse(of: id) }
        endLeftCall()
    }

    /// Ends a driving call that will not end itself. The core has no driver then. Under the lock.
    private func endLeftCall() {
        callbackFrame = 0
        wasLeft = true
        if case .answer(let ticket) = drivingFor {
            drivingFor = nil
            if case .done(let output) = ticket.state { buffer.putBack(output) }
            ticket.state = .givenUp
        }
        hasLeftovers.store(buffer.count > 0, ordering: .releasing)
        lastDrive.add(1, ordering: .relaxed)
        driver = nil
        if isEnding {
            isEnding = false
            endClosing()
        }
        changed.wakeAll()
    }
}

/// Returns whether two frames are on this thread's original stack, so that the lower one is the inner one. They are not
/// if a coroutine or a signal handler runs on a separate stack.
func areOnStackOfThread(_ low: UInt, _ high: UInt) -> Bool {
    guard low <= high, let stack = CallStack.ofThread else { return false }
    return stack.contains(low) && stack.contains(high)
}
