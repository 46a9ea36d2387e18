import Adit
import AditJSON
import AditState

/// The output of the present batch, with its senders. If the batch cannot be stored, errors replace all of the output.
/// The core's loop.
package struct PendingBatchOutput {
    /// The number of messages in the buffer before the batch.
    private(set) var start = 0
    /// The senders to notify if the batch is lost: one for each message of the host, and each other cause of output.
    package private(set) var senders: [Sender] = []

    /// The steps before the batch that are not synced: where their output begins, and their senders; nil if absent.
    private var unsynced: (start: Int, senders: [Sender])?

    package struct Sender {
        package let cause: Cause?
        package let message: AnyMessage?
    }

    /// Adds the sender of a message that is about to be handled.
    mutating func add(_ message: AnyMessage?, _ cause: Cause?) {
        senders.append(Sender(cause: cause, message: message))
    }

    /// Adds the sender behind an output's cause: the last added message, or a message of an earlier batch.
    mutating func add(_ cause: Cause?) {
        if let last = senders.last, last.cause === cause { return }
        senders.append(Sender(cause: cause, message: nil))
    }

    /// Notes that the batch begins at another place of the buffer.
    mutating func begin(from count: Int) { start = count }

    /// Releases the messages in the buffer to the host, and begins a new batch.
    mutating func begin(at count: Int) {
        start = count
        unsynced = nil
        if !senders.isEmpty { senders.removeAll(keepingCapacity: true) }
    }

    /// Begins a new batch, while those before it are not synced.
    mutating func beginStep(at count: Int) {
        var steps = unsynced.take() ?? (start, [])
        steps.senders += senders
        unsynced = steps
        start = count
        senders.removeAll(keepingCapacity: true)
    }

    /// Makes the steps that are not synced a part of the batch, so that they are lost with it.
    mutating func addUnsynced() {
        guard let steps = unsynced.take() else { return }
        start = steps.start
        senders = steps.senders + senders
    }
}

extension HostMessageWriter {
    /// Adds the sender of a message of the host that is about to be handled.
    package func begin(_ message: AnyMessage?, of cause: Cause?) { batch?.add(message, cause) }

    /// Releases the messages in the buffer to the host, unless steps are not synced.
    package func releaseBatch() {
        if defersRelease { batch?.beginStep(at: buffer.count) } else { batch?.begin(at: buffer.count) }
    }

}

/// The listener of a hosted core, which withdraws the output of a batch that is not stored. The core's loop.
package protocol HostListener: CoreListener, BatchParticipant {
    /// Makes the steps that are not synced (``HostedCore/endStep()``) a part of the present batch, so that they are
    /// withdrawn with it.
    func addUnsyncedSteps()
}

extension HostMessageWriter: HostListener {
    package func addUnsyncedSteps() { batch?.addUnsynced() }

    package func commitBatch() { releaseBatch() }

    /// Replaces the output of the batch by errors.
    package func rollBackBatch(_ failure: any Error) {
        guard let lost = batch else { return }
        buffer.truncate(to: lost.start)
        let code = (failure as? StorageFailure)?.code ?? .store
        for sender in lost.senders {
            sendError(code, "\(failure)", sender.message, of: sender.cause)
            record()
        }
        releaseBatch()
    }
}
