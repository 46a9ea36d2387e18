import AditJSON

/// A collector of the changes of a state: it walks over the parts that have changed, limited to those with
/// subscriptions, so that only subscribed changes have a cost. The core's loop.
///
/// Generated code of a model compares its stored properties with those of the undo log, and enters those that differ,
/// which do the same with theirs; a table enters the elements that its log names. The writer keeps the position of this
/// walk: the keys from the root, the node of the ``SubscriptionTree`` there, and the subscribers of the part and of
/// those around it. A change is written once for each of them, as an operation of RFC 6902 relative to its own part. A
/// part without subscribers beneath it, and without any around it, is not entered, unless all changes are wanted or
/// rows are written.
@_documentation(visibility: private)
public final class ChangeWriter {
    /// The paths and values of all changes, if they are collected.
    let texts = JSONWriter()
    // Accesses last for one statement each.
    /// The collected changes; empty unless all are collected, as subscribers get theirs at once.
    @exclusivity(unchecked) var records: [ChangeRecord] = []
    /// Whether all changes are collected, with or without subscriptions.
    @exclusivity(unchecked) private(set) var wantsAll: Bool
    /// The subscribers with pending updates.
    @exclusivity(unchecked) @usableFromInline package internal(set) var touched: [Subscriber] = []
    // The position of the walk.
    private let root: SubscriptionTree?
    /// The subscriptions to the current part. The root retains them, and they do not change during a walk; each
    /// reference count would take a tenth of a level's time.
    @exclusivity(unchecked) private var place: Unmanaged<SubscriptionTree>?
    @exclusivity(unchecked) private(set) var levels: [Level] = []
    /// The pointer to the current part from the outermost covering subscriber's part on, up to the level that was
    /// needed last; from the root if all changes are collected.
    let pointer = JSONWriter(capacity: 128)
    /// The number of levels whose keys are in ``pointer``, or before it.
    @exclusivity(unchecked) private var written = 0
    /// The former path of a value that is moved.
    let origin = JSONWriter(capacity: 16)
    /// The subscribers of the current part and of the parts around it; those of the part itself come last.
    @exclusivity(unchecked) private(set) var covering: [Subscriber]
    @exclusivity(unchecked) private(set) var ownStart = 0
    /// Writes the changes as rows, while the walk is at a part stored as rows; nil elsewhere, and without a storage.
    @exclusivity(unchecked) @usableFromInline package internal(set) var rows: RowWriter?
    /// The types whose values were compared, each with its conformance; nil if its values change as a whole.
    @exclusivity(unchecked) private var models: [(type: ObjectIdentifier, model: (any WireModel.Type)?)] = []

    /// A saved position of the walk.
    struct Level {
        /// The key that was entered from here.
        let key: String
        let place: Unmanaged<SubscriptionTree>?
        let covering: Int
        let ownStart: Int
        /// Where the key begins in the pointer, if it is there.
        var start = 0
    }

    /// Writes the present state; nil if it has no coding.
    let writeState: ((JSONWriter) throws(CodingFailure) -> Void)?
    /// Writes a state, of the same type; nil if it has no coding.
    private let write: ((Any, JSONWriter) throws(CodingFailure) -> Void)?

    /// - Parameters:
    ///   - root: the subscriptions to the state and its parts.
    ///   - wantsAll: whether all changes are collected, with or without subscriptions.
    ///   - writeState: writes the present state; nil if it has no coding.
    ///   - write: writes any state; nil if it has no coding.
    package init(
        _ root: SubscriptionTree?, wantsAll: Bool, writeState: ((JSONWriter) throws(CodingFailure) -> Void)? = nil,
        write: ((Any, JSONWriter) throws(CodingFailure) -> Void)? = nil
    ) {
        self.root = root
        place = root.map { .passUnretained($0) }
        self.wantsAll = wantsAll
        self.writeState = writeState
        self.write = write
        covering = root?.subscribers ?? []
    }

    /// Restarts the writer: discards the collected changes, and invalidates their set.
    ///
    /// - Parameter rows: also writes the changes as rows, with or without subscriptions.
    @usableFromInline
    package func begin(wantsAll: Bool, rows: RowWriter? = nil) {
        self.wantsAll = wantsAll
        self.rows = rows
        if !touched.isEmpty { touched.removeAll(keepingUpTo: 256) }
        if !records.isEmpty { records.removeAll(keepingUpTo: 256) }
        texts.removeAll(keepingUpTo: 1 << 14)
        if !levels.isEmpty { levels.removeAll(keepingCapacity: true) }
        pointer.truncate(to: 0)
        written = 0
        place = root.map { .passUnretained($0) }
        ownStart = 0
        if let root, !root.subscribers.isEmpty {
            covering = root.subscribers
        } else if !covering.isEmpty {
            covering = []
        }
    }

    /// Returns whether two states have different JSON; false if they have none.
    func writesDifferently(_ state: Any, _ original: Any) throws(CodingFailure) -> Bool {
        guard let write else { return false }
        let (text, former) = (JSONWriter(), JSONWriter())
        try write(state, text)
        try write(original, former)
        return !text.bytes.elementsEqual(former.bytes)
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
        levels.append(Level(key: key, place: place, covering: 0, ownStart: 0))
        let outside = covering
        defer {
            place = popLevel()?.place
            (covering, ownStart) = (outside, 0)
        }
        place = .passUnretained(root)
        (covering, ownStart) = (root.subscribers, 0)
        try body()
    }
}

// MARK: - The walk

extension ChangeWriter {
    /// Whether all changes of the current part are collected.
    @usableFromInline package var isCovered: Bool { wantsAll || !covering.isEmpty }

    /// The subscriptions to the current part, and below; nil if none.
    @usableFromInline package var part: SubscriptionTree? { place?.takeUnretainedValue() }

    /// Returns the subscriptions to a member of the current part, and below; nil if none.
    @usableFromInline
    func part(of key: String) -> SubscriptionTree? { place?._withUnsafeGuaranteedRef { $0[key] } }

    /// Whether subscribers of just this part have windows.
    @usableFromInline package var hasWindows: Bool { place?._withUnsafeGuaranteedRef { $0.hasWindows } ?? false }

    /// Takes the windows of just this part out of the walk: a list notes what changes in them itself.
    ///
    /// - Returns: their subscribers; empty for most parts.
    func removeWindows() -> [Subscriber] {
        guard hasWindows else { return [] }
        let own = covering[ownStart...]
        covering.replaceSubrange(ownStart..., with: own.filter { $0.window == nil })
        return own.filter { $0.window != nil }
    }

    /// Records the changes in a window.
    func report(_ window: Subscriber) {
        if window.recordWindow() { touched.append(window) }
    }

    /// Enters a part; false if it has no subscriptions.
    @usableFromInline
    package func enter(_ key: String) -> Bool {
        let next = part(of: key)
        guard isCovered || next != nil else { return false }
        enter(key, next)
        return true
    }

    /// Enters a part whose subscriptions are known.
    @usableFromInline
    package func enter(_ key: String, _ next: SubscriptionTree?) {
        levels.append(Level(key: key, place: place, covering: covering.count, ownStart: ownStart))
        place = next.map { .passUnretained($0) }
        ownStart = covering.count
        guard let next, next.isFollowed else { return }
        // Most are one: a loop takes a third of appending the list.
        let own = next.subscribers
        for index in own.indices { covering.append(own[index]) }
    }

    /// Leaves a part.
    @usableFromInline
    package func leave() {
        guard let level = popLevel() else { return }
        place = level.place
        while covering.count > level.covering { covering.removeLast() }
        ownStart = level.ownStart
    }

    private func popLevel() -> Level? {
        guard let level = levels.popLast() else { return nil }
        if written > levels.count {
            written = levels.count
            pointer.truncate(to: level.start)
        }
        return level
    }

    /// Completes ``pointer``, of which the changes of one part have most in common.
    func writePointer() {
        // Until the first covering subscriber's part is left, no other becomes the first.
        if !wantsAll, let first = covering.first { written = max(written, first.depth) }
        while written < levels.count {
            levels[written].start = pointer.count
            pointer.write(token: levels[written].key)
            written += 1
        }
    }

    /// Returns where the keys below a part begin in the complete pointer.
    ///
    /// - Parameters:
    ///   - depth: the number of keys of a covering subscriber's part.
    ///   - end: the length of the pointer to the current part.
    func pointerStart(below depth: Int, _ end: Int) -> Int { depth < levels.count ? levels[depth].start : end }

    /// Returns the conformance of a type; nil if its values change as a whole.
    ///
    /// A cast takes as long as writing a change: there is one for each type (`benchmarks/run`).
    @usableFromInline
    func model(_ type: Any.Type) -> (any WireModel.Type)? {
        let id = ObjectIdentifier(type)
        for index in models.indices where models[index].type == id { return models[index].model }
        let model = type as? any WireModel.Type
        models.append((id, model))
        return model
    }
}
