import Adit
import AditJSON
import AditState

extension HostMessageWriter {
    /// Keeps output and handled messages, as the config of the store says.
    ///
    /// - Throws: ``StorageFailure`` if the records of an earlier opening are not valid.
    func enableRedelivery(by config: Config, of loop: EventLoop) throws(StorageFailure) {
        guard let store = config.store, let records = loop.records else { return }
        if let redelivery = store.redelivery {
            let output = try KeptOutput(
                records, buffer, limit: redelivery.bytes.value, isAutomatic: redelivery.acknowledged == .automatic)
            loop.add(output)
            kept = output
        }
        if let once = store.once {
            let time = loop.effects.time
            let messages = try HandledMessages(records, most: once.count.value, seconds: once.seconds?.value) {
                (time.date ?? .now).seconds
            }
            loop.add(messages)
            handled = messages
        }
    }

    /// Delivers the output of earlier openings that the host has not acknowledged.
    func deliverEarlier() {
        kept?.deliverEarlier { gap in
            send(.gap(lines: nil, from: Count(gap.lowerBound), through: Count(gap.upperBound)), of: nil)
        }
        // It belongs to no batch.
        releaseBatch()
    }

    /// Acknowledges the output up to a cursor.
    func acknowledge(_ cursor: Int, _ cause: Cause?) {
        guard let kept else {
            return sendError(
                .message, "@heard: the core keeps no output; a store with \"redelivery\" in its config is expected",
                of: cause)
        }
        guard !kept.acknowledge(through: cursor) else { return }
        sendError(
            .message, "@heard: found \(cursor); a @cursor up to \(kept.last) is expected", of: cause)
    }
}

extension HostedCore {
    /// Answers a message that was handled before.
    ///
    /// - Returns: false if the message is to be handled.
    func answerAgain(_ cause: Cause) -> Bool {
        guard let handled = hostWriter.handled else { return false }
        switch handled.begin(cause, buffer) {
        case .new: return false
        case .again: hostWriter.begin(nil, of: cause)
        case .other:
            hostWriter.begin(nil, of: cause)
            hostWriter.sendError(
                .message,
                "@id: another message with this id was handled; an id of its own is expected for each message",
                of: cause)
        }
        return true
    }
}
