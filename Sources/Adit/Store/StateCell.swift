/// Where a store's state lives, how it is changed and how a message's changes are undone, and who observes it.
///
/// The way back from a message that fails: another kind of storage knows its own; a state that notes its changes undoes
/// them; of plain bytes, a copy is kept; of any other state, a ``ChangeLog``. What runs for each message is inlinable, so
/// that it is compiled for the app's own state (`benchmarks/run`).
@usableFromInline
final class StateCell<S: State> {
    // An `apply` is given the state and has no way to the store, so accesses cannot overlap.
    @exclusivity(unchecked) @usableFromInline var state: S
    @usableFromInline let storage: (any StateStorage<S>)?
    /// The state before the message: of plain bytes; of a state that notes its changes, where it was replaced.
    @exclusivity(unchecked) @usableFromInline var before: S?
    @exclusivity(unchecked) @usableFromInline var log: ChangeLog<S>?
    // An observer that adds another one does so after the list has been read.
    @exclusivity(unchecked) var observers: [() -> Void] = []

    init(_ state: S, _ storage: (any StateStorage<S>)?) {
        self.state = state
        self.storage = storage
    }

    /// Whether the way back is a ``ChangeLog``.
    @inlinable var keepsLog: Bool { storage == nil && !S.notesChanges && !_isPOD(S.self) }

    /// Keeps what it takes to come back to the state as it is now.
    @inlinable
    func keepWayBack(_ first: Transaction.First) {
        if first == .nothing { return }
        if let storage {
            if first == .batch { storage.begin(&state) }
            storage.mark(&state)
        } else if S.notesChanges {
            if before != nil { before = nil }
            state.noteChanges()
        } else if _isPOD(S.self) {
            before = state
        } else {
            if first == .batch { log = ChangeLog(state) }
            log?.mark()
        }
    }

    @inlinable
    func apply(_ change: consuming S.Change) {
        if let storage { return storage.apply(change, to: &state) }
        log?.add(.change(copy change))
        state.apply(change)
    }

    func replace(with other: S, inBatch: Bool) {
        if let storage { return storage.replace(&state, with: other) }
        log?.add(.replacement(other))
        if inBatch, S.notesChanges, before == nil { before = state }
        state = other
    }

    func rollBack() {
        if let storage { return storage.rollBack(&state) }
        if let log {
            state = log.undone()
        } else {
            if let before { state = before }
            before = nil
            state.undoNotedChanges()
        }
    }

    func commit() {
        storage?.commit(&state)
        log = nil
    }

    var hooks: Transaction.Hooks {
        Transaction.Hooks(
            rollBack: rollBack, commit: storage == nil && !keepsLog ? nil : commit,
            tellObservers: { for observer in self.observers { observer() } })
    }
}
