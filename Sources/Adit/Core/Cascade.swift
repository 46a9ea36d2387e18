/// Handles a message and all that it causes, breadth first, each to its end before the next: the one order of a core.
///
/// A message's outputs are queued while it is handled, and handled in their turn; they never recurse. A message whose
/// handling throws is undone, its outputs are dropped, and the rest goes on.
final class Cascade {
    private let dispatch: (AnyMessage) throws -> Void
    private let outlet: Outlet
    private let transaction: Transaction
    private let limits: CoreLimits
    /// How many messages have been handled since the core was made.
    private(set) var handled = 0

    init(
        outlet: Outlet, transaction: Transaction, limits: CoreLimits, dispatch: @escaping (AnyMessage) throws -> Void
    ) {
        self.outlet = outlet
        self.transaction = transaction
        self.limits = limits
        self.dispatch = dispatch
    }

    /// Handles a message from outside, and what it causes.
    func run(_ message: AnyMessage, events: CoreEvents) {
        handle(message, events)
        followUp(events)
    }

    /// Ends a batch: its changes stay, and the store's observers are told. What they put out is handled as a batch of its
    /// own.
    func endBatch(_ events: CoreEvents) {
        settle(events)
        transaction.commit()
        var rounds = 0
        while let message = outlet.messages.first {
            rounds += 1
            guard rounds <= limits.generations else {
                outlet.drop()
                let limit = CascadeLimit(description: "observers of the store caused more than \(rounds - 1) batches")
                return events.fail(message, .cutOff(limit))
            }
            settle(events)
            transaction.commit()
        }
        tellRequests(events)
    }

    /// Handles what was put out while no message was being handled: by features when they were made, by observers.
    func settle(_ events: CoreEvents) {
        tellRequests(events)
        followUp(events)
    }

    /// Handles what was put out, and what that causes.
    private func followUp(_ events: CoreEvents) {
        var next = 0
        var generation = 1
        // Most messages cause one other, if any; they need no queue.
        while let message = outlet.takeOnlyMessage() {
            next += 1
            guard follow(message, number: next, generation: generation, events) else { return outlet.drop() }
            generation += 1
        }
        guard !outlet.messages.isEmpty else { return }
        var caused = outlet.takeMessages()
        var position = 0
        var generationEnd = caused.count
        while position < caused.count {
            if position == generationEnd {
                generation += 1
                generationEnd = caused.count
            }
            let message = caused[position]
            position += 1
            next += 1
            guard follow(message, number: next, generation: generation, events) else { return outlet.drop() }
            if !outlet.messages.isEmpty { caused.append(contentsOf: outlet.takeMessages()) }
        }
    }

    /// Handles a caused message.
    ///
    /// - Returns: false where the cascade is cut off at it.
    private func follow(
        _ message: AnyMessage, number: Int, generation: Int, _ events: CoreEvents
    ) -> Bool {
        if let limit = limits.exceeded(messages: number, generation: generation) {
            events.fail(message, .cutOff(limit))
            return false
        }
        do {
            try events.announce(message)
        } catch {
            events.fail(message, .unannounced(error))
            return true
        }
        handle(message, events)
        return true
    }

    private func handle(_ message: AnyMessage, _ events: CoreEvents) {
        handled += 1
        transaction.begin()
        do {
            try dispatch(message)
        } catch {
            transaction.rollBack()
            outlet.drop()
            return events.fail(message, .thrown(error))
        }
        transaction.keep()
        tellRequests(events)
    }

    private func tellRequests(_ events: CoreEvents) {
        guard !outlet.requests.isEmpty else { return }
        for request in outlet.takeRequests() { events.request(request) }
    }
}
