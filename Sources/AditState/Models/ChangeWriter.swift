import AditJSON

/// A collector of the changes of a state: it walks over the parts that have changed, limited to those with
/// subscriptions, so that only subscribed changes have a cost. The core's loop.
@_documentation(visibility: private)
public final class ChangeWriter {
    let texts = JSONWriter()
    // Accesses last for one statement each.
    @exclusivity(unchecked) var records: [ChangeRecord] = []
    /// Whether all changes are collected, with or without subscriptions.
    @exclusivity(unchecked) private(set) var wantsAll: Bool
    /// The subscribers with pending updates.
    @exclusivity(unchecked) @usableFromInline package internal(set) var touched: [Subscriber] = []
    // The position of the walk.
    private let root: SubscriptionTree?
    @exclusivity(unchecked) private(set) var part: SubscriptionTree?
    @exclusivity(unchecked) private(set) var levels: [Level] = []
    /// The subscribers of the current part and of the parts around it; those of the part itself come last.
    @exclusivity(unchecked) private(set) var covering: [Subscriber]
    @exclusivity(unchecked) private(set) var ownStart = 0
    /// Writes the changes as rows, while the walk is at a part stored as rows; nil elsewhere, and without a storage.
    @exclusivity(unchecked) @usableFromInline package internal(set) var rows: RowWriter?

    /// A saved position of the walk.
    struct Level {
        /// The key that was entered from here.
        let key: String
        let part: SubscriptionTree?
        let covering: Int
        let ownStart: Int
    }

    /// Writes the present state; nil if it has no coding.
    let writeState: ((JSONWriter) throws(CodingFailure) -> Void)?

    /// - Parameters:
    ///   - root: the subscriptions to the state and its parts.
    ///   - wantsAll: whether all changes are collected, with or without subscriptions.
    ///   - writeState: writes the present state; nil if it has no coding.
    package init(
        _ root: SubscriptionTree?, wantsAll: Bool, writeState: ((JSONWriter) throws(CodingFailure) -> Void)? = nil
    ) {
        self.root = root
        part = root
        self.wantsAll = wantsAll
        self.writeState = writeState
        covering = root?.subscribers ?? []
    }

    /// Restarts the writer: discards the collected changes, and invalidates their set.
    ///
    /// - Parameter rows: also writes the changes as rows, with or without subscriptions.
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

    /// Discards the changes of a batch that was undone.
    package func drop() {
        for subscriber in touched { subscriber.undoNoted() }
        begin(wantsAll: wantsAll)
    }

    /// Walks over the parts of a value outside the state, below a separate key. Collects for subscribers only.
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
    /// Whether all changes of the current part are collected.
    @usableFromInline package var isCovered: Bool { wantsAll || !covering.isEmpty }

    /// Takes the windows of just this part out of the walk: a list notes what changes in them itself.
    ///
    /// - Returns: their subscribers; empty for most parts.
    func takeWindows() -> [Subscriber] {
        guard let part, part.hasWindows else { return [] }
        let own = covering[ownStart...]
        covering.replaceSubrange(ownStart..., with: own.filter { $0.window == nil })
        return own.filter { $0.window != nil }
    }

    /// Records what has changed in a window.
    func tell(_ window: Subscriber) {
        if window.noteWindow() { touched.append(window) }
    }

    /// The subscriptions below the current part; nil if none.
    @usableFromInline package var followedPart: SubscriptionTree? { part }

    /// Enters a part; false if it has no subscriptions.
    @usableFromInline
    package func enter(_ key: String) -> Bool {
        let next = part?[key]
        guard isCovered || next != nil else { return false }
        enter(key, next)
        return true
    }

    /// Enters a part whose subscriptions are known.
    @usableFromInline
    package func enter(_ key: String, _ next: SubscriptionTree?) {
        levels.append(Level(key: key, part: part, covering: covering.count, ownStart: ownStart))
        part = next
        ownStart = covering.count
        if let next, !next.subscribers.isEmpty { covering += next.subscribers }
    }

    /// Leaves a part.
    @usableFromInline
    package func leave() {
        guard let level = levels.popLast() else { return }
        part = level.part
        if covering.count > level.covering { covering.removeLast(covering.count - level.covering) }
        ownStart = level.ownStart
    }

    /// Writes the changes of a member, for generated code.
    // Inlinable, so that it is specialized for tables of the state's elements (`benchmarks/run`).
    @inlinable
    public func member<T: WireModel>(_ key: String, _ old: T, _ new: T) throws(CodingFailure) {
        guard T.mayHaveChanged(new, since: old) else { return }
        if rows != nil { return try memberWithRows(key, old, new) }
        let next = followedPart?[key]
        if !isCovered {
            guard let next, next.mayBeConcerned(old, new) else { return }
        }
        enter(key, next)
        defer { leave() }
        if try !tellAbsence(old, new) { try T.writeChanges(of: new, since: old, to: self) }
    }

    /// Writes the changes of a text, compared by bytes: texts with different bytes may be equal strings.
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
        guard [String].mayHaveChanged(new, since: old), !old.elementsEqual(new, by: { $0.isSpelled(as: $1) }) else {
            return
        }
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

    /// Writes the changes of a member whose type is known only at run time.
    package func tellMember<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) {
        if try !tellAbsence(old, new) { try tell(old, new) }
    }

    /// Records that a member was added or removed.
    ///
    /// - Returns: false if it was present and still is.
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

    /// Writes the changes of a list's element or a dictionary's value, which is present even if null.
    @usableFromInline
    package func tell<T: WireCodable>(_ old: T, _ new: T) throws(CodingFailure) {
        if let type = T.self as? any WireModel.Type {
            try tell(as: type, old, new)
        } else if try !areEqual(old, new) {
            try replace(with: new)
        }
    }

    // M is T. Casts of the values would take longer than most comparisons.
    private func tell<M: WireModel, T>(as _: M.Type, _ old: T, _ new: T) throws(CodingFailure) {
        try M.writeChanges(of: unsafeBitCast(new, to: M.self), since: unsafeBitCast(old, to: M.self), to: self)
    }
}
