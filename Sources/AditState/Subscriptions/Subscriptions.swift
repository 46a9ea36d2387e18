import AditJSON

/// A registry of a core's subscriptions by name, with a queue of those with pending updates. The core's loop.
///
/// It is independent of the state's type, so that the check after each batch is one load (`benchmarks/run`).
@usableFromInline
package final class Subscriptions {
    // Accesses last for one statement each.
    /// The subscriptions by client, nil for the host, and by name: one is unique among those of the same client.
    @exclusivity(unchecked) private var all: [ByteString?: [ByteString: Subscriber]] = [:]
    /// The number of subscriptions.
    @exclusivity(unchecked) package private(set) var count = 0
    @exclusivity(unchecked) private var waiting: [Subscriber] = []
    /// The head of the queue: earlier entries were dequeued.
    @exclusivity(unchecked) private var next = 0
    /// The number of queued entries that are still pending; those of ended subscriptions are skipped.
    @exclusivity(unchecked) private var left = 0
    @exclusivity(unchecked) @usableFromInline private(set) var hasWaiting = false
    /// The buffers of the subscriptions' updates.
    let spare = SpareTexts()
    /// Whether there are no subscriptions.
    @exclusivity(unchecked) @usableFromInline private(set) var isEmpty = true

    package subscript(name: String, of client: String?) -> Subscriber? {
        all[client.map(ByteString.init(_:))]?[ByteString(name)]
    }

    /// Returns the subscriptions of a client.
    func all(of client: String) -> [Subscriber] { all[ByteString(client)].map { Array($0.values) } ?? [] }

    /// Whether a subscription has pending updates.
    @inlinable package var hasUpdates: Bool { hasWaiting }

    /// Adds a subscription, whose name the client has not used yet.
    func add(_ subscriber: Subscriber) {
        all[subscriber.client.map(ByteString.init(_:)), default: [:]][ByteString(subscriber.name)] = subscriber
        count += 1
        isEmpty = false
    }

    /// Removes a present subscription.
    ///
    /// - Complexity: O(1).
    func remove(_ subscriber: Subscriber) {
        let client = subscriber.client.map(ByteString.init(_:))
        all[client]?[ByteString(subscriber.name)] = nil
        if all[client]?.isEmpty == true { all[client] = nil }
        count -= 1
        isEmpty = count == 0
        guard subscriber.isWaiting else { return }
        subscriber.isWaiting = false
        countDown()
    }

    /// Enqueues the subscriptions that a batch has changed.
    @usableFromInline
    func receive(_ changes: ChangeWriter) {
        for subscriber in changes.touched {
            subscriber.collect()
            wait(subscriber)
        }
    }

    /// Enqueues all subscriptions, each to send its whole value: those of the host, and then client by client.
    @usableFromInline
    func askForAll() {
        for client in [nil] + all.keys.compactMap(\.self).sorted() {
            for (_, subscriber) in (all[client] ?? [:]).sorted(by: { $0.key < $1.key }) {
                subscriber.askForValue()
                wait(subscriber)
            }
        }
    }

    private func wait(_ subscriber: Subscriber) {
        guard !subscriber.isWaiting else { return }
        subscriber.isWaiting = true
        if waiting.count - next > 2 * left + 64 { (waiting, next) = (waiting[next...].filter(\.isWaiting), 0) }
        waiting.append(subscriber)
        left += 1
        hasWaiting = true
    }

    /// Updates the count of pending entries after one was dequeued or removed.
    private func countDown() {
        left -= 1
        guard left == 0 else { return }
        waiting.removeAll(keepingUpTo: 64)
        next = 0
        hasWaiting = false
    }

    /// Dequeues the next subscription with pending updates, in the order of the changes; nil if absent.
    package func dequeue() -> Subscriber? {
        while next < waiting.count {
            let subscriber = waiting[next]
            next += 1
            guard subscriber.isWaiting else { continue }
            subscriber.isWaiting = false
            countDown()
            return subscriber
        }
        return nil
    }
}
