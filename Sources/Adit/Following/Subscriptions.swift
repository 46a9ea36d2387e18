import AditJSON

/// The subscriptions of a core, by their names, and those that there is something to tell of. The core's loop.
///
/// It knows nothing of the state's type: what each batch asks for is one load then (`benchmarks/run`).
@usableFromInline
package final class Subscriptions {
    // Accesses last for one statement each.
    @exclusivity(unchecked) private var all: [String: Follower] = [:]
    @exclusivity(unchecked) private var waiting: [Follower] = []
    /// Those of the waiting before it have been taken out.
    @exclusivity(unchecked) private var next = 0
    /// Whether there is something to tell.
    @exclusivity(unchecked) package private(set) var haveNews = false
    /// Whether there is none at all.
    @exclusivity(unchecked) @usableFromInline private(set) var isEmpty = true

    subscript(name: String) -> Follower? { all[name] }

    func add(_ follower: Follower) {
        all[follower.name] = follower
        isEmpty = false
    }

    func remove(_ follower: Follower) {
        all[follower.name] = nil
        isEmpty = all.isEmpty
        if follower.isWaiting {
            waiting = waiting[next...].filter { $0 !== follower }
            next = 0
            haveNews = !waiting.isEmpty
        }
    }

    /// The batch has ended: what was noted of it is to be told.
    @usableFromInline
    func take(_ changes: ChangeWriter) {
        let set = changes.set
        for follower in changes.touched {
            follower.take(from: set)
            wait(follower)
        }
    }

    /// All values are to be told anew.
    @usableFromInline
    func askForAll() {
        for follower in all.values {
            follower.askForValue()
            wait(follower)
        }
    }

    private func wait(_ follower: Follower) {
        guard !follower.isWaiting else { return }
        follower.isWaiting = true
        waiting.append(follower)
        haveNews = true
    }

    /// Takes out the next of whom there is something to tell, in the order in which it happened; nil where there is none.
    package func takeNext() -> Follower? {
        guard next < waiting.count else { return nil }
        let follower = waiting[next]
        follower.isWaiting = false
        next += 1
        if next == waiting.count {
            waiting.removeAll(keepingCapacity: waiting.count <= 64)
            next = 0
            haveNews = false
        }
        return follower
    }
}
