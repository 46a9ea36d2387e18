import Adit
import NIOCore

/// A message to a process that is not known to be handled.
struct Message {
    enum Kind {
        /// For a core.
        case ofCore
        /// An `@sync`.
        case sync
        /// An `@host`.
        case host
        /// Of the server itself: nobody waits for it.
        case own
    }

    var kind: Kind
    /// Nil once it is gone.
    var client: Client?
    var core: Core?
    /// What was cut out of the line.
    var cut = 0..<0
    /// The JSON of its `@id`.
    var id: String?
    /// The id of the request that it answers.
    var effect: ByteString?
    /// There was output with its `@id`, or it was refused.
    var isAnswered = false
}

/// The messages to a process that are not known to be handled, in the order in which they were sent.
///
/// Their numbers count up by one, so a number is a position.
struct Flight {
    private var messages = CircularBuffer<Message>()
    /// The number of the first message less one.
    private(set) var before: UInt64 = 0
    /// So many of the first messages need no answer any more.
    private var answered = 0

    var isEmpty: Bool { messages.isEmpty }
    /// The number of the first message; if there is none, of the next.
    var firstNumber: UInt64 { before + 1 }

    /// Adds a message.
    ///
    /// - Returns: its number.
    mutating func append(_ message: Message) -> UInt64 {
        messages.append(message)
        return before + UInt64(messages.count)
    }

    mutating func removeFirst() -> Message? {
        guard let first = messages.popFirst() else { return nil }
        before += 1
        answered = max(0, answered - 1)
        return first
    }

    /// Marks a message as answered.
    ///
    /// - Returns: the message; nil if it is gone.
    mutating func answer(_ number: UInt64) -> Message? {
        guard number > before, number - before <= UInt64(messages.count) else { return nil }
        let index = messages.index(messages.startIndex, offsetBy: Int(number - before) - 1)
        messages[index].isAnswered = true
        return messages[index]
    }

    /// Marks the message of a client as answered that has an `@id`.
    mutating func answer(_ id: Bytes, of client: Client, for core: Core) {
        // Answers come in the order of the messages, but for late ones: not many are looked at.
        var looked = 0
        var offset = answered
        while offset < messages.count, looked < 64 {
            let index = messages.index(messages.startIndex, offsetBy: offset)
            offset += 1
            guard !messages[index].isAnswered, let other = messages[index].id else {
                if offset == answered + 1 { answered = offset }
                continue
            }
            looked += 1
            if messages[index].client === client, messages[index].core === core, messages[index].kind == .ofCore,
                other.withBytes({ $0 == id })
            {
                messages[index].isAnswered = true
                return
            }
        }
    }

    /// Forgets a client that is gone.
    mutating func forget(_ client: Client) {
        for index in messages.indices where messages[index].client === client { messages[index].client = nil }
    }
}
