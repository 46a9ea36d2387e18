import Adit
import AditJSON
import Glibc

/// What waits in the queue.
struct Arrival {
    enum Work {
        case message(AnyMessage)
        /// A message that the journal is told of.
        case noted(NotedMessage)
        /// A message that is checked, and is to be decoded when its turn has come.
        case unread(Unread)
        // What is rare lies elsewhere, so that the rest is quick to copy.
        /// With what the host sent, where a journal wants to know.
        indirect case own(OwnWork, MessageText?)

        var message: AnyMessage? {
            switch self {
            case .message(let message): message
            case .noted(let noted): noted.message
            case .unread, .own: nil
            }
        }
        var unread: Unread? { if case .unread(let unread) = self { unread } else { nil } }
    }

    /// What a message of Adit's own asks for.
    enum OwnWork {
        /// At a revision; nil: as it is.
        case get(PartPath, Int?)
        case subscribe(String, JSONPointer)
        case unsubscribe(String)
        case reply(HostReply, String, Bool)
        case advance(Int)
        case stats
        case trace
        case export(String)
        case `import`(String)
        case close
    }

    let work: Work
    let cause: Cause?
    let ticket: CallTicket?
}

/// A copy of what a host sent, in one line.
final class MessageText {
    let bytes: [UInt8]

    // JSON has line feeds between its tokens only.
    init(_ bytes: UnsafeRawBufferPointer) {
        var copy = Array(bytes)
        let breaks: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        if let start = bytes.baseAddress, breaks.contains(where: { memchr(start, Int32($0), bytes.count) != nil }) {
            for index in copy.indices where breaks.contains(copy[index]) { copy[index] = UInt8(ascii: " ") }
        }
        self.bytes = copy
    }
}

/// A message, and what the journal is told of it.
final class NotedMessage {
    let message: AnyMessage
    /// What the host sent.
    let text: MessageText
    /// What was drawn when it was decoded, as the journal tells it.
    let draws: [UInt8]

    init(_ message: AnyMessage, _ text: MessageText, draws: [UInt8]) {
        self.message = message
        self.text = text
        self.draws = draws
    }
}

/// The text of a message that is checked.
final class Unread {
    let document: JSONDocument
    /// What the host sent, where a journal wants to know.
    let text: MessageText?

    init(_ document: consuming JSONDocument, _ text: MessageText?) {
        self.document = document
        self.text = text
    }
}
