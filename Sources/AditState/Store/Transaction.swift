/// A transaction of a store: the changes of a batch of messages, and how they are committed or undone. The core's loop.
///
/// A message can fail, and a batch is written as a whole. So there are two levels of undo:
///
/// - A message begins with ``begin()``. If it fails, ``rollBack()`` restores the state as it was then; the messages
///   before it keep theirs.
/// - ``commit()`` ends the batch: the changes of the state are written in one transaction of the storage, with those of
///   all ``BatchParticipant``s. If that fails, the whole batch is undone. Observers are notified only after it, so they
///   never see a state that the storage lacks.
/// - A storage may not know the outcome at once. Then the batch is held, and no message is handled, until
///   ``finish(_:)`` reports it.
///
/// The revision is the number of messages that changed the state and succeeded. A change outside of a batch is a
/// separate batch.
///
/// The transaction does not know the type of the state. The store reports each change before it is made
/// (``willChange()``), and learns from ``First`` when an undo log has to begin, so a message that changes nothing costs
/// nothing; ``Hooks`` lead back to the store.
@usableFromInline
package final class Transaction {
    /// The scope that a change is the first of, which starts an undo log. Outside a batch, each change is its own
    /// scope.
    @usableFromInline
    package enum First { case nothing, message, batch, change }

    /// The store's callbacks for failed messages and for ends of batches.
    @usableFromInline
    struct Hooks {
        let rollBack: () -> Void
        let rollBackBatch: () -> Void
        /// Persists the changes up to a revision; returns false if it is unknown whether they are persisted, which may
        /// be only if the second argument is true.
        let write: (Int, Bool) throws -> Bool
        /// Persists the changes of records, if the state has not changed; returns as ``write`` does.
        let writeRecords: () throws -> Bool
        /// Ends a batch whose outcome was unknown; nil if it is persisted.
        let finish: ((any Error)?) -> Void
        let notifyObservers: () -> Void

        @usableFromInline
        init(
            rollBack: @escaping () -> Void, rollBackBatch: @escaping () -> Void,
            write: @escaping (Int, Bool) throws -> Bool, writeRecords: @escaping () throws -> Bool,
            finish: @escaping ((any Error)?) -> Void, notifyObservers: @escaping () -> Void
        ) {
            self.rollBack = rollBack
            self.rollBackBatch = rollBackBatch
            self.write = write
            self.writeRecords = writeRecords
            self.finish = finish
            self.notifyObservers = notifyObservers
        }
    }

    private let hooks: Hooks
    /// The participants in the order in which they end a batch.
    @exclusivity(unchecked) private var participants: [any BatchParticipant] = []
    @exclusivity(unchecked) @usableFromInline var hasParticipants = false
    // The path of every message is inlinable. Accesses last for one statement each. Other modules use accessors: their
    // own accesses would be checked at run time (`benchmarks/run`).
    @exclusivity(unchecked) @usableFromInline var isInBatch = false
    @exclusivity(unchecked) @usableFromInline var messageHasChanges = false
    @exclusivity(unchecked) @usableFromInline var batchHasChanges = false
    /// The number of messages of the batch that changed something and succeeded.
    @exclusivity(unchecked) @usableFromInline var kept = 0

    @exclusivity(unchecked) @usableFromInline var persists = false

    /// The number of messages of the batch that were handled.
    @exclusivity(unchecked) @usableFromInline var handled = 0

    @exclusivity(unchecked) @usableFromInline var changedMessages = 0

    /// The number of batches that could not be persisted.
    @exclusivity(unchecked) package private(set) var lost = 0

    /// Whether it is unknown if the last batch is persisted: it is held until ``finish(_:)``.
    @exclusivity(unchecked) package private(set) var isHeld = false
    /// Whether the held batch has changed the state.
    @exclusivity(unchecked) private var holdsChanges = false
    /// Notified when a batch is held, and when no batch is held any more.
    @exclusivity(unchecked) var onHold: (Bool) -> Void = { _ in }

    /// The error of the last change outside a batch; nil if it was persisted.
    @exclusivity(unchecked) private(set) var failure: (any Error)?

    @usableFromInline
    init(_ hooks: Hooks) { self.hooks = hooks }

    /// Whether the state is persisted, which may fail.
    @inlinable
    package var isStored: Bool {
        get { persists }
        set { persists = newValue }
    }

    /// The revision of the state: the number of messages that have changed it.
    @inlinable
    package var revision: Int {
        get { changedMessages }
        set { changedMessages = newValue }
    }

    /// Whether the batch has changed the state, so that it will be written.
    package var hasChanges: Bool { batchHasChanges && (kept > 0 || messageHasChanges) }

    /// Adds a participant, behind the others. Its state is persisted with this one.
    package func add(_ participant: any BatchParticipant) {
        participants.append(participant)
        hasParticipants = true
    }

    /// Removes all participants. The core calls it when it is released.
    package func removeParticipants() {
        participants = []
        hasParticipants = false
    }

    /// Returns whether the batch has a number of messages.
    @inlinable
    package func isBatch(of count: Int) -> Bool { handled >= count }

    /// Records that the state is about to change.
    @inlinable
    package func willChange() -> First {
        guard isInBatch else { return .change }
        guard !messageHasChanges else { return .nothing }
        messageHasChanges = true
        defer { batchHasChanges = true }
        return batchHasChanges ? .message : .batch
    }

    /// Records that the state has changed.
    @inlinable
    package func didChange() {
        if !isInBatch { commitAtOnce() }
    }

    @usableFromInline
    func commitAtOnce() {
        kept = 1
        revision += 1
        failure = finishAtOnce()
    }

    /// Begins a message. Changes since the last one stay.
    @inlinable
    package func begin() {
        commitMessage()
        isInBatch = true
        handled += 1
        if hasParticipants { beginMessage() }
    }

    @usableFromInline
    func beginMessage() {
        for participant in participants { participant.beginMessage() }
    }

    /// Keeps the changes of the message, which has succeeded.
    @inlinable
    package func commitMessage() {
        guard messageHasChanges else { return }
        messageHasChanges = false
        changedMessages += 1
        kept += 1
    }

    /// Undoes the changes of the message, which has failed: restores the state at ``begin()``.
    @usableFromInline
    package func rollBack() {
        for participant in participants { participant.rollBackMessage() }
        guard messageHasChanges else { return }
        messageHasChanges = false
        hooks.rollBack()
    }

    /// Ends the batch: persists its changes, and notifies observers. If the changes cannot be persisted, the whole batch is
    /// undone, and the participants are passed the error.
    @usableFromInline
    package func commit() {
        var hasChanges = false
        if isInBatch {
            commitMessage()
            hasChanges = batchHasChanges && kept > 0
            (isInBatch, batchHasChanges, handled) = (false, false, 0)
        }
        guard persists else {
            if hasChanges { notifyObservers() }
            return
        }
        for participant in participants { participant.prepareBatch(isWritten: hasChanges) }
        do {
            let isKnown = try hasChanges ? hooks.write(revision, true) : hooks.writeRecords()
            if isKnown { commitBatch(changes: hasChanges) } else { hold(changes: hasChanges) }
        } catch {
            rollBackBatch(error, changes: hasChanges)
        }
    }

    private func commitBatch(changes: Bool) {
        for participant in participants { participant.commitBatch() }
        if changes { notifyObservers() }
    }

    private func rollBackBatch(_ failure: any Error, changes: Bool) {
        if changes { undoChanges() }
        lost += 1
        for participant in participants { participant.rollBackBatch(failure) }
    }

    /// Persists a change outside a batch, in which the participants have no part.
    private func finishAtOnce() -> (any Error)? {
        do {
            if persists { _ = try hooks.write(revision, false) }
        } catch {
            undoChanges()
            lost += 1
            return error
        }
        notifyObservers()
        return nil
    }

    private func notifyObservers() {
        hooks.notifyObservers()
        kept = 0
    }

    private func undoChanges() {
        hooks.rollBackBatch()
        revision -= kept
        kept = 0
    }

    // MARK: A held batch

    private func hold(changes: Bool) {
        (isHeld, holdsChanges) = (true, changes)
        onHold(true)
    }

    /// The revision of the state without the held batch.
    package var writtenRevision: Int { isHeld && holdsChanges ? revision - kept : revision }

    /// Ends the held batch: notifies observers, or undoes it.
    ///
    /// - Parameter failure: why it is not persisted; nil if it is.
    package func finish(_ failure: (any Error)?) {
        guard isHeld else { return }
        isHeld = false
        hooks.finish(failure)
        onHold(false)
        if let failure {
            rollBackBatch(failure, changes: holdsChanges)
        } else {
            commitBatch(changes: holdsChanges)
        }
    }

    /// Refuses a change outside a batch while a batch is held.
    func refuseChange() {
        failure = StorageFailure(
            .failed,
            "the state was not changed: whether the batch before is written is unknown; change it once it is known")
    }
}
