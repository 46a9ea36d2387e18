/// The way of a store's state through a batch of messages: which messages have changed it, and how one that fails is
/// undone. A store tells it of changes, a core of messages. The core's loop.
@usableFromInline
package final class Transaction {
    /// What a change is the first of, so that something has to be kept before it. Outside a batch, each change stands for
    /// itself.
    @usableFromInline
    enum First { case nothing, message, batch, change }

    /// What a store does when messages fail and batches end.
    @usableFromInline
    struct Hooks {
        let rollBack: () -> Void
        let rollBackBatch: () -> Void
        /// Writes what has changed up to a revision to where it is kept.
        let write: (Int) throws -> Void
        let tellObservers: () -> Void

        @usableFromInline
        init(
            rollBack: @escaping () -> Void, rollBackBatch: @escaping () -> Void,
            write: @escaping (Int) throws -> Void, tellObservers: @escaping () -> Void
        ) {
            self.rollBack = rollBack
            self.rollBackBatch = rollBackBatch
            self.write = write
            self.tellObservers = tellObservers
        }
    }

    private let hooks: Hooks
    // What every message asks for is inlinable. Accesses last for one statement each.
    @exclusivity(unchecked) @usableFromInline var isInBatch = false
    @exclusivity(unchecked) @usableFromInline var messageHasChanges = false
    @exclusivity(unchecked) @usableFromInline var batchHasChanges = false
    /// How many messages of the batch that changed something have succeeded.
    @exclusivity(unchecked) @usableFromInline var kept = 0

    /// Whether the state is kept somewhere else, too, where writing it may fail.
    @exclusivity(unchecked) @usableFromInline package internal(set) var isStored = false

    /// How many messages of the batch have been handled.
    @exclusivity(unchecked) @usableFromInline var handled = 0

    /// How many messages have changed the state.
    @exclusivity(unchecked) @usableFromInline package internal(set) var revision = 0

    /// How many batches could not be kept.
    @exclusivity(unchecked) private(set) var lost = 0

    /// Why a change outside a batch did not stay.
    @exclusivity(unchecked) private(set) var failure: (any Error)?

    @usableFromInline
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
        kept = 1
        revision += 1
        failure = finish()
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
        kept += 1
    }

    /// The message has failed: the state is as it was at ``begin()``.
    @usableFromInline
    package func rollBack() {
        guard messageHasChanges else { return }
        messageHasChanges = false
        hooks.rollBack()
    }

    /// The batch has ended: what was changed stays, and observers are told of it.
    ///
    /// - Returns: why it cannot stay; the state is what it was before the batch then, and nobody is told.
    @usableFromInline
    @discardableResult
    package func commit() -> (any Error)? {
        guard isInBatch else { return nil }
        keep()
        isInBatch = false
        handled = 0
        guard batchHasChanges else { return nil }
        batchHasChanges = false
        return kept > 0 ? finish() : nil
    }

    private func finish() -> (any Error)? {
        defer { kept = 0 }
        if isStored {
            do {
                try hooks.write(revision)
            } catch {
                hooks.rollBackBatch()
                revision -= kept
                lost += 1
                return error
            }
        }
        hooks.tellObservers()
        return nil
    }
}
