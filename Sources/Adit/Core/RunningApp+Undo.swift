import AditJSON
import AditState

extension RunningApp {
    /// Returns the cause of a message with its step in the undo history.
    package func marked(_ cause: Cause?, _ message: AnyMessage) -> Cause? {
        guard let history = loop.history, let isStep, isStep(message) else { return cause }
        // The same object, by which the output of the message is recognized.
        let cause = cause ?? Cause(id: nil)
        cause.mark = history.mark(group: cause.group, of: cause.client)
        return cause
    }

    /// Reverts the next step of the undo history, as one message. The change is persisted at the end of the batch.
    ///
    /// - Parameters:
    ///   - note: records the event before its output.
    /// - Returns: the reverted step, as it was; nil without a history.
    /// - Throws: ``CodingFailure`` if there is no step, or if the journal lacks its changes; ``StorageFailure`` if
    ///   the journal cannot be read. The state is unchanged then.
    package func revert(
        _ direction: UndoDirection, _ listener: any CoreListener, noting record: (UndoStep) -> Void
    ) throws -> UndoStep? {
        guard let history = loop.history else { return nil }
        let step = try history.next(direction)
        try loop.change(as: direction, listener, noting: { record(step) }) {
            if let reached = try reading.revert(step.batches) {
                history.forget(direction, upTo: reached)
                _ = try history.next(direction)
            }
        }
        return step
    }

    /// Changes the state as a recorded undo or redo did.
    ///
    /// - Parameters:
    ///   - changes: the recorded changes.
    ///   - note: records the event before its output.
    package func repeatRevert(
        _ direction: UndoDirection, _ changes: JSONReader, _ listener: any CoreListener, noting record: () -> Void
    ) throws(CodingFailure) {
        try loop.change(as: direction, listener, noting: record) { () throws(CodingFailure) in try reading.redo(changes)
        }
    }
}

/// An observer that records in the undo history which messages change the state.
final class UndoObserver: LoopObserver {
    private let history: UndoHistory
    private let coding: MessageCoding

    init(_ history: UndoHistory, _ coding: MessageCoding) {
        self.history = history
        self.coding = coding
    }

    func begin(_ event: LoopEvent) {
        switch event {
        case .message(let message, let cause, _): history.begin(cause?.mark, message: coding.casePath(message))
        case .effect(let effect): history.begin(effect.cause?.mark)
        case .timer, .change(nil): history.begin(nil)
        case .change(let direction?): history.begin(direction)
        // They belong to the earlier state.
        case .outputs, .reply: break
        }
    }

    func recordChange(by output: AnyMessage) { history.record(change: coding.casePath(output)) }
}
