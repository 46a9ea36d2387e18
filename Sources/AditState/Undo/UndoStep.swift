/// A step of the undo history: the batches of a message, or of a group of messages, that changed the state. Reverting a
/// step makes a new batch, which the opposite direction reverts.
package final class UndoStep {
    /// A range of revisions, from the one before a batch to its own.
    package struct Batch: Equatable {
        package let from: Int
        package let revision: Int
    }

    /// The batches to revert, the oldest first.
    package internal(set) var batches: [Batch]
    /// The revisions of the step's own changes.
    package private(set) var origin: Batch
    /// The messages of the step.
    let mark: UndoMark
    /// The cases of all messages whose changes are reverted with it, each once, in their order.
    package private(set) var messages: [String]
    /// Whether its content is known: not if the journal has only an undo of it, as an earlier version of Adit wrote it.
    let isKnown: Bool

    init(_ batch: Batch, _ mark: UndoMark, messages: [String], isKnown: Bool = true) {
        batches = [batch]
        origin = batch
        self.mark = mark
        self.messages = messages
        self.isKnown = isKnown
    }

    /// Adds a batch that changed the state after the step, and is reverted with it.
    ///
    /// - Parameter messages: the cases of the batch's messages.
    func add(_ batch: Batch, messages: [String]) {
        batches.append(batch)
        origin = Batch(from: origin.from, revision: batch.revision)
        for message in messages where !self.messages.contains(message) { self.messages.append(message) }
    }

    /// The requests that the step's messages and their effects made.
    package var requests: [UndoMark.Request] { mark.requests }
}

/// A direction in the undo history.
package enum UndoDirection: String {
    case undo, redo
}
