/// A part of a core that a message or a batch changes besides the state, such as the output that the store keeps. A
/// ``Transaction`` has a list of them, and is the only caller. The core's loop.
///
/// For each message of a batch, ``beginMessage()`` marks the place to which ``rollBackMessage()`` returns, if the message
/// fails. At the end of the batch, ``prepareBatch(isWritten:)`` adds to the storage's transaction, and is followed by one
/// of ``commitBatch()`` and ``rollBackBatch(_:)``. While the outcome of the transaction is unknown, the participants stay
/// prepared, and nothing else changes them.
///
/// A participant can restore everything that it changes before the end of the batch: a batch that is rolled back leaves
/// no trace.
package protocol BatchParticipant: AnyObject {
    /// Begins a message: one from outside, or one that it caused.
    func beginMessage()

    /// Restores the state before the message, which has failed. May be called twice.
    func rollBackMessage()

    /// Adds the changes of the batch to its transaction.
    ///
    /// - Parameter isWritten: whether there is a transaction without it: the batch has changed the state.
    func prepareBatch(isWritten: Bool)

    /// Ends a batch whose transaction is written.
    func commitBatch()

    /// Ends a batch whose transaction was not written, and restores the state before it. The state is restored already.
    ///
    /// - Parameter failure: why it is not written.
    func rollBackBatch(_ failure: any Error)
}

extension BatchParticipant {
    package func beginMessage() {}
    package func rollBackMessage() {}
    package func prepareBatch(isWritten _: Bool) {}
    package func commitBatch() {}
}
