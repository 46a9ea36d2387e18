/// A part of a state that is followed, or that has parts that are: a tree, with a key of their pointers a level.
public final class SubscriptionTree {
    // Accesses last for one statement each.
    /// Those who follow just this part, in the order in which they came, and some who do so no more.
    @exclusivity(unchecked) private var list: [Subscriber] = []
    /// How many of the list follow it no more: they are taken out together, so that one of many leaves at once.
    @exclusivity(unchecked) private var gone = 0
    @exclusivity(unchecked) package private(set) var parts: [ByteString: SubscriptionTree] = [:]
    /// The parts as a list where they are few: to look there is quicker than to hash a key.
    @exclusivity(unchecked) private var few: [(key: ByteString, part: SubscriptionTree)] = []
    /// Whether somebody follows just this part.
    @exclusivity(unchecked) @usableFromInline package private(set) var isFollowed = false
    /// Which members of a struct that is here are followed, and which elements of a table.
    @exclusivity(unchecked) @usableFromInline var members: Meaning? { didSet { oldValue?.release() } }
    @exclusivity(unchecked) @usableFromInline var elements: Meaning? { didSet { oldValue?.release() } }

    /// What a value has made of the parts, kept for it until somebody follows others of them.
    @usableFromInline
    struct Meaning {
        /// It is retained here.
        @usableFromInline let object: UnsafeRawPointer
        /// The type of the struct, or of the table's ids: that of the object follows from it.
        @usableFromInline let type: ObjectIdentifier

        @usableFromInline
        init(_ object: AnyObject, for type: ObjectIdentifier) {
            self.object = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
            self.type = type
        }

        fileprivate func release() { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }

    package init() {}

    deinit { forgetMeanings() }

    /// The part of a key; nil where nobody follows it, or one in it.
    @usableFromInline package subscript(key: String) -> SubscriptionTree? {
        if few.isEmpty { return parts.isEmpty ? nil : parts[ByteString(key)] }
        for index in few.indices where few[index].key.string.isSpelled(as: key) { return few[index].part }
        return nil
    }

    private func set(_ part: SubscriptionTree?, for key: ByteString) {
        parts[key] = part
        few = parts.count <= 8 ? parts.map { ($0.key, $0.value) } : []
    }

    private func forgetMeanings() {
        members = nil
        elements = nil
    }

    package var isEmpty: Bool { !isFollowed && parts.isEmpty }

    /// Those who follow just this part, in the order in which they came.
    package var subscribers: [Subscriber] {
        if gone > 0 { forgetGone() }
        return list
    }

    private func forgetGone() {
        list.removeAll(where: \.isGone)
        gone = 0
    }

    /// Whether the difference between two values may concern somebody who follows this part, or one in it.
    @inlinable
    package func mayBeConcerned<T: WireModel>(_ original: T, _ value: T) -> Bool {
        if isFollowed { return true }
        var (original, value) = (original, value)
        return value.mayConcern(SubscriptionFilter(self), since: &original)
    }

    /// Whether somebody follows the part of a key, or one in it.
    package func isFollowed(_ key: String) -> Bool { self[key] != nil }

    /// Adds a subscriber of the part that some keys lead to.
    package func add(_ subscriber: Subscriber, at keys: ArraySlice<String>) {
        forgetMeanings()
        guard let key = keys.first.map(ByteString.init(_:)) else {
            list.append(subscriber)
            isFollowed = true
            return
        }
        if let part = parts[key] { return part.add(subscriber, at: keys.dropFirst()) }
        let part = SubscriptionTree()
        part.add(subscriber, at: keys.dropFirst())
        set(part, for: key)
    }

    /// Takes a subscriber out, which is one.
    ///
    /// - Complexity: O(1) in the number of subscribers, amortized.
    package func remove(_ subscriber: Subscriber, at keys: ArraySlice<String>) {
        forgetMeanings()
        guard let key = keys.first.map(ByteString.init(_:)) else {
            subscriber.isGone = true
            gone += 1
            if gone > list.count / 2 { forgetGone() }
            isFollowed = !list.isEmpty
            return
        }
        guard let part = parts[key] else { return }
        part.remove(subscriber, at: keys.dropFirst())
        if part.isEmpty { set(nil, for: key) }
    }

    /// Calls `body` for all who follow one of some positions in the list that is here, or a part of it; in the order of the keys.
    ///
    /// - Complexity: O(n) in the number of positions or of followed parts, whichever is less.
    func forEachFollower(ofPositions positions: Range<Int>, _ body: (Subscriber) -> Void) {
        if parts.isEmpty { return }
        var concerned: [(key: ByteString, part: SubscriptionTree)] = []
        if positions.count < parts.count {
            for position in positions {
                let key = ByteString("\(position)")
                if let part = parts[key] { concerned.append((key, part)) }
            }
        } else {
            for (key, part) in parts {
                if let position = JSONPointer.index(key.string), positions.contains(position) {
                    concerned.append((key, part))
                }
            }
        }
        for (_, part) in concerned.sorted(by: { $0.key < $1.key }) {
            part.subscribers.forEach(body)
            part.forEachFollowerBelow(body)
        }
    }

    /// Calls `body` for all who follow a part of this one, but not for those who follow this one; in the order of the keys, as
    /// hosts are told of it in that order.
    func forEachFollowerBelow(_ body: (Subscriber) -> Void) {
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            part.subscribers.forEach(body)
            part.forEachFollowerBelow(body)
        }
    }
}
