import Adit
import AditJSON
import AditState

extension HostedCore {
    /// Cancels the effects, and runs those that are ready.
    ///
    /// - Returns: whether all have ended.
    @discardableResult
    package func endEffects() -> Bool {
        cancelEffects()
        return loop.runLastJobs(listener)
    }

    /// Cancels the effects, once. Their last jobs are separate events in the journal, each at its time.
    package func cancelEffects() {
        guard !ownWork.isEnding else { return }
        ownWork.isEnding = true
        endPause()
        journal?.begin("close") { $0.write(true) }
        loop.cancelEffects(listener)
    }

    /// Abandons the effects that have not ended.
    package func abandonEffects() { loop.abandonEffects() }

    /// Removes and returns the queued messages of the app that wait as values.
    package func removeQueued() -> [(AnyMessage, Cause?)] {
        var queued: [(AnyMessage, Cause?)] = []
        while let arrival = inbox.dequeue(through: .max) {
            if let message = arrival.work.message { queued.append((message, arrival.cause)) }
        }
        return queued
    }

    /// Closes a core whose store was opened elsewhere since: as at an `@close`, but nothing of its effects is stored any more.
    package func closeFenced() {
        guard !isClosed else { return }
        if !endEffects() { abandonEffects() }
        endBatch()
        close()
    }

    /// Closes the core: answers each queued message with an `@error`, and writes `@closed` last. The core's loop.
    package func close() {
        guard !isClosed else { return }
        shut(nil)
    }

    func shut(_ cause: Cause?) {
        endTransfers()
        inbox.close()
        while let arrival = inbox.dequeue(through: .max) {
            if let ticket = arrival.ticket, !calls.begin(ticket) { continue }
            let start = buffer.count
            hostWriter.sendClosed(
                arrival.work.message ?? arrival.work.unread.flatMap { try? read($0, arrival.cause) },
                of: arrival.cause)
            if let ticket = arrival.ticket { calls.owner?.complete(ticket, buffer, from: start) }
        }
        hostWriter.kept?.putAcknowledgement()
        hostWriter.send(.closed, of: cause)
        journal?.finish(at: loop.revision)
        recorder?.end()
        loop.persister?.close()
    }
}
