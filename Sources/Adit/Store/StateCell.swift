import AditJSON

/// Where a store's state lives, how a message's changes are undone, and who hears of changes.
///
/// The way back from a message that fails, or from a batch that cannot be kept, is noted by the state itself
/// (``Changeable``). What runs for each message, and for each batch where somebody follows the state, is inlinable, so that
/// it is compiled for the app's own state (`benchmarks/run`).
@usableFromInline
final class StateCell<S: State> {
    // An `apply` is given the state and has no way to the store, so accesses cannot overlap.
    @exclusivity(unchecked) @usableFromInline var state: S
    /// What it takes to undo the present message.
    @exclusivity(unchecked) @usableFromInline var beforeMessage: S
    /// What it takes to undo or tell what the batch has changed, where somebody may want that and it is not
    /// ``beforeMessage``.
    @exclusivity(unchecked) @usableFromInline var beforeBatch: S
    @exclusivity(unchecked) @usableFromInline var isFollowed = false
    /// Whether the batch's first message that changes something is the present one, or the only one.
    @exclusivity(unchecked) @usableFromInline var isFirst = true
    // An observer that adds another one does so after the list has been read.
    @exclusivity(unchecked) @usableFromInline var observers: [(ChangeSet?) -> Void] = []
    @exclusivity(unchecked) @usableFromInline var wantsAll = false
    /// Writes the state to where it is kept; nil: it is in memory alone.
    @exclusivity(unchecked) @usableFromInline var persister: StatePersister?
    /// How the state is written that is kept somewhere.
    @exclusivity(unchecked) var coding: StateCoding<S>? { didSet { changes = nil } }
    /// Who follows parts of the state; nil where there is no core.
    @exclusivity(unchecked) @usableFromInline var following: Following<S>? {
        didSet {
            subscriptions = following?.subscriptions
            followed = following.map { SubscriptionFilter($0.state) }
            changes = nil
        }
    }
    @exclusivity(unchecked) @usableFromInline var subscriptions: Subscriptions?
    // `following` has it; nothing is counted to look there.
    @exclusivity(unchecked) @usableFromInline var followed: SubscriptionFilter?
    /// Collects what a batch has changed; kept from one to the next.
    @exclusivity(unchecked) @usableFromInline var changes: ChangeWriter?

    @inlinable
    init(_ state: S) {
        self.state = state
        beforeMessage = state
        beforeBatch = state
    }

    /// Keeps what it takes to come back to the state as it is now, and to tell what becomes of it.
    @inlinable
    func keepWayBack(_ first: Transaction.First) {
        switch first {
        case .nothing: return
        case .message: goOn()
        case .batch, .change: begin()
        }
        state.keepOriginal(in: &beforeMessage)
    }

    @inlinable
    func begin() {
        state.forgetChanges()
        isFollowed = wantsAll || persister != nil || subscriptions.map { !$0.isEmpty } ?? false
        isFirst = true
    }

    @inlinable
    func goOn() {
        if !isFollowed { return state.forgetChanges() }
        guard isFirst else { return }
        isFirst = false
        swap(&beforeBatch, &beforeMessage)
    }

    @inlinable
    func rollBack() { state.returnToOriginal(&beforeMessage) }

    /// Undoes all that the batch has changed, where somebody follows it.
    @inlinable
    func rollBackBatch() {
        if isFirst { rollBack() } else { state.returnToOriginal(&beforeBatch) }
    }

    func observe(_ observer: @escaping (ChangeSet?) -> Void, wantingAll: Bool) {
        observers.append(observer)
        if wantingAll { wantsAll = true }
    }

    func forgetObservers() {
        observers.removeAll()
        wantsAll = false
    }
}

// MARK: - The end of a batch

extension StateCell {
    @inlinable
    var hooks: Transaction.Hooks {
        Transaction.Hooks(rollBack: rollBack, rollBackBatch: rollBackBatch, write: write, tellObservers: tell)
    }

    /// Writes what the batch has changed to where it is kept, and collects it for those who are told of it then.
    @usableFromInline
    func write(_ revision: Int) throws {
        guard let persister else { return }
        let changes = writer
        do {
            let writeOriginal = { [unowned self] (writer: JSONWriter) throws(CodingFailure) in
                if let coding { try coding.write(isFirst ? beforeMessage : beforeBatch, writer) }
            }
            try persister.write(revision, writeOriginal: writeOriginal) { rows throws(CodingFailure) in
                changes.begin(wantsAll: wantsAll, rows: rows)
                try state.writeChanges(since: isFirst ? beforeMessage : beforeBatch, to: changes)
            }
        } catch {
            changes.drop()
            throw error
        }
    }

    /// Tells those who follow the state what the batch has changed.
    @inlinable
    func tell() {
        guard isFollowed, persister != nil || mayConcernSomebody else { return tellObservers(nil) }
        let changes = writer
        if persister == nil { changes.begin(wantsAll: wantsAll) }
        if let following {
            if isFirst {
                following.tell(from: beforeMessage, to: state, changes, isWalked: persister != nil)
            } else {
                following.tell(from: beforeBatch, to: state, changes, isWalked: persister != nil)
            }
        } else if persister == nil {
            // What cannot be written is in no change set.
            try? state.writeChanges(since: isFirst ? beforeMessage : beforeBatch, to: changes)
        }
        if !observers.isEmpty { tellObservers(changes.set) }
    }

    /// Whether anybody may want to know of what the batch has changed.
    // As something that is about to be changed, so that neither state is copied.
    @inlinable
    var mayConcernSomebody: Bool {
        guard !wantsAll, let followed, following?.views.areFollowed == false, !followed.isFollowed else { return true }
        if isFirst { return state.mayConcern(followed, since: &beforeMessage) }
        return state.mayConcern(followed, since: &beforeBatch)
    }

    @usableFromInline
    func tellObservers(_ set: ChangeSet?) {
        for observer in observers { observer(set) }
    }

    @inlinable
    var writer: ChangeWriter { changes ?? makeWriter() }

    @usableFromInline
    func makeWriter() -> ChangeWriter {
        let writer = ChangeWriter(following?.state, wantsAll: wantsAll, writeState: writeState)
        changes = writer
        return writer
    }

    /// nil where the state has no coding.
    private var writeState: ((JSONWriter) throws(CodingFailure) -> Void)? {
        if let following {
            return { [unowned self] writer throws(CodingFailure) in try following.write(state, to: writer) }
        }
        guard let coding else { return nil }
        return { [unowned self] writer throws(CodingFailure) in try coding.write(state, writer) }
    }
}
