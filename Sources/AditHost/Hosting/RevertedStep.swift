import AditState

/// A step of the undo history that was reverted.
package struct RevertedStep {
    let direction: UndoDirection
    /// The revision of the state from then on.
    package let revision: Int
    /// The revisions of the step's own changes.
    let origin: UndoStep.Batch
    /// The cases of its messages.
    package let messages: [String]
    /// The requests that its messages and their effects made.
    package let requests: [UndoMark.Request]
    let canUndo: Bool
    let canRedo: Bool
}
