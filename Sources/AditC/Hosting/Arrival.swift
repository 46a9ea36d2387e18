import Adit
import AditJSON

/// What waits in the queue.
struct Arrival {
    enum Work {
        case message(AnyMessage)
        /// A message that is checked, and is to be decoded when its turn has come.
        case unread(Unread)
        // What is rare lies elsewhere, so that the rest is quick to copy.
        indirect case own(OwnWork)

        var message: AnyMessage? { if case .message(let message) = self { message } else { nil } }
        var unread: Unread? { if case .unread(let unread) = self { unread } else { nil } }
    }

    /// What a message of Adit's own asks for.
    enum OwnWork {
        case get(PartPath)
        case subscribe(String, JSONPointer)
        case unsubscribe(String)
        case reply(HostReply, String, Bool)
        case advance(Int)
        case stats
        case close
    }

    let work: Work
    let cause: Cause?
    let ticket: CallTicket?
}

/// The text of a message that is checked.
final class Unread {
    let document: JSONDocument

    init(_ document: consuming JSONDocument) { self.document = document }
}
