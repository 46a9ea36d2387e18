import AditJSON

/// A tree of the subscriptions to the parts of a state, with one key of their pointers per level.
public final class SubscriptionTree {
    /// The last key of the part's pointer; empty for the root.
    @usableFromInline let key: String
    // Accesses last for one statement each.
    /// The subscribers of just this part, in the order of subscription, including some that have been removed.
    @exclusivity(unchecked) private var list: [Subscriber] = []
    /// The number of removed subscribers in the list: they are deleted in bulk, so that each removal is cheap.
    @exclusivity(unchecked) private var gone = 0
    @exclusivity(unchecked) package private(set) var parts: [ByteString: SubscriptionTree] = [:]
    /// The parts as a list if they are few: a linear search is quicker than hashing a key.
    @exclusivity(unchecked) private var few: [(key: ByteString, part: SubscriptionTree)] = []
    /// Whether just this part has subscribers.
    @exclusivity(unchecked) @usableFromInline package private(set) var isFollowed = false
    /// The number of subscribers of just this part that have windows.
    @exclusivity(unchecked) private var windows = 0
    /// The subscribed members of a struct at this part, and the subscribed elements of a table.
    @exclusivity(unchecked) @usableFromInline var members: Meaning? { didSet { oldValue?.release() } }
    @exclusivity(unchecked) @usableFromInline var elements: Meaning? { didSet { oldValue?.release() } }

    /// A cached object derived from the subscriptions, valid until they change.
    @usableFromInline
    struct Meaning {
        /// The object, retained here.
        @usableFromInline let object: UnsafeRawPointer
        /// The type of the struct, or of the table's ids: it determines the object's type.
        @usableFromInline let type: ObjectIdentifier

        @usableFromInline
        init(_ object: AnyObject, for type: ObjectIdentifier) {
            self.object = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
            self.type = type
        }

        fileprivate func release() { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }

    package convenience init() { self.init(key: "") }

    private init(key: String) { self.key = key }

    deinit { forgetMeanings() }

    /// The subtree of a key; nil if it has no subscriptions.
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

    /// Whether a part below this one has subscribers.
    var hasParts: Bool { !parts.isEmpty }

    package var isEmpty: Bool { !isFollowed && parts.isEmpty }

    /// Whether a subscriber of just this part has a window.
    var hasWindows: Bool { windows > 0 }

    /// The subscribers of just this part, in the order of subscription.
    package var subscribers: [Subscriber] {
        if gone > 0 { forgetGone() }
        return list
    }

    private func forgetGone() {
        list.removeAll(where: \.isGone)
        gone = 0
    }

    /// Returns whether the difference between two values may affect a subscriber of this part or of one below it.
    @inlinable
    package func mayBeConcerned<T: WireModel>(_ original: T, _ value: T) -> Bool {
        if isFollowed { return true }
        var (original, value) = (original, value)
        return T.mayConcern(SubscriptionFilter(self), &value, since: &original)
    }

    /// Returns whether the part of a key, or one below it, has subscribers.
    package func isFollowed(_ key: String) -> Bool { self[key] != nil }

    /// Adds a subscriber to the part at a sequence of keys.
    package func add(_ subscriber: Subscriber, at keys: ArraySlice<String>) {
        forgetMeanings()
        guard let key = keys.first.map(ByteString.init(_:)) else {
            list.append(subscriber)
            isFollowed = true
            if subscriber.window != nil { windows += 1 }
            return
        }
        if let part = parts[key] { return part.add(subscriber, at: keys.dropFirst()) }
        let part = SubscriptionTree(key: key.string)
        part.add(subscriber, at: keys.dropFirst())
        set(part, for: key)
    }

    /// Removes a present subscriber.
    ///
    /// - Complexity: O(1) in the number of subscribers, amortized.
    package func remove(_ subscriber: Subscriber, at keys: ArraySlice<String>) {
        forgetMeanings()
        guard let key = keys.first.map(ByteString.init(_:)) else {
            subscriber.isGone = true
            gone += 1
            if gone > list.count / 2 { forgetGone() }
            isFollowed = !list.isEmpty
            if subscriber.window != nil { windows -= 1 }
            return
        }
        guard let part = parts[key] else { return }
        part.remove(subscriber, at: keys.dropFirst())
        if part.isEmpty { set(nil, for: key) }
    }

    /// Calls `body` for each subscriber of one of the positions in this list, or of a part below it, in the order of
    /// the keys.
    ///
    /// - Complexity: O(n) in the number of positions or of subscribed parts, whichever is less.
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

    /// Calls `body` for each subscriber below this part, but not for those of the part itself, in the order of the
    /// keys, in which hosts are notified.
    func forEachFollowerBelow(_ body: (Subscriber) -> Void) {
        for (_, part) in parts.sorted(by: { $0.key < $1.key }) {
            part.subscribers.forEach(body)
            part.forEachFollowerBelow(body)
        }
    }
}
