import AditJSON
import AditState

extension Core {
    /// Returns the cause of a message with its step in the undo history.
    package func marked(_ cause: Cause?, _ message: AnyMessage) -> Cause? {
        guard let history, let isStep, isStep(message) else { return cause }
        // The same object, by which the output of the message is recognized.
        let cause = cause ?? Cause(id: nil)
        cause.mark = history.mark(group: cause.group, of: cause.client)
        return cause
    }

    /// Reverts the next step of the undo history, as one message. The change is persisted at the end of the batch.
    ///
    /// - Parameters:
    ///   - note: records the event before its output.
    /// - Returns: the reverted step, as it was.
    /// - Throws: ``CodingFailure`` if there is no step, or if the journal lacks its changes; ``StorageFailure`` if the
    ///   journal cannot be read. The state is unchanged then.
    package func revert(
        _ direction: UndoDirection, _ listener: any CoreListener, noting note: (UndoStep) -> Void
    ) throws -> UndoStep? {
        guard let history else { return nil }
        let step = try history.next(direction)
        transaction.begin()
        do {
            if let reached = try reading.revert(step.batches) {
                history.forget(direction, upTo: reached)
                _ = try history.next(direction)
            }
        } catch {
            transaction.rollBack()
            throw error
        }
        history.begin(direction)
        note(step)
        finish(listener)
        return step
    }

    /// Changes the state as a recorded undo or redo did.
    ///
    /// - Parameters:
    ///   - changes: the recorded changes.
    ///   - note: records the event before its output.
    package func repeatRevert(
        _ direction: UndoDirection, _ changes: JSONReader, _ listener: any CoreListener, noting note: () -> Void
    ) throws(CodingFailure) {
        transaction.begin()
        do throws(CodingFailure) { try reading.redo(changes) } catch {
            transaction.rollBack()
            throw error
        }
        history?.begin(direction)
        note()
        finish(listener)
    }

    private func finish(_ listener: any CoreListener) {
        transaction.keep()
        if let sources { follow(sources, listener) }
    }

    /// Whether the batch has changed the state.
    package var hasChanges: Bool { transaction.hasChanges }
}
