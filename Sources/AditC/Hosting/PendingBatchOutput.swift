import Adit
import AditJSON
import AditState
import CAdit

/// What a batch is about to say, and on whose behalf: where its changes cannot be kept, nothing of it is said but that.
/// The core's loop.
struct PendingBatchOutput {
    /// How many messages were in the buffer before.
    private(set) var start = 0
    /// Who has to hear of it if the batch is lost: each message of the host, and what others of them caused.
    private(set) var senders: [Sender] = []

    struct Sender {
        let cause: Cause?
        let message: AnyMessage?
    }

    /// A message of the host begins.
    mutating func add(_ message: AnyMessage?, _ cause: Cause?) {
        senders.append(Sender(cause: cause, message: message))
    }

    /// Something is said that came of `cause`: of the message that began last, or of an earlier batch's.
    mutating func add(_ cause: Cause?) {
        if let last = senders.last, last.cause === cause { return }
        senders.append(Sender(cause: cause, message: nil))
    }

    /// What is in the buffer may be heard.
    mutating func begin(at count: Int) {
        start = count
        if !senders.isEmpty { senders.removeAll(keepingCapacity: true) }
    }
}

extension HostMessageWriter {
    /// A message of the host is about to be handled.
    func begin(_ message: AnyMessage?) { batch?.add(message, cause) }

    func keepBatch() { batch?.begin(at: buffer.count) }

    func loseBatch(_ error: any Error) {
        guard let lost = batch else { return }
        buffer.truncate(to: lost.start)
        let present = cause
        let code = (error as? StorageFailure)?.code ?? ADIT_ESTORE
        for sender in lost.senders {
            cause = sender.cause
            tellError(code, "\(error)", of: sender.message)
            note()
        }
        cause = present
        keepBatch()
    }
}
