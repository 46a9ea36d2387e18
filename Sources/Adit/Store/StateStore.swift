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
    private let initial: S
    private let storage: any StateStorage<S>
    private var observers: [() -> Void] = []
    private var isInBatch = false
    /// Whether the message being handled has changed something, and whether one before it in the batch has.
    private var hasChanged = (inMessage: false, inBatch: false)

    /// How many messages have changed the state.
    package private(set) var revision = 0

    /// A store in memory.
    public convenience init(_ state: S) { self.init(storage: MemoryStorage(state)) }

    /// A store on another kind of storage.
    public init(storage: any StateStorage<S>) {
        self.storage = storage
        initial = storage.state
    }

    /// The state as it is now.
    public func state() -> S { storage.state }

    /// Changes the state.
    public func change(_ change: S.Change) {
        storage.apply(change)
        noteChange()
    }

    /// Calls `observer` after each change; within a core, once after each batch of messages that changed something.
    /// Observers are told in the order in which they came, and are kept until ``destroy()``: one that holds the store
    /// strongly keeps it alive until then.
    public func updated(_ observer: @escaping () -> Void) { observers.append(observer) }

    /// Returns to the state that the store was made with.
    public func reset() {
        storage.replace(with: initial)
        noteChange()
    }

    /// Returns to the state that the store was made with and forgets the observers.
    public func destroy() {
        observers.removeAll()
        storage.replace(with: initial)
        noteChange()
    }

    private func noteChange() {
        guard isInBatch else {
            revision += 1
            return tell()
        }
        hasChanged.inMessage = true
    }

    private func tell() {
        for observer in observers { observer() }
    }
}

// What the core asks of a store.
extension StateStore {
    /// A message begins. What was changed since the last one stays.
    package func begin() {
        keep()
        if !isInBatch {
            isInBatch = true
            storage.begin()
        }
        storage.mark()
    }

    /// The message has succeeded.
    package func keep() {
        guard hasChanged.inMessage else { return }
        revision += 1
        hasChanged = (false, true)
    }

    /// The message has failed: the state is as it was at ``begin()``.
    package func rollBack() {
        if hasChanged.inMessage { storage.rollBack() }
        hasChanged.inMessage = false
    }

    /// The batch has ended.
    package func commit() {
        guard isInBatch else { return }
        keep()
        isInBatch = false
        storage.commit()
        let changed = hasChanged.inBatch
        hasChanged = (false, false)
        if changed { tell() }
    }

    /// The core is gone: nobody observes its store any more.
    package func forgetObservers() { observers.removeAll() }
}
