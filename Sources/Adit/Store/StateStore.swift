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
    private let initial: S
    /// The way of the state through a batch of messages.
    @usableFromInline package let transaction: Transaction

    /// A store on a kind of storage; without one, in memory.
    public init(_ state: S, storage: (any StateStorage<S>)? = nil) {
        cell = StateCell(state, storage)
        initial = state
        transaction = Transaction(cell.hooks)
    }

    /// The state as it is now.
    @inlinable
    public func state() -> S { cell.state }

    /// Changes the state.
    @inlinable
    public func change(_ change: consuming S.Change) {
        cell.keepWayBack(transaction.willChange())
        cell.apply(change)
        transaction.didChange()
    }

    /// Calls `observer` after each change; within a core, once after each batch of messages that changed something.
    /// Observers are told in the order in which they came, and are kept until ``destroy()``: one that holds the store
    /// strongly keeps it alive until then.
    public func updated(_ observer: @escaping () -> Void) { cell.observe({ _ in observer() }, wantingAll: false) }

    /// Calls `observer` as ``updated(_:)-(()->Void)`` does, with what has changed: once a batch, and not where the state is
    /// equal to what it was. To find that out costs what the changes cost, not what the state does.
    public func updated(_ observer: @escaping (ChangeSet) -> Void) {
        cell.observe({ if let changes = $0, !changes.isEmpty { observer(changes) } }, wantingAll: true)
    }

    /// Returns to the state that the store was made with.
    public func reset() {
        cell.keepWayBack(transaction.willChange())
        cell.replace(with: initial)
        transaction.didChange()
    }

    /// Returns to the state that the store was made with and forgets the observers.
    public func destroy() {
        forgetObservers()
        reset()
    }

    /// The core is gone: nobody observes its store any more.
    package func forgetObservers() { cell.forgetObservers() }
}
