/// Collects what has changed in a state: a walk over the parts that have changed, and of these only over what somebody
/// follows. So a change costs those who follow it, and no others. The core's loop.
public final class ChangeWriter {
    let texts = JSONWriter()
    // Accesses last for one statement each.
    @exclusivity(unchecked) var records: [ChangeRecord] = []
    /// Whether all changes are wanted, followed or not.
    @exclusivity(unchecked) private(set) var wantsAll: Bool
    /// The subscribers to whom there is something to tell.
    @exclusivity(unchecked) @usableFromInline package internal(set) var touched: [Subscriber] = []
    // Where the walk is.
    private let root: SubscriptionTree?
    @exclusivity(unchecked) private(set) var part: SubscriptionTree?
    @exclusivity(unchecked) private(set) var levels: [Level] = []
    /// Those who follow the part where the walk is, or one that it lies in; those of the part itself come last.
    @exclusivity(unchecked) private(set) var covering: [Subscriber]
    @exclusivity(unchecked) private(set) var ownStart = 0
    /// Takes the changes as rows, where the walk is at what has rows of its own; nil elsewhere, and where there is no storage.
    @exclusivity(unchecked) @usableFromInline package internal(set) var rows: RowWriter?

    /// What the walk comes back to.
    struct Level {
        /// The key by which it was left.
        let key: String
        let part: SubscriptionTree?
        let covering: Int
        let ownStart: Int
    }

    /// Writes the state as it is now; nil where nobody can.
    let writeState: ((JSONWriter) throws(CodingFailure) -> Void)?

    /// - Parameters:
    ///   - root: who follows the state or parts of it.
    ///   - wantsAll: whether all changes are wanted, followed or not.
    ///   - writeState: writes the state as it is now; nil where nobody can.
    package init(
        _ root: SubscriptionTree?, wantsAll: Bool, writeState: ((JSONWriter) throws(CodingFailure) -> Void)? = nil
    ) {
        self.root = root
        part = root
        self.wantsAll = wantsAll
        self.writeState = writeState
        covering = root?.subscribers ?? []
    }

    /// Begins anew: what was collected is forgotten, and the set that was made of it is void.
    ///
    /// - Parameter rows: takes the changes as rows, too, whoever follows them.
    @usableFromInline
    package func begin(wantsAll: Bool, rows: RowWriter? = nil) {
        self.wantsAll = wantsAll
        self.rows = rows
        if !touched.isEmpty { touched.removeAll(keepingCapacity: touched.count <= 256) }
        if texts.count > 0 {
            records.removeAll(keepingCapacity: records.count <= 256)
            texts.truncate(to: 0)
            texts.shrink(to: 1 << 14)
        }
        if !levels.isEmpty { levels.removeAll(keepingCapacity: true) }
        part = root
        ownStart = 0
        if let root, !root.subscribers.isEmpty {
            covering = root.subscribers
        } else if !covering.isEmpty {
            covering = []
        }
    }

    @usableFromInline package var set: ChangeSet { ChangeSet(records: records, texts: texts) }

    /// What was collected has not come to stay.
    package func drop() {
        for subscriber in touched { subscriber.dropNoted() }
        begin(wantsAll: wantsAll)
    }

    /// Walks over the parts of something else than the state, below a key of its own. Only for those who follow it.
    package func walk(_ key: String, _ root: SubscriptionTree, _ body: () throws(CodingFailure) -> Void)
        throws(CodingFailure)
    {
        levels.append(Level(key: key, part: part, covering: 0, ownStart: 0))
        let outside = covering
        defer {
            part = levels.popLast()?.part
            (covering, ownStart) = (outside, 0)
        }
        part = root
        (covering, ownStart) = (root.subscribers, 0)
        try body()
    }
}

// MARK: - The walk

extension ChangeWriter {
    /// Whether somebody wants to know of all that changes here.
    @usableFromInline package var isCovered: Bool { wantsAll || !covering.isEmpty }

    /// The parts of this one that are followed; nil where there are none.
    @usableFromInline package var followedPart: SubscriptionTree? { part }

    /// Goes into a part; false where nobody follows it.
    @usableFromInline
    package func enter(_ key: String) -> Bool {
        let next = part?[key]
        guard isCovered || next != nil else { return false }
        enter(key, next)
        return true
    }

    /// Goes into a part of which it is known who follows it.
    @usableFromInline
    package func enter(_ key: String, _ next: SubscriptionTree?) {
        levels.append(Level(key: key, part: part, covering: covering.count, ownStart: ownStart))
        part = next
        ownStart = covering.count
        if let next, !next.subscribers.isEmpty { covering += next.subscribers }
    }

    /// Comes back from a part.
    @usableFromInline
    package func leave() {
        guard let level = levels.popLast() else { return }
        part = level.part
        if covering.count > level.covering { covering.removeLast(covering.count - level.covering) }
        ownStart = level.ownStart
    }

    /// Tells how a member differs, for generated code.
    // Inlinable, so that it is compiled for tables of the state's own elements (`benchmarks/run`).
    @inlinable
    public func member<T: WireModel>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard new.mayHaveChanged(since: old) else { return }
        if rows != nil { return try memberWithRows(key, old, new) }
        let next = followedPart?[key]
        if !isCovered {
            guard let next, next.mayBeConcerned(old, new) else { return }
        }
        enter(key, next)
        defer { leave() }
        if try !tellAbsence(old, new) { try new.writeChanges(since: old, to: self) }
    }

    /// The same of a text: of another one, though it may be equal to Swift, the bytes differ.
    public func member(_ key: String, _ old: String, _ new: String) throws(CodingFailure) {
        guard !old.isSpelled(as: new) else { return }
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        guard enter(key) else { return }
        defer { leave() }
        try replace(with: new)
    }

    public func member(_ key: String, _ old: String?, _ new: String?) throws(CodingFailure) {
        switch (old, new) {
        case (nil, nil): return
        case (let old?, let new?): if old.isSpelled(as: new) { return }
        default: break
        }
        try tellTexts(key, old, new)
    }

    public func member(_ key: String, _ old: [String], _ new: [String]) throws(CodingFailure) {
        guard new.mayHaveChanged(since: old), !old.elementsEqual(new, by: { $0.isSpelled(as: $1) }) else { return }
        try tellTexts(key, old, new)
    }

    private func tellTexts<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        guard enter(key) else { return }
        defer { leave() }
        try tellMember(old, new)
    }

    @_disfavoredOverload
    public func member<T: WireCodable & Equatable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard old != new else { return }
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        guard enter(key) else { return }
        defer { leave() }
        try tellMember(old, new)
    }

    @_disfavoredOverload
    public func member<T: WireCodable>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        if rows != nil { return try anyMemberWithRows(key, old, new) }
        guard enter(key) else { return }
        defer { leave() }
        try tellMember(old, new)
    }

    /// Tells how a member differs whose type is known only now.
    package func tellMember<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) {
        if try !tellAbsence(old, new) { try tell(old, new) }
    }

    /// Tells of a member that was absent, or is absent now.
    ///
    /// - Returns: false where it is neither.
    @inlinable
    func tellAbsence<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) -> Bool {
        switch (old.isAbsent, new.isAbsent) {
        case (false, false): return false
        case (true, true): break
        case (true, false): try add(new)
        case (false, true): try remove()
        }
        return true
    }

    /// Tells how a value differs that is in a list, or has a key of its own: it is there also where it is null.
    @usableFromInline
    package func tell<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) {
        if let type = T.self as? any WireModel.Type {
            try tell(as: type, old, new)
        } else if try !areEqual(old, new) {
            try replace(with: new)
        }
    }

    private func tell<M: WireModel, T>(as _: M.Type, _ old: T, _ new: T) throws(CodingFailure) {
        guard let old = old as? M, let new = new as? M else { return }
        try new.writeChanges(since: old, to: self)
    }
}
