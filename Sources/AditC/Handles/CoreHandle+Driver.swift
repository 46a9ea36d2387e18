import Adit
import AditSystem
import CAdit
import CLinux
import Glibc
import Synchronization

// Who drives: one call of one thread at a time.
extension CoreHandle {
    /// Makes this thread the driver.
    ///
    /// - Parameter frame: where the host's call is on the stack.
    /// - Returns: the number of the call.
    func enter(from frame: UInt) throws(ABIError) -> Int {
        lock.lock()
        defer { lock.unlock() }
        if driver != nil {
            // Until a close has the core to itself, it may still run out of time.
            guard isDrivenHere else { throw ABIError(isEnding ? ADIT_ECORE : ADIT_EBUSY) }
            try takeOver(from: frame)
        }
        // It is true of a core that is gone, too.
        guard !isClosing.load(ordering: .relaxed) else { throw ABIError(ADIT_ECORE) }
        return become()
    }

    /// Makes this thread the driver if there is none. Under the lock.
    ///
    /// - Returns: the number of the call.
    @inline(__always)
    func become() -> Int {
        driver = pthread_self()
        wakeupDescriptor.beginDriving()
        // Changed under the lock alone.
        let number = lastDrive.load(ordering: .relaxed) + 1
        lastDrive.store(number, ordering: .relaxed)
        return number
    }

    /// Ends a call that drives.
    func leave(_ drive: Int) {
        lock.lock()
        defer { lock.unlock() }
        guard !isOver(drive) else { return }
        if isPulled {
            pulled.store(toReceive, ordering: .releasing)
            isFull.store(isOutboxFull, ordering: .releasing)
        }
        if wakeupDescriptor.isHeard {
            wakeupDescriptor.settle(nextDue: { isOutboxFull ? nil : core.nextDue }) {
                hasWork && !isOutboxFull || outbox > 0
            }
        }
        driver = nil
        changed.wakeAll()
    }

    /// Whether this thread drives. Under the lock.
    var isDrivenHere: Bool { driver.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    /// Whether another call has taken the place of one that drove.
    func isOver(_ drive: Int) -> Bool { lastDrive.load(ordering: .relaxed) != drive }
}

// MARK: - Callbacks that do not return

extension CoreHandle {
    /// Ends the call of this thread that drives, where the host's callback has left it by a jump: then there is no
    /// driver any more. It was between two batches, and nothing of the core was at work. Under the lock.
    ///
    /// - Parameter frame: where the present call of the host is on the stack.
    /// - Throws: ``ABIError`` `ADIT_EBUSY` where that call may be one of the callback.
    func takeOver(from frame: UInt) throws(ABIError) {
        // A call of the callback has its frame below.
        guard callbackFrame != 0, frame >= callbackFrame, areOnStackOfThread(callbackFrame, frame) else {
            throw ABIError(ADIT_EBUSY)
        }
        callbackFrame = 0
        hasLeftovers = buffer.count > 0
        lastDrive.add(1, ordering: .relaxed)
        driver = nil
        if isEnding {
            isEnding = false
            endClosing()
        }
        changed.wakeAll()
    }
}

/// Whether two frames are on the stack that this thread was made with, so that the lower one is the inner one. They are
/// not where a coroutine or a signal has a stack of its own.
private func areOnStackOfThread(_ low: UInt, _ high: UInt) -> Bool {
    var attributes = pthread_attr_t()
    guard adit_thread_attributes(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    var (address, size) = (UnsafeMutableRawPointer?.none, 0)
    guard pthread_attr_getstack(&attributes, &address, &size) == 0, let address else { return false }
    let start = UInt(bitPattern: address)
    return low >= start && high >= low && high - start < UInt(size)
}
