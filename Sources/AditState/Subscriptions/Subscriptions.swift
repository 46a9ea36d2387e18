import AditJSON

/// A registry of a core's subscriptions by name, with a queue of those with pending updates. The core's loop.
///
/// It is independent of the state's type, so that the check after each batch is one load (`benchmarks/run`).
@usableFromInline
package final class Subscriptions {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var all: [Name: Subscriber] = [:]
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

    /// The key of a subscription: a name is unique among those of one client, or of the host.
    private struct Name: Hashable, Comparable {
        /// nil for the host.
        let client: ByteString?
        let name: ByteString

        init(_ name: String, of client: String?) {
            self.name = ByteString(name)
            self.client = client.map { ByteString($0) }
        }

        static func < (left: Name, right: Name) -> Bool {
            switch (left.client, right.client) {
            case (let one, let other) where one == other: left.name < right.name
            case (let one?, let other?): one < other
            case (let one, _): one == nil
            }
        }
    }

    package subscript(name: String, of client: String?) -> Subscriber? { all[Name(name, of: client)] }

    /// Returns the subscriptions of a client.
    func all(of client: String) -> [Subscriber] {
        let client = ByteString(client)
        return all.filter { $0.key.client == client }.map(\.value)
    }

    /// Whether a subscription has pending updates.
    @inlinable package var hasUpdates: Bool { hasWaiting }

    /// The number of subscriptions.
    package var count: Int { all.count }

    func add(_ subscriber: Subscriber) {
        all[Name(subscriber.name, of: subscriber.client)] = subscriber
        isEmpty = false
    }

    /// - Complexity: O(1).
    func remove(_ subscriber: Subscriber) {
        all[Name(subscriber.name, of: subscriber.client)] = nil
        isEmpty = all.isEmpty
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

    /// Enqueues all subscriptions, each to send its whole value.
    @usableFromInline
    func askForAll() {
        for (_, subscriber) in all.sorted(by: { $0.key < $1.key }) {
            subscriber.askForValue()
            wait(subscriber)
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
