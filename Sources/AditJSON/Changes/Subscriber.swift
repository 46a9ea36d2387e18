/// A host's wish to hear what becomes of a part of a state, and what there is to tell of it. The core's loop.
@usableFromInline
package final class Subscriber {
    /// The name that the host gave it.
    package let name: String
    /// On whose behalf the host asked for it; nil: its own.
    package let client: String?
    /// The way to the part.
    package let pointer: JSONPointer
    // Accesses last for one statement each.
    /// What has changed in the part since the subscriber was told of it last.
    @exclusivity(unchecked) package private(set) var news = News.none
    /// Which of the present batch's changes are in the part.
    @exclusivity(unchecked) private var changes: [Int] = []
    @exclusivity(unchecked) private var needsValue = false
    private var isTouched: Bool { needsValue || !changes.isEmpty }

    package enum Told: Equatable {
        /// That there is no value.
        case nothing
        /// A value; of its text there is a hash.
        case value(Int)
        /// A change, or that the value cannot be written.
        case changed
    }

    package enum News {
        case none
        /// RFC 6902 operations, as JSON texts with commas between.
        case operations(JSONWriter)
        /// The part is to be told as a whole: it has appeared or disappeared, or there is too much to tell of it.
        case value
    }

    /// The revision of the state that was told of last.
    @exclusivity(unchecked) package var revision: Int
    /// What was told then.
    @exclusivity(unchecked) package var told = Told.nothing
    /// Whether it is among those of whom there is something to tell.
    @exclusivity(unchecked) package var isWaiting = false

    /// Whether it follows the part no more.
    @exclusivity(unchecked) package internal(set) var isGone = false

    package init(_ pointer: JSONPointer, name: String = "", of client: String? = nil, revision: Int = 0) {
        self.pointer = pointer
        self.name = name
        self.client = client
        self.revision = revision
    }

    /// How many bytes of operations may wait. Beyond, the part is told as a whole.
    private static let mostBytes = 1 << 18

    /// A change lies in the part.
    ///
    /// - Returns: whether it is the first thing to be told of this batch.
    func note(_ change: Int) -> Bool {
        defer { changes.append(change) }
        return !isTouched
    }

    /// What is to be told of the part is its value.
    ///
    /// - Returns: whether it is the first thing to be told of this batch.
    func noteValue() -> Bool {
        defer { needsValue = true }
        return !isTouched
    }

    /// The batch has ended: what was noted is news.
    package func take(from set: ChangeSet) {
        defer { dropNoted() }
        switch news {
        case .value: break
        case .none where needsValue, .operations where needsValue: news = .value
        case .none:
            let operations = JSONWriter()
            news = .operations(operations)
            write(set, to: operations)
        case .operations(let operations): write(set, to: operations)
        }
    }

    /// What was noted of the batch did not come to stay.
    func dropNoted() {
        changes.removeAll(keepingCapacity: changes.count <= 64)
        needsValue = false
    }

    private func write(_ set: ChangeSet, to operations: JSONWriter) {
        for change in changes {
            if operations.count > 0 { operations.write(literal: ",") }
            set.write(change, within: pointer.tokens.count, to: operations)
        }
        if operations.count > Subscriber.mostBytes { news = .value }
    }

    /// Takes the news out: they are told.
    package func takeNews() -> News {
        defer { news = .none }
        return news
    }

    /// The part is to be told as a whole.
    package func askForValue() { news = .value }
}
