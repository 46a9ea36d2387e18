/// Handles a message and all that it causes, breadth first, each to its end before the next: the one order of a core.
///
/// A message's outputs are queued while it is handled, and handled in their turn; they never recurse. A message whose
/// handling throws is undone, its outputs are dropped, and the rest goes on.
final class Cascade<Message> {
    /// What messages' handling can be kept or undone by: a store.
    struct Transaction {
        let begin: () -> Void
        let keep: () -> Void
        let rollBack: () -> Void
        let commit: () -> Void
    }

    private let dispatch: Input<Message>
    private let outlet: Outlet<Message>
    private let transaction: Transaction
    private let limits: CoreLimits
    private var caused: [Message] = []
    /// How many messages have been handled since the core was made.
    private(set) var handled = 0

    init(outlet: Outlet<Message>, transaction: Transaction, limits: CoreLimits, dispatch: @escaping Input<Message>) {
        self.outlet = outlet
        self.transaction = transaction
        self.limits = limits
        self.dispatch = dispatch
    }

    /// Handles a message from outside, and what it causes.
    func run(_ message: Message, events: CoreEvents<Message>) {
        handle(message, events)
        followUp(events)
    }

    /// Ends a batch: its changes stay, and the store's observers are told. What they put out is handled as a batch of its
    /// own.
    func endBatch(_ events: CoreEvents<Message>) {
        settle(events)
        transaction.commit()
        var rounds = 0
        while let message = outlet.messages.first {
            rounds += 1
            guard rounds <= limits.generations else {
                outlet.drop()
                return events.fail(message, .cutOff("observers of the store caused more than \(rounds - 1) batches"))
            }
            settle(events)
            transaction.commit()
        }
        tellRequests(events)
    }

    /// Handles what was put out while no message was being handled: by features when they were made, by observers.
    func settle(_ events: CoreEvents<Message>) {
        tellRequests(events)
        followUp(events)
    }

    /// Handles what was put out, and what that causes.
    private func followUp(_ events: CoreEvents<Message>) {
        guard !outlet.messages.isEmpty else { return }
        caused.append(contentsOf: outlet.takeMessages())
        defer { caused.removeAll(keepingCapacity: true) }
        var next = 0
        var generation = 1
        var generationEnd = caused.count
        while next < caused.count {
            if next == generationEnd {
                generation += 1
                generationEnd = caused.count
            }
            let message = caused[next]
            next += 1
            if let limit = limits.exceeded(messages: next, generation: generation) {
                return events.fail(message, .cutOff(limit))
            }
            do {
                try events.announce(message)
            } catch {
                events.fail(message, .unannounced(error))
                continue
            }
            handle(message, events)
            caused.append(contentsOf: outlet.takeMessages())
        }
    }

    private func handle(_ message: Message, _ events: CoreEvents<Message>) {
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

    private func tellRequests(_ events: CoreEvents<Message>) {
        guard !outlet.requests.isEmpty else { return }
        for request in outlet.takeRequests() { events.request(request) }
    }
}
