import Adit
import AditHost
import AditState
import CAdit
import Synchronization

extension CoreHandle: CallOwner {
    /// Handles a message, or has the driver handle it, and returns the messages that it caused, as a JSON array.
    ///
    /// - Parameter frame: the stack frame of the host's call.
    func call(_ text: UnsafeRawBufferPointer, timeout: Int32, from frame: UInt) throws(HostError) -> OwnedText {
        try lock.withLock { () throws(HostError) in
            if isDrivenHere { try replaceDriver(from: frame) }
        }
        guard !isFull.load(ordering: .acquiring) else { throw fullOutbox() }
        let ticket = CallTicket()
        let number = try send(text, ticket: ticket)
        let deadline = deadline(timeout)
        lock.lock()
        defer { lock.unlock() }
        if driver == nil, !isClosing.load(ordering: .relaxed) { core.beginCall() }
        while true {
            if case .done(let output) = ticket.state { return output.array }
            if driver == nil, !isClosing.load(ordering: .relaxed) {
                let drive = become()
                drivingFor = .answer(ticket)
                lock.unlock()
                _ = self.drive(through: number, drive)
                while core.isHeld, awaitStorage(until: deadline) { _ = self.drive(through: number, drive) }
                endDriving(drive)
                lock.lock()
                // A close ends the hold, and the call with it.
                if core.isHeld, !isClosing.load(ordering: .relaxed) { try giveUp(ticket) }
                if case .waiting = ticket.state, core.isPaused, !lock.wait(for: changed, until: deadline) {
                    // Another thread may resume the core.
                    ticket.state = .givenUp
                    throw HostError(.timedOut)
                }
                if case .waiting = ticket.state, isFull.load(ordering: .acquiring) {
                    ticket.state = .givenUp
                    throw fullOutbox()
                }
            } else if !lock.wait(for: changed, until: deadline) {
                if case .done(let output) = ticket.state { return output.array }
                ticket.state = .givenUp
                throw HostError(.timedOut)
            }
        }
    }

    /// Waits for the storage, as the driver.
    ///
    /// - Returns: false if the timeout expired, or the core is closing.
    private func awaitStorage(until deadline: MonotonicTime?) -> Bool {
        let wakeup = try? wakeupDescriptor.wait(until: deadline, nextDue: { nil }) {
            core.hasWork || isClosing.load(ordering: .acquiring)
        }
        return wakeup != nil && wakeup != .timedOut && !isClosing.load(ordering: .acquiring)
    }

    /// Ends a call because the outcome of a batch is unknown. Under the lock.
    private func giveUp(_ ticket: CallTicket) throws(HostError) {
        let text: String
        switch ticket.state {
        case .done: return
        case .waiting:
            text = "the message is not handled: the storage does not know yet whether the batch before it is written"
        case .begun, .givenUp:
            text =
                "the message is handled, but the storage does not know yet whether it is written; its output comes once it is"
        }
        ticket.state = .givenUp
        throw HostError(.timedOut, text)
    }

    func begin(_ ticket: CallTicket) -> Bool {
        lock.withLock {
            guard case .waiting = ticket.state else { return false }
            ticket.state = .begun
            return true
        }
    }

    func complete(_ ticket: CallTicket, _ buffer: MessageBuffer, from start: Int) {
        lock.withLock {
            guard case .begun = ticket.state else { return }
            ticket.state = .done(buffer.removeOutput(from: start))
            changed.wakeAll()
        }
    }
}
