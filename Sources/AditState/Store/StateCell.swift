import AditJSON

/// A store's state, with the logs that undo its changes, its observers, and its persister.
///
/// The state is not copied before it changes: a copy would share each of its tables, and the first edit would then copy
/// a table's chunks. Instead, the state records what its changed parts were (``Changeable``), in an undo log that has
/// the type of the state itself. Two logs are needed, as a message may fail and a batch may not be written:
/// ``beforeMessage`` leads back to the start of the message, ``beforeBatch`` to that of the batch. Most batches have
/// one message that changes the state, for which one log serves as both. When a second message changes it, the first
/// log becomes that of the batch, by a swap; a state that is neither stored nor observed needs no log of the batch.
///
/// The end of a batch reads the same log to find the changes: it is written as rows, and subscribers and observers get
/// it as changes. The state of a held batch is set aside, so that reads return the state before it meanwhile.
///
/// The code that runs for each message, and for each batch of a state with subscribers, is inlinable, so that it is
/// specialized for the app's state (`benchmarks/run`).
@usableFromInline
package final class StateCell<S: State> {
    // `apply` gets the state and has no reference to the store, so accesses cannot overlap.
    @exclusivity(unchecked) @usableFromInline package var state: S
    /// The undo log of the current message.
    @exclusivity(unchecked) @usableFromInline var beforeMessage: S
    /// The undo log of the batch, if it is needed and differs from ``beforeMessage``.
    @exclusivity(unchecked) @usableFromInline var beforeBatch: S
    @exclusivity(unchecked) @usableFromInline var isFollowed = false
    /// Whether the current message is the first of the batch that changes the state, or was the only one.
    @exclusivity(unchecked) @usableFromInline var isFirst = true
    // An observer may add another one: the list has been read by then.
    @exclusivity(unchecked) @usableFromInline var observers: [(ChangeSet?) -> Void] = []
    @exclusivity(unchecked) @usableFromInline var wantsAll = false
    /// Persists the state; nil if it is in memory only.
    @exclusivity(unchecked) @usableFromInline var persister: StatePersister?
    /// How the state is coded in the storage; nil if it is in memory only.
    @exclusivity(unchecked) var coding: StateCoding<S>? { didSet { changes = nil } }
    /// The subscriptions to parts of the state; nil outside a core.
    @exclusivity(unchecked) @usableFromInline package var following: Following<S>? {
        didSet {
            subscriptions = following?.subscriptions
            followed = following.map { SubscriptionFilter($0.state) }
            changes = nil
        }
    }
    @exclusivity(unchecked) @usableFromInline var subscriptions: Subscriptions?
    // `following` retains the tree; reading it here needs no reference counting.
    @exclusivity(unchecked) @usableFromInline var followed: SubscriptionFilter?
    /// The state after the batch of which it is unknown whether it is persisted, while `state` is the one before it;
    /// nil otherwise.
    @exclusivity(unchecked) private var held: S?
    /// Collects the changes of a batch; reused by the next one.
    @exclusivity(unchecked) @usableFromInline var changes: ChangeWriter?

    @inlinable
    init(_ state: S) {
        self.state = state
        beforeMessage = state
        beforeBatch = state
    }

    /// Starts the undo log from which the current state can be restored and its changes reported.
    @inlinable
    package func beginUndo(_ first: Transaction.First) {
        switch first {
        case .nothing: return
        case .batch, .change:
            isFollowed = wantsAll || persister != nil || subscriptions?.isEmpty == false
            isFirst = true
            S.forgetChanges(of: &state)
        case .message where !isFollowed: S.forgetChanges(of: &state)
        case .message where isFirst:
            isFirst = false
            swap(&beforeBatch, &beforeMessage)
        case .message: break
        }
        S.saveOriginal(of: &state, in: &beforeMessage, on: ThreadLocal.number)
    }

    @inlinable
    func rollBack() { S.restore(&state, from: &beforeMessage) }

    /// Undoes the whole batch. Only a state that is observed or persisted has a log of the whole batch.
    @inlinable
    func rollBackBatch() {
        if isFirst { rollBack() } else { S.restore(&state, from: &beforeBatch) }
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
        Transaction.Hooks(
            rollBack: rollBack, rollBackBatch: rollBackBatch, write: write, writeRecords: writeRecords,
            finish: finish, notifyObservers: notify)
    }

    /// Persists the changes of the batch, and collects them for subscribers and observers.
    ///
    /// - Parameter mayHold: whether it may be unknown at the end if they are persisted.
    /// - Returns: false if it is unknown whether they are persisted.
    @usableFromInline
    func write(_ revision: Int, mayHold: Bool) throws -> Bool {
        guard let persister else { return true }
        let changes = writer
        do {
            let writeOriginal = { [unowned self] (writer: JSONWriter) throws(CodingFailure) in
                if let coding { try coding.write(isFirst ? beforeMessage : beforeBatch, writer) }
            }
            return try persister.write(revision, mayHold: mayHold, writeOriginal: writeOriginal) {
                rows throws(CodingFailure) in
                changes.begin(wantsAll: wantsAll, rows: rows)
                try S.writeChanges(of: state, since: isFirst ? beforeMessage : beforeBatch, to: changes)
            }
        } catch {
            changes.drop()
            throw error
        }
    }

    /// Persists the changes of records.
    ///
    /// - Returns: false if it is unknown whether they are persisted.
    @usableFromInline
    func writeRecords() throws -> Bool { try persister?.writeRecords() ?? true }

    /// Ends the batch of which it was unknown whether it is persisted.
    @usableFromInline
    func finish(_ failure: (any Error)?) {
        if let held { state = held }
        held = nil
        persister?.finish(failure)
        if failure != nil { changes?.drop() }
    }

    /// Puts the state before the batch of which it is unknown whether it is persisted in the place of the state, until
    /// ``finish(_:)``.
    func showStateBeforeBatch() {
        guard held == nil else { return }
        // The originals are needed later: they are restored in copies.
        var (copy, original) = (state, isFirst ? beforeMessage : beforeBatch)
        S.restore(&copy, from: &original)
        held = state
        state = copy
    }

    /// Notifies subscribers and observers of the changes of the batch.
    @inlinable
    func notify() {
        guard isFollowed, persister != nil || mayConcernFollowers else {
            if !observers.isEmpty { notifyObservers(nil) }
            return
        }
        let changes = writer
        var isWritten = true
        if persister == nil {
            changes.begin(wantsAll: wantsAll)
            // A value that cannot be encoded is in no change set.
            do { try writeChanges(to: changes) } catch { isWritten = false }
        }
        if let following {
            // Views are updated after every batch, whether or not its changes can be encoded.
            if following.views.areFollowed {
                let original = isFirst ? beforeMessage : beforeBatch
                do { try following.views.update(from: original, to: state, changes) } catch { isWritten = false }
            }
            following.notify(changes, isWritten: isWritten)
        }
        if !observers.isEmpty { notifyObservers(changes.set) }
    }

    @inlinable
    func writeChanges(to changes: ChangeWriter) throws(CodingFailure) {
        if isFirst {
            try StateCell.writeChanges(of: &state, since: &beforeMessage, to: changes)
        } else {
            try StateCell.writeChanges(of: &state, since: &beforeBatch, to: changes)
        }
    }

    // Neither value is changed: both are read in place, as copies would retain each table.
    @inlinable
    @inline(never)
    static func writeChanges(of state: inout S, since original: inout S, to changes: ChangeWriter)
        throws(CodingFailure)
    {
        try S.writeChanges(of: state, since: original, to: changes)
    }

    /// Whether the changes of the batch may affect a subscription or an observer.
    @inlinable
    var mayConcernFollowers: Bool {
        guard !wantsAll, let followed, following?.views.areFollowed == false, !followed.isFollowed else { return true }
        if isFirst { return S.mayConcern(followed, &state, since: &beforeMessage) }
        return S.mayConcern(followed, &state, since: &beforeBatch)
    }

    @usableFromInline
    func notifyObservers(_ set: ChangeSet?) {
        for observer in observers { observer(set) }
    }

    /// Notifies the observers of a part's store of the changes of the whole.
    ///
    /// - Parameter pointer: the part's pointer.
    func notifyObservers(_ changes: ChangeSet, below pointer: String) {
        let own = changes.within(pointer)
        if !own.isEmpty { notifyObservers(own) }
    }

    @inlinable
    var writer: ChangeWriter { changes ?? makeWriter() }

    @usableFromInline
    func makeWriter() -> ChangeWriter {
        let writer = ChangeWriter(
            following?.state, wantsAll: wantsAll, writeState: writeState, write: writeAnyState)
        changes = writer
        return writer
    }

    /// nil if the state has no coding.
    private var writeAnyState: ((Any, JSONWriter) throws(CodingFailure) -> Void)? {
        guard let types = following?.types ?? coding else { return nil }
        return { state, writer throws(CodingFailure) in
            if let state = state as? S { try types.write(state, writer) }
        }
    }

    /// nil if the state has no coding.
    private var writeState: ((JSONWriter) throws(CodingFailure) -> Void)? {
        guard let types = following?.types ?? coding else { return nil }
        return { [unowned self] writer throws(CodingFailure) in try types.write(state, writer) }
    }
}
