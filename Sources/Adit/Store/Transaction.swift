/// The way of a store's state through a batch of messages: which messages have changed it, and how one that fails is
/// undone. A store tells it of changes, a core of messages. The core's loop.
@usableFromInline
package final class Transaction {
    /// What a change is the first of, so that something has to be kept before it. Outside a batch, each change stands for
    /// itself.
    @usableFromInline
    enum First { case nothing, message, batch, change }

    /// What a store does when messages fail and batches end.
    struct Hooks {
        let rollBack: () -> Void
        /// nil: there is nothing to do.
        let commit: (() -> Void)?
        let tellObservers: () -> Void
    }

    private let hooks: Hooks
    // What every message asks for is inlinable. Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline var isInBatch = false
    @exclusivity(unchecked) @usableFromInline var messageHasChanges = false
    @exclusivity(unchecked) @usableFromInline var batchHasChanges = false
    /// Whether a message of the batch that changed something has succeeded.
    @exclusivity(unchecked) @usableFromInline var batchHasKept = false

    /// How many messages of the batch have been handled.
    @exclusivity(unchecked) @usableFromInline var handled = 0

    /// How many messages have changed the state.
    @exclusivity(unchecked) @usableFromInline package internal(set) var revision = 0

    init(_ hooks: Hooks) { self.hooks = hooks }

    /// The state is about to be changed.
    @inlinable
    func willChange() -> First {
        guard isInBatch else { return .change }
        guard !messageHasChanges else { return .nothing }
        messageHasChanges = true
        defer { batchHasChanges = true }
        return batchHasChanges ? .message : .batch
    }

    /// The state has been changed.
    @inlinable
    func didChange() {
        if !isInBatch { tellAtOnce() }
    }

    @usableFromInline
    func tellAtOnce() {
        revision += 1
        hooks.tellObservers()
    }

    /// A message begins. What was changed since the last one stays.
    @inlinable
    package func begin() {
        keep()
        isInBatch = true
        handled += 1
    }

    /// The message has succeeded.
    @inlinable
    package func keep() {
        guard messageHasChanges else { return }
        messageHasChanges = false
        revision += 1
        batchHasKept = true
    }

    /// The message has failed: the state is as it was at ``begin()``.
    @usableFromInline
    package func rollBack() {
        guard messageHasChanges else { return }
        messageHasChanges = false
        hooks.rollBack()
    }

    /// The batch has ended: what was changed stays, and observers are told of it.
    @usableFromInline
    package func commit() {
        guard isInBatch else { return }
        keep()
        isInBatch = false
        handled = 0
        guard batchHasChanges else { return }
        batchHasChanges = false
        hooks.commit?()
        guard batchHasKept else { return }
        batchHasKept = false
        hooks.tellObservers()
    }
}
