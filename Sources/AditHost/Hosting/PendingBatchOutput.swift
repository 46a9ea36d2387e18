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
        if !senders.isEmpty { senders.removeAll(keepingCapacity: true) }
    }
}

extension HostMessageWriter {
    /// Adds the sender of a message of the host that is about to be handled.
    package func begin(_ message: AnyMessage?, of cause: Cause?) { batch?.add(message, cause) }

    /// Releases the messages in the buffer to the host.
    package func releaseBatch() { batch?.begin(at: buffer.count) }

}

extension HostMessageWriter: BatchParticipant {
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
