import AditJSON

/// The one place of an app's state: read it with ``state()``, change it with ``change(_:)``, hear of changes with
/// ``updated(_:)``.
///
/// ```swift
/// let store = StateStore(CounterState())
/// store.updated { print(store.state().value) }
/// store.change(.set(2))  // prints 2
/// ```
///
/// Within a core, a change belongs to the message that is being handled: it is undone if that message fails, and
/// `updated` is told once at the end of the batch. Every member is called on the core's loop.
public final class StateStore<S: State> {
    @usableFromInline let cell: StateCell<S>
    @usableFromInline let initial: S
    /// The way of the state through a batch of messages.
    @usableFromInline package let transaction: Transaction
    /// Leads to the store of which this one is a part; nil: it is a part of none.
    @usableFromInline let parentLink: ParentStoreLink<S>?
    /// Whether there is one. To ask this is cheaper.
    @usableFromInline let isPart: Bool

    /// A store in memory.
    // Inlinable, so that what each batch asks of it is compiled for the app's own state (`benchmarks/run`).
    @inlinable
    public init(_ state: S) {
        cell = StateCell(state)
        initial = state
        transaction = Transaction(cell.hooks)
        parentLink = nil
        isPart = false
    }

    init(cell: StateCell<S>, initial: S, transaction: Transaction, parentLink: ParentStoreLink<S>) {
        self.cell = cell
        self.initial = initial
        self.transaction = transaction
        self.parentLink = parentLink
        isPart = true
    }

    /// The state as it is now.
    @inlinable
    public func state() -> S {
        if isPart { fetch() }
        return cell.state
    }

    /// Changes the state.
    @inlinable
    public func change(_ change: consuming S.Change) {
        if isPart {
            // Large changes are copied here, and nowhere else.
            let change = change
            return modify { $0.apply(change) }
        }
        cell.keepWayBack(transaction.willChange())
        cell.state.apply(change)
        transaction.didChange()
    }

    /// Calls `observer` after each change; within a core, once after each batch of messages that changed something.
    /// Observers are told in the order in which they came, and are kept until ``destroy()``: one that holds the store
    /// strongly keeps it alive until then.
    public func updated(_ observer: @escaping () -> Void) {
        parentLink?.tellObservers(of: cell)
        cell.observe({ _ in observer() }, wantingAll: false)
    }

    /// Calls `observer` as ``updated(_:)-(()->Void)`` does, with what has changed: once a batch, and not where the state is
    /// equal to what it was. To find that out costs what the changes cost, not what the state does.
    public func updated(_ observer: @escaping (ChangeSet) -> Void) {
        observe { if let changes = $0, !changes.isEmpty { observer(changes) } }
    }

    /// Returns to the state that the store was made with.
    public func reset() { modify { $0 = initial } }

    /// Returns to the state that the store was made with and forgets the observers.
    public func destroy() {
        forgetObservers()
        reset()
    }

    /// The core is gone: nobody observes its store any more.
    package func forgetObservers() { cell.forgetObservers() }
}
