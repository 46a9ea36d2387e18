import Adit
import NIOCore

/// A message to a process that is not known to be handled.
final class Message {
    enum Kind {
        /// For a core.
        case ofCore
        /// An `@sync`.
        case sync
        /// An `@host`.
        case host
        /// Of the server itself: no client waits for it.
        case own
    }

    let kind: Kind
    /// Nil once it is gone.
    fileprivate(set) var client: Client?
    /// The name of the client that is gone.
    fileprivate var formerClient: ClientName?
    let core: Core?
    /// What was cut out of the line.
    let cut: Range<Int>
    /// The JSON of its `@id`.
    let id: String?
    let isReply: Bool
    /// The id of the request that it answers, and ends.
    let effect: ByteString?
    /// There was output with its `@id`, or it was refused.
    var isAnswered = false

    init(
        kind: Kind, client: Client? = nil, core: Core? = nil, cut: Range<Int> = 0..<0, id: String? = nil,
        isReply: Bool = false, effect: ByteString? = nil
    ) {
        self.kind = kind
        self.client = client
        self.core = core
        self.cut = cut
        self.id = id
        self.isReply = isReply
        self.effect = effect
    }
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

    /// The client of the first message without an answer, if that has a name: mostly, the next answer is for it.
    func nextClient(named name: Bytes) -> Client? {
        guard answered < messages.count, let client = message(answered).client, client.hasName(name) else { return nil }
        return client
    }

    private func message(_ offset: Int) -> Message {
        messages[messages.index(messages.startIndex, offsetBy: offset)]
    }

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
    func answer(_ number: UInt64) -> Message? {
        guard number > before, number - before <= UInt64(messages.count) else { return nil }
        let message = message(Int(number - before) - 1)
        message.isAnswered = true
        return message
    }

    /// Marks the message of a client as answered that has an `@id`.
    mutating func answer(_ id: Bytes, of client: Client, for core: Core) {
        // Answers come in the order of the messages, but for late ones: not many are looked at.
        var (looked, isFound) = (0, false)
        var offset = answered
        while !isFound, offset < messages.count, looked < 64 {
            let message = message(offset)
            if !message.isAnswered, let other = message.id {
                looked += 1
                isFound =
                    message.client === client && message.core === core && message.kind == .ofCore
                    && other.withBytes { $0.isSameID(as: id) }
                message.isAnswered = isFound
            }
            if offset == answered, message.isAnswered || message.id == nil { answered += 1 }
            offset += 1
        }
    }

    /// The answer to a request which the core refuses by an error with the answer's `@id`, and its number.
    ///
    /// - Parameter client: the client that it is of; nil for any, as errors come in the order of the messages.
    func refusedReply(_ id: Bytes, of client: Client?, for core: Core) -> (message: Message, number: UInt64)? {
        let offset = messages.firstIndex { message in
            message.isReply && !message.isAnswered && message.core === core
                && (client == nil || message.client === client)
                && message.id?.withBytes { $0.isSameID(as: id) } ?? false
        }
        guard let offset else { return nil }
        let position = messages.distance(from: messages.startIndex, to: offset)
        return (messages[offset], firstNumber + UInt64(position))
    }

    /// Forgets a client that is gone, but for its name.
    func forget(_ client: Client) {
        for message in messages where message.client === client {
            (message.client, message.formerClient) = (nil, client.name)
        }
    }

    /// Gives the messages for cores of a client that is gone to the one that continues under its name.
    func give(to client: Client) {
        guard let name = client.name else { return }
        for message in messages where message.formerClient == name && message.kind != .host {
            (message.client, message.formerClient) = (client, nil)
            client.inFlight += 1
        }
    }
}
