import Adit
import AditHost
import AditState

extension AppCore {
    /// Whether there is a message to undo: false unless the core was opened with `undo: true`.
    public var canUndo: Bool { hosted.loop.history.map { $0.count.undo > 0 } ?? false }

    /// Whether there is an undo to revert.
    public var canRedo: Bool { hosted.loop.history.map { $0.count.redo > 0 } ?? false }

    /// Handles the queued messages, and reverts the last message, or group of messages, that changed the state. Without
    /// effect while the core handles a message, as in a receiver.
    ///
    /// The state has a new revision. Effects in flight continue, and requests to gateways are not undone.
    ///
    /// While it is unknown whether the change is written, the state is that before it.
    ///
    /// - Returns: the undone step; nil without effect.
    /// - Throws: ``AppCoreError`` if there is nothing to undo, or if the change cannot be stored.
    @discardableResult
    public func undo() throws(AppCoreError) -> AppCoreUndo? { try revert(.undo) }

    /// Handles the queued messages, and reverts the last ``undo()``, unless the state has changed since.
    ///
    /// - Returns: the redone step; nil without effect.
    /// - Throws: ``AppCoreError`` if there is nothing to redo, or if the change cannot be stored.
    @discardableResult
    public func redo() throws(AppCoreError) -> AppCoreUndo? { try revert(.redo) }

    private func revert(_ direction: UndoDirection) throws(AppCoreError) -> AppCoreUndo? {
        process()
        if isDriving { return nil }
        guard !hosted.isClosed else { throw AppCoreError(.closed, "\(direction): the core is closed") }
        guard hosted.loop.hasHistory else {
            throw AppCoreError(
                .message, "\(direction): found no undo history; a core opened with undo: true is expected")
        }
        let revision = revision
        var result: AppCoreUndo?
        var failure: AppCoreError?
        drive {
            do {
                try hosted.revertStep(direction) { step in
                    result = AppCoreUndo(
                        revision: step.revision, messages: step.messages, gateways: step.requests.map(\.gateway))
                }
                if !hosted.isHeld, self.revision == revision {
                    failure = AppCoreError(.store, "\(direction): the change could not be stored; an output says why")
                }
            } catch {
                let kind: AppCoreError.Kind = error is StorageFailure ? .store : .message
                failure = AppCoreError(kind, "\(direction): \(error)")
            }
        }
        if let failure { throw failure }
        return result
    }
}

/// An undone or redone step.
public struct AppCoreUndo: Equatable, Sendable {
    /// The revision of the state from then on.
    public let revision: Int
    /// The cases of all messages whose changes are reverted, or are back, each once, such as `todo.request.add`: those of the step, and
    /// later ones that are not steps.
    public let messages: [String]
    /// The gateways of the requests that these messages and their effects made: these requests are not reverted.
    public let gateways: [String]
}
