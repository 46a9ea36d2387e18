/// A step of the undo history: the batches of a message, or of a group of messages, that changed the state. Reverting a
/// step makes a new batch, which is what the opposite direction reverts.
package final class UndoStep {
    /// A range of revisions, from the one before a batch to its own.
    package struct Batch: Equatable {
        package let from: Int
        package let revision: Int
    }

    /// The batches to revert, the oldest first.
    package internal(set) var batches: [Batch]
    /// The revisions of the messages' own changes.
    package private(set) var origin: Batch
    /// The messages.
    let mark: UndoMark

    init(_ batch: Batch, _ mark: UndoMark) {
        batches = [batch]
        origin = batch
        self.mark = mark
    }

    /// Adds a batch that changed the state after the step, and is reverted with it.
    func add(_ batch: Batch) {
        batches.append(batch)
        origin = Batch(from: origin.from, revision: batch.revision)
    }

    /// The cases of the messages, each once.
    package var messages: [String] { mark.messages }
    /// The requests that the messages and their effects made.
    package var requests: [UndoMark.Request] { mark.requests }
}

/// A direction in the undo history.
package enum UndoDirection: String {
    case undo, redo
}
