import AditJSON

/// Handles a message and all that it causes, breadth first, each to its end before the next: the one order of a core.
///
/// A message's outputs are queued while it is handled, and handled in their turn; they never recurse. A message whose
/// handling throws is undone, its outputs are dropped, and the rest goes on.
///
/// What runs for each message is inlinable, so that it is compiled for the app's own messages, and they lie on the stack
/// and in arrays instead of in memory of their own (`benchmarks/run`: an `add` causes two).
@usableFromInline
final class Cascade<Kind: MessageKind> {
    @usableFromInline typealias Message = Kind.Message

    @usableFromInline let router: Router<Message>
    @usableFromInline let outlet: Outlet<Message>
    @usableFromInline let transaction: Transaction
    @usableFromInline let effects: EffectRunner
    @usableFromInline let limits: CoreLimits

    @usableFromInline
    init(
        _ router: Router<Message>, _ outlet: Outlet<Message>, _ transaction: Transaction, _ effects: EffectRunner,
        _ limits: CoreLimits
    ) {
        self.router = router
        self.outlet = outlet
        self.transaction = transaction
        self.effects = effects
        self.limits = limits
    }

    /// Handles a message from outside, and what it causes.
    @inlinable
    func run(_ message: MessageBox<Message>, _ listener: any CoreListener) {
        handle(message.message, listener)
        followUp(listener)
    }

    /// Ends a batch: its changes stay, and the store's observers are told. What they put out is handled as a batch of its
    /// own.
    @inlinable
    func endBatch(_ listener: any CoreListener) {
        settle(listener)
        transaction.commit()
        var rounds = 0
        while !outlet.messages.isEmpty {
            rounds += 1
            guard rounds <= limits.generations else { return stop(after: rounds - 1, listener) }
            settle(listener)
            transaction.commit()
        }
        beginAgenda(listener)
    }

    /// Handles what was put out while no message was being handled: by features when they were made, by observers.
    @inlinable
    func settle(_ listener: any CoreListener) {
        beginAgenda(listener)
        if !outlet.messages.isEmpty { followUp(listener) }
    }

    /// Handles what an effect has asked for and put out: each message begins a cascade of its own.
    @usableFromInline
    func runOutputs(isHeard: Bool, _ listener: any CoreListener) {
        // What it changed by itself stays.
        transaction.keep()
        beginAgenda(listener)
        let messages = outlet.takeMessages()
        guard isHeard else { return }
        for message in messages where follow(message, number: 1, generation: 1, listener) { followUp(listener) }
    }

    /// Handles what was put out, and what that causes.
    @inlinable
    func followUp(_ listener: any CoreListener) {
        var next = 0
        var generation = 1
        // Most messages cause one other, if any; they need no queue.
        while outlet.messages.count == 1 {
            let message = outlet.messages.removeLast()
            next += 1
            guard follow(message, number: next, generation: generation, listener) else { return }
            generation += 1
        }
        guard !outlet.messages.isEmpty else { return }
        followUpQueue(number: next, generation: generation, listener)
    }

    /// The same, of more than one message.
    @inlinable
    func followUpQueue(number: Int, generation: Int, _ listener: any CoreListener) {
        var next = number
        var generation = generation
        var caused = outlet.takeMessages()
        var position = 0
        var generationEnd = caused.count
        while position < caused.count {
            if position == generationEnd {
                generation += 1
                generationEnd = caused.count
            }
            next += 1
            guard follow(caused[position], number: next, generation: generation, listener) else { return }
            position += 1
            if !outlet.messages.isEmpty { caused.append(contentsOf: outlet.takeMessages()) }
        }
    }

    /// Handles a caused message.
    ///
    /// - Returns: false where the cascade is cut off at it; nothing is left to follow then.
    @inlinable
    @inline(__always)
    func follow(_ message: Message, number: Int, generation: Int, _ listener: any CoreListener) -> Bool {
        if limits.areExceeded(messages: number, generation: generation) {
            cutOff(at: message, number: number, listener)
            return false
        }
        do {
            try listener.announce(message) { message, writer throws(CodingFailure) in
                try Kind.write(message, to: writer)
            }
        } catch {
            skip(message, error, listener)
            return true
        }
        handle(message, listener)
        return true
    }

    @inlinable
    @inline(__always)
    func handle(_ message: Message, _ listener: any CoreListener) {
        transaction.begin()
        do {
            try router.dispatch(message, case: Kind.caseIndex(of: message))
        } catch {
            return undo(message, error, listener)
        }
        if effects.hasAgenda { return keepWithAgenda(message, listener) }
        transaction.keep()
    }

    /// Lets begin what was asked of the outside world.
    @inlinable
    @inline(__always)
    func beginAgenda(_ listener: any CoreListener) {
        if effects.hasAgenda { effects.performAgenda(listener) }
    }
}

// MARK: - What seldom happens

extension Cascade {
    @usableFromInline
    func undo(_ message: Message, _ error: any Error, _ listener: any CoreListener) {
        undo()
        listener.fail(MessageBox(message), .thrown(error))
    }

    /// A message has succeeded that asks for something of the outside world: that begins, if it can.
    @usableFromInline
    func keepWithAgenda(_ message: Message, _ listener: any CoreListener) {
        if let limit = effects.obstacle() {
            undo()
            return listener.fail(MessageBox(message), .overrun(limit))
        }
        transaction.keep()
        effects.performAgenda(listener)
    }

    private func undo() {
        transaction.rollBack()
        outlet.drop()
        effects.dropAgenda()
    }

    @usableFromInline
    func skip(_ message: Message, _ error: any Error, _ listener: any CoreListener) {
        listener.fail(MessageBox(message), .unannounced(error))
    }

    @usableFromInline
    func cutOff(at message: Message, number: Int, _ listener: any CoreListener) {
        outlet.drop()
        listener.fail(MessageBox(message), .cutOff(limits.passed(messages: number)))
    }

    @usableFromInline
    func stop(after batches: Int, _ listener: any CoreListener) {
        let message = outlet.messages.first.map { MessageBox($0) }
        outlet.drop()
        let limit = CascadeLimit(description: "observers of the store caused more than \(batches) batches")
        if let message { listener.fail(message, .cutOff(limit)) }
    }
}
