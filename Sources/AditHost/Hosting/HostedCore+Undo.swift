import Adit
import AditJSON
import AditState

// Undo and redo. With an undo history, a batch has the changes of one step, so that the journal has them step by step.
extension HostedCore {
    /// Returns whether a message from the queue may be in the batch of the message before: that of the same group.
    func belongsToBatch(_ arrival: Arrival) -> Bool {
        guard let history = loop.history, let message = arrival.work.message, app.isStep?(message) == true else {
            return false
        }
        return history.isOpen(group: arrival.cause?.group, of: arrival.cause?.client)
    }

    /// Ends the batch of a step, of which another follows in the same call of the host. Each step is a
    /// transaction, and the last one syncs all: the host receives nothing of them before that.
    func endStep() {
        guard hostWriter.batch != nil, calls.present == nil,
            hostWriter.unsyncedSteps < config.limits.batch.value - 1, loop.persister?.deferSync() == true
        else { return endBatch() }
        hostWriter.unsyncedSteps += 1
        present.cause = nil
        loop.commitBatch(listener)
        completeBatch()
    }

    /// Ends the batch of the last of some steps, and syncs all.
    func endSteps() {
        let persister = loop.persister
        persister?.endDeferral()
        loop.commitBatch(listener)
        hostWriter.unsyncedSteps = 0
        do throws(StorageFailure) { try persister?.sync() } catch {
            batchListener.addUnsyncedSteps()
            batchListener.rollBackBatch(error)
        }
        completeBatch()
    }

    /// Reverts a step, in a separate batch, and answers the host.
    func revert(_ direction: UndoDirection, _ cause: Cause?) {
        guard loop.hasHistory else {
            let text = "@\(direction): the core has no undo history; \"undo\": true in its config is expected"
            return hostWriter.sendError(.message, text, of: cause)
        }
        do {
            try revertStep(direction, cause) { reverted in
                // Part of the batch: if it is not stored, the host receives the error in its place.
                hostWriter.send(reverted, of: cause)
            }
        } catch let failure as StorageFailure {
            hostWriter.sendError(failure.code, "@\(direction): \(failure)", of: cause)
        } catch {
            hostWriter.sendError(.message, "@\(direction): \(error)", of: cause)
        }
    }

    /// Reverts a step, in a separate batch.
    ///
    /// - Parameter answer: receives the result before the end of the batch.
    /// - Throws: ``CodingFailure`` if there is no step, or if the journal lacks its changes; ``StorageFailure`` if
    ///   the journal cannot be read. The state is unchanged then.
    package func revertStep(
        _ direction: UndoDirection, _ cause: Cause? = nil, _ answer: (RevertedStep) -> Void
    ) throws {
        guard let history = loop.history else { return }
        endBatch()
        guard !isHeld else {
            throw StorageFailure(
                .failed, "whether the batch before is written is unknown; undo once the storage knows it")
        }
        present.cause = cause
        defer { endBatch() }
        var origin: UndoStep.Batch?
        let step = try app.revert(direction, listener) { step in
            origin = step.origin
            record(direction, step.origin, cause)
            hostWriter.begin(nil, of: cause)
        }
        guard let step, let origin else { return }
        let (count, by) = (history.count, direction == .undo ? 1 : -1)
        answer(
            RevertedStep(
                direction: direction, revision: loop.revision, origin: origin, messages: step.messages,
                requests: step.requests, canUndo: count.undo - by > 0, canRedo: count.redo + by > 0))
    }

    /// Repeats a recorded undo or redo, up to the end of the batch.
    ///
    /// - Parameters:
    ///   - origin: the entry's value, as JSON.
    ///   - changes: the recorded changes of the batch.
    package func repeatRevert(
        _ direction: UndoDirection, _ origin: UnsafeRawBufferPointer, of client: String?, _ changes: JSONReader
    ) throws(CodingFailure) {
        try app.repeatRevert(direction, changes, listener) {
            loop.journal?.begin(direction.entry, of: client) { $0.write(raw: origin) }
            hostWriter.begin(nil, of: nil)
        }
    }

    private func record(_ direction: UndoDirection, _ origin: UndoStep.Batch, _ cause: Cause?) {
        journal?.begin(direction.entry, of: cause?.client) { writer in
            writer.writeObject {
                writer.writeProperty("from") { writer.write(origin.from) }
                writer.writeProperty("revision") { writer.write(origin.revision) }
            }
        }
    }
}

extension UndoDirection {
    /// The kind of its entries in a journal.
    fileprivate var entry: StaticString {
        switch self {
        case .undo: "undo"
        case .redo: "redo"
        }
    }
}

extension HostMessageWriter {
    fileprivate func send(_ step: RevertedStep, of cause: Cause?) {
        let (revision, messages) = (Count(step.revision), step.messages)
        let range = RevisionRange(from: step.origin.from, revision: step.origin.revision)
        let effects = step.requests.map { MadeRequest(id: $0.effect, gateway: $0.gateway) }
        switch step.direction {
        case .undo:
            send(
                .undone(
                    revision: revision, undid: range, messages: messages, effects: effects, canUndo: step.canUndo,
                    canRedo: step.canRedo), of: cause)
        case .redo:
            send(
                .redone(
                    revision: revision, redid: range, messages: messages, effects: effects, canUndo: step.canUndo,
                    canRedo: step.canRedo), of: cause)
        }
    }
}

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
