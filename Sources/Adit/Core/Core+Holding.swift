import AditState

// A batch of which the storage does not know yet whether it is written.
extension Core {
    /// Whether the last batch is held: only ``resolveBatch()`` and ``settleBatch(_:_:)`` are called until it is not.
    package var isHeld: Bool { transaction.isHeld }

    /// The number of messages that have changed the state and are written.
    package var writtenRevision: Int { transaction.writtenRevision }

    /// Lets the storage leave the outcome of a batch unknown at its end.
    ///
    /// - Parameter wakeup: signalled when the outcome is known.
    package func allowHolding(_ wakeup: StorageWakeup) { persister?.wakeup = wakeup }

    /// Asks the storage for the outcome of the batch that is held.
    package func resolveBatch() -> StorageOutcome { persister?.resolve() ?? .written }

    /// Ends the batch that is held, as ``endBatch(_:)`` ends one whose outcome is known. Output of the store's observers
    /// is a batch of its own, which may be held.
    ///
    /// - Parameter failure: why it is not written; nil if it is.
    package func settleBatch(_ failure: StorageFailure?, _ listener: any CoreListener) {
        transaction.settle(failure)
        effects.performAgenda(nil, listener)
        loop.finishBatch(listener)
        completeBatch(listener)
    }

    /// Writes nothing more, as the core closes while the outcome of the held batch is unknown.
    package func refuseBatches(_ failure: StorageFailure) { persister?.refuse(failure) }
}
