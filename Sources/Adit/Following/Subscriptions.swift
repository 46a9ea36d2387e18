import AditJSON

/// The subscriptions of a core, by their names, and those that there is something to tell of. The core's loop.
///
/// It knows nothing of the state's type: what each batch asks for is one load then (`benchmarks/run`).
@usableFromInline
package final class Subscriptions {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var all: [Name: Subscriber] = [:]
    @exclusivity(unchecked) private var waiting: [Subscriber] = []
    /// Those of the waiting before it have been taken out.
    @exclusivity(unchecked) private var next = 0
    /// How many of the others are waited for: those that follow nothing any more are passed over.
    @exclusivity(unchecked) private var left = 0
    /// Whether there is something to tell.
    @exclusivity(unchecked) package private(set) var haveNews = false
    /// Whether there is none at all.
    @exclusivity(unchecked) @usableFromInline private(set) var isEmpty = true

    /// A name is unique among those of one client, or of the host.
    private struct Name: Hashable, Comparable {
        /// nil: the host's own.
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

    subscript(name: String, of client: String?) -> Subscriber? { all[Name(name, of: client)] }

    /// All that a client has.
    func all(of client: String) -> [Subscriber] {
        let client = ByteString(client)
        return all.filter { $0.key.client == client }.map(\.value)
    }

    /// How many there are.
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

    /// The batch has ended: what was noted of it is to be told.
    @usableFromInline
    func take(_ changes: ChangeWriter) {
        let set = changes.set
        for subscriber in changes.touched {
            subscriber.take(from: set)
            wait(subscriber)
        }
    }

    /// All values are to be told anew.
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
        haveNews = true
    }

    /// One of the waiting is waited for no more.
    private func countDown() {
        left -= 1
        guard left == 0 else { return }
        waiting.removeAll(keepingCapacity: waiting.count <= 64)
        next = 0
        haveNews = false
    }

    /// Takes out the next of whom there is something to tell, in the order in which it happened; nil where there is none.
    package func takeNext() -> Subscriber? {
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
