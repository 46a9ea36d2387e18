import Adit
import AditJSON
import AditState

/// An entry of the inbox.
package struct Arrival: InboxItem {
    enum Work {
        case message(AnyMessage)
        /// A decoded message, with its text for the journal.
        case noted(NotedMessage)
        /// A checked message, which is decoded when it is handled.
        case unread(MessageText)
        // Rare cases are indirect, so that the others are quick to copy.
        /// A control message, with the host's text if there is a journal.
        indirect case control(ControlMessage, MessageText?)
        /// An answer to an effect, likewise.
        indirect case reply(Reply, MessageText?)

        var message: AnyMessage? {
            switch self {
            case .message(let message): message
            case .noted(let noted): noted.message
            case .unread, .control, .reply: nil
            }
        }
        var unread: MessageText? { if case .unread(let text) = self { text } else { nil } }
    }

    /// Whether it is a message of the app.
    var isOfApp: Bool {
        switch work {
        case .message, .noted, .unread: true
        case .control, .reply: false
        }
    }

    /// Whether it does not wait for the messages before it, which may wait for it.
    var isUrgent: Bool {
        if case .control(.resume, _) = work { true } else { false }
    }

    let work: Work
    let cause: Cause?
    let ticket: CallTicket?
    /// The size of the host's text in bytes.
    let bytes: Int
}

/// A copy of a host's text, in one line.
package final class MessageText {
    let bytes: [UInt8]

    // In JSON, line breaks occur only between tokens.
    init(_ bytes: UnsafeRawBufferPointer) {
        var copy = Array(bytes)
        let breaks: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        if breaks.contains(where: bytes.hasByte) {
            for index in copy.indices where breaks.contains(copy[index]) { copy[index] = UInt8(ascii: " ") }
        }
        self.bytes = copy
    }

    /// - Parameter text: a text without line breaks.
    init(_ text: JSONWriter) { bytes = Array(text.bytes) }

    /// Calls `body` with the message in the text, without the keys that begin with `@`. The text was checked before.
    func withMessage<R>(_ body: (JSONReader) throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        let message = try read { (root) throws(CodingFailure) in
            // Most messages have one key, which is not Adit's.
            root.hasControlKeys ? MessageText(root.text(withoutKeysBeside: nil)) : nil
        }
        return try (message ?? self).read(body)
    }

    /// Reads the whole text, which was checked before.
    func read<R>(_ body: (JSONReader) throws(CodingFailure) -> R) throws(CodingFailure) -> R {
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(CodingFailure) in try JSONReader.read(bytes, as: "a message that is", body) }
        }
        return try outcome.get()
    }
}

/// A message, with its text and generated values for the journal.
final class NotedMessage {
    let message: AnyMessage
    /// The host's text.
    let text: MessageText
    /// The values generated during decoding, in the journal's form.
    let draws: [UInt8]

    init(_ message: AnyMessage, _ text: MessageText, draws: [UInt8]) {
        self.message = message
        self.text = text
        self.draws = draws
    }
}
