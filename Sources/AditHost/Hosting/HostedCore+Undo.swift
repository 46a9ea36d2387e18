import Adit
import AditJSON
import AditProtocol
import AditState

// Undo and redo. With an undo history, a batch has the changes of one step, so that the journal has them step by step.
extension HostedCore {
    /// Returns whether a message from the queue may be in the batch of the message before: that of the same group.
    func belongsToBatch(_ arrival: Arrival) -> Bool {
        guard let history = core.history, let message = arrival.work.message, core.isStep?(message) == true else {
            return false
        }
        return history.isOpen(group: arrival.cause?.group, of: arrival.cause?.client)
    }

    /// Returns the cause of a message with its step in the undo history.
    func marked(_ cause: Cause?, _ message: AnyMessage) -> Cause? {
        guard let history = core.history, let isStep = core.isStep, isStep(message) else { return cause }
        let mark = history.mark(message: core.coding.casePath(message), group: cause?.group, of: cause?.client)
        return Cause(id: cause?.id, client: cause?.client, values: cause?.values, group: cause?.group, mark: mark)
    }

    /// Reverts a step, in a separate batch.
    func revert(_ direction: UndoDirection, _ cause: Cause?) {
        guard let history = core.history else { return }
        do {
            var origin: UndoStep.Batch?
            let step = try core.revert(direction, listener) { step in
                origin = step.origin
                note(direction, step.origin, cause)
                hostWriter.begin(nil, of: cause)
            }
            guard let step, let origin else { return }
            let count = history.count
            let (undo, redo) =
                direction == .undo ? (count.undo - 1, count.redo + 1) : (count.undo + 1, count.redo - 1)
            // Part of the batch: if it is not stored, the host receives the error in its place.
            hostWriter.tellReverted(
                direction, step, origin, at: core.revision, canUndo: undo > 0, canRedo: redo > 0, of: cause)
        } catch let failure as StorageFailure {
            hostWriter.tellError(failure.code, "@\(direction): \(failure)", of: cause)
        } catch {
            hostWriter.tellError(.message, "@\(direction): \(error)", of: cause)
        }
        endBatch()
    }

    /// Repeats a recorded undo or redo, up to the end of the batch.
    ///
    /// - Parameters:
    ///   - origin: the entry's value, as JSON.
    ///   - changes: the recorded changes of the batch.
    package func repeatRevert(
        _ direction: UndoDirection, _ origin: UnsafeRawBufferPointer, of client: String?, _ changes: JSONValue
    ) throws(CodingFailure) {
        try core.repeatRevert(direction, changes, listener) {
            core.journal?.begin(direction.entry, of: client) { $0.write(raw: origin) }
            hostWriter.begin(nil, of: nil)
        }
    }

    private func note(_ direction: UndoDirection, _ origin: UndoStep.Batch, _ cause: Cause?) {
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
    fileprivate func tellReverted(
        _ direction: UndoDirection, _ step: UndoStep, _ origin: UndoStep.Batch, at revision: Int, canUndo: Bool,
        canRedo: Bool, of cause: Cause?
    ) {
        let range = RevisionRange(from: origin.from, revision: origin.revision)
        let effects = step.requests.map { MadeRequest(id: $0.effect, gateway: $0.gateway) }
        switch direction {
        case .undo:
            send(
                .undone(
                    revision: Count(revision), undid: range, messages: step.messages, effects: effects,
                    canUndo: canUndo, canRedo: canRedo), of: cause)
        case .redo:
            send(
                .redone(
                    revision: Count(revision), redid: range, messages: step.messages, effects: effects,
                    canUndo: canUndo, canRedo: canRedo), of: cause)
        }
    }
}
