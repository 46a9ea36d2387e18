import AditJSON

/// The container of an app's state: read it with ``state()``, change it with ``change(_:)``, observe it with
/// `updated(_:)`.
///
/// ```swift
/// let store = StateStore(CounterState())
/// store.updated { print(store.state().value) }
/// store.change(.set(2))  // prints 2
/// ```
///
/// Within a core, a change belongs to the current message: it is undone if that message fails, and `updated` observers
/// are called once, at the end of the batch. Every member is called on the core's loop.
public final class StateStore<S: State> {
    @usableFromInline package let cell: StateCell<S>
    @usableFromInline let initial: S
    /// The transaction of the current batch.
    @usableFromInline package let transaction: Transaction
    /// A link to the store that this one is a part of; nil if it is a whole store.
    @usableFromInline let parentLink: ParentStoreLink<S>?
    /// Whether reads and changes take the slow path: this is a part, or it is unknown whether the last batch is persisted.
    @exclusivity(unchecked) @usableFromInline var isIndirect: Bool

    /// A store in memory.
    // Inlinable, so that the code of each batch is specialized for the app's state (`benchmarks/run`).
    @inlinable
    public init(_ state: S) {
        cell = StateCell(state)
        initial = state
        transaction = Transaction(cell.hooks)
        parentLink = nil
        isIndirect = false
    }

    init(cell: StateCell<S>, initial: S, transaction: Transaction, parentLink: ParentStoreLink<S>) {
        self.cell = cell
        self.initial = initial
        self.transaction = transaction
        self.parentLink = parentLink
        isIndirect = true
    }

    /// Returns the current state. While it is unknown whether the last batch is written, that is the state before it.
    @inlinable
    public func state() -> S {
        if isIndirect { fetch() }
        return cell.state
    }

    /// Changes the state.
    @inlinable
    public func change(_ change: consuming S.Change) {
        if isIndirect {
            // Only this copies large changes.
            let change = change
            return modify { $0.apply(change) }
        }
        cell.beginUndo(transaction.willChange())
        cell.state.apply(change)
        transaction.didChange()
    }

    /// Calls `observer` after each change; within a core, once after each batch that changed something. Observers are
    /// called in the order in which they were added, and are retained until ``destroy()``: an observer that holds the
    /// store strongly keeps it alive until then.
    public func updated(_ observer: @escaping () -> Void) {
        parentLink?.notifyObservers(of: cell)
        cell.observe({ _ in observer() }, wantingAll: false)
    }

    /// Calls `observer` as ``updated(_:)-(()->Void)`` does, with the changes of the batch; not if the state is equal
    /// to what it was. Finding the changes costs O(changes), not O(state).
    public func updated(_ observer: @escaping (ChangeSet) -> Void) {
        observe { if let changes = $0, !changes.isEmpty { observer(changes) } }
    }

    /// Restores the initial state.
    public func reset() { modify { $0 = initial } }

    /// Restores the initial state and removes the observers.
    public func destroy() {
        forgetObservers()
        reset()
    }

    /// Removes the observers. The core calls it when it closes.
    package func forgetObservers() { cell.forgetObservers() }
}
