import AditJSON

/// Where a store's state lives, how it is changed and how a message's changes are undone, and who hears of changes.
///
/// The way back from a message that fails: another kind of storage knows its own; otherwise the state keeps what it takes
/// (``Changeable``). What runs for each message is inlinable, so that it is compiled for the app's own state
/// (`benchmarks/run`).
@usableFromInline
final class StateCell<S: State> {
    // An `apply` is given the state and has no way to the store, so accesses cannot overlap.
    @exclusivity(unchecked) @usableFromInline var state: S
    @usableFromInline let storage: (any StateStorage<S>)?
    /// What it takes to undo the present message.
    @exclusivity(unchecked) @usableFromInline var beforeMessage: S
    /// What it takes to tell what the batch has changed, where somebody wants to know and it is not ``beforeMessage``.
    @exclusivity(unchecked) @usableFromInline var beforeBatch: S
    @exclusivity(unchecked) @usableFromInline var isFollowed = false
    /// Whether the batch's first message that changes something is the present one, or the only one.
    @exclusivity(unchecked) @usableFromInline var isFirst = true
    // An observer that adds another one does so after the list has been read.
    @exclusivity(unchecked) private(set) var observers: [(ChangeSet?) -> Void] = []
    @exclusivity(unchecked) private var wantsAll = false
    /// Who follows parts of the state; nil where there is no core.
    @exclusivity(unchecked) var following: Following<S>? {
        didSet {
            subscriptions = following?.subscriptions
            changes = nil
        }
    }
    @exclusivity(unchecked) private var subscriptions: Subscriptions?
    /// Collects what a batch has changed; kept from one to the next.
    @exclusivity(unchecked) private var changes: ChangeWriter?

    init(_ state: S, _ storage: (any StateStorage<S>)?) {
        self.state = state
        beforeMessage = state
        beforeBatch = state
        self.storage = storage
    }

    /// Keeps what it takes to come back to the state as it is now, and to tell what becomes of it.
    @inlinable
    func keepWayBack(_ first: Transaction.First) {
        switch first {
        case .nothing: return
        case .message: goOn()
        case .batch, .change: begin(first)
        }
        if let storage { storage.mark(&state) }
        if storage == nil || isFollowed { state.keepOriginal(in: &beforeMessage) }
    }

    @usableFromInline
    func begin(_ first: Transaction.First) {
        state.forgetChanges()
        isFollowed = wantsAll || subscriptions.map { !$0.isEmpty } ?? false
        isFirst = true
        if first == .batch { storage?.begin(&state) }
    }

    @inlinable
    func goOn() {
        if !isFollowed { return state.forgetChanges() }
        guard isFirst else { return }
        isFirst = false
        swap(&beforeBatch, &beforeMessage)
    }

    @inlinable
    func apply(_ change: consuming S.Change) {
        if let storage { return storage.apply(change, to: &state) }
        state.apply(change)
    }

    func replace(with other: S) {
        if let storage { return storage.replace(&state, with: other) }
        state = other
    }

    func rollBack() {
        if let storage { return storage.rollBack(&state) }
        state.returnToOriginal(&beforeMessage)
    }

    func observe(_ observer: @escaping (ChangeSet?) -> Void, wantingAll: Bool) {
        observers.append(observer)
        if wantingAll { wantsAll = true }
    }

    func forgetObservers() {
        observers.removeAll()
        wantsAll = false
    }

    /// Tells those who follow the state what the batch has changed.
    func tell() {
        if !isFollowed {
            for observer in observers { observer(nil) }
            return
        }
        let changes = changes ?? ChangeWriter(following?.state, wantsAll: wantsAll, writeState: writeState)
        self.changes = changes
        changes.begin(wantsAll: wantsAll)
        if let following {
            following.tell(from: isFirst ? beforeMessage : beforeBatch, to: state, changes)
        } else {
            // What cannot be written is in no change set.
            try? state.writeChanges(since: isFirst ? beforeMessage : beforeBatch, to: changes)
        }
        if observers.isEmpty { return }
        let set = changes.set
        for observer in observers { observer(set) }
    }

    /// nil where the state has no coding.
    private var writeState: ((JSONWriter) throws(CodingFailure) -> Void)? {
        guard let following else { return nil }
        return { [unowned self] writer throws(CodingFailure) in try following.write(state, to: writer) }
    }

    var hooks: Transaction.Hooks {
        Transaction.Hooks(
            rollBack: rollBack, commit: storage == nil ? nil : { self.storage?.commit(&self.state) },
            tellObservers: tell)
    }
}
