import AditJSON

/// The operations of a core on the messages of an app: a type, so that the code that runs for each message is
/// specialized for the app's own.
@usableFromInline
package protocol MessageKind: SendableMetatype {
    associatedtype Message
    /// The number of message cases.
    static var caseCount: Int { get }
    /// Returns the position of a message's case.
    static func caseIndex(of message: Message) -> Int
    /// Returns the cases of a message, separated by dots.
    static func casePath(of message: Message) -> String
    /// Returns whether a host may send a message, and whether it receives it.
    static func direction(of message: Message) -> MessageDirection
    /// Writes a message.
    static func write(_ message: Message, to writer: JSONWriter) throws(CodingFailure)
}

/// Messages whose coders are generated.
@usableFromInline
package enum GeneratedMessages<Message: WireMessage>: MessageKind {
    @inlinable package static var caseCount: Int { Message.Case.allCases.count }
    @inlinable package static func caseIndex(of message: Message) -> Int { message.caseIndex }
    @usableFromInline package static func casePath(of message: Message) -> String { message.casePath }
    @inlinable package static func direction(of message: Message) -> MessageDirection { message.direction }

    @inlinable
    package static func write(_ message: Message, to writer: JSONWriter) throws(CodingFailure) {
        try encodeWire(message, to: writer)
    }
}

/// Messages without a wire format, which reach no host.
enum UnwrittenMessages<Message>: MessageKind {
    static var caseCount: Int { 1 }
    static func caseIndex(of _: Message) -> Int { 0 }
    static func casePath(of _: Message) -> String { "\(Message.self)" }
    static func direction(of _: Message) -> MessageDirection { .both }

    static func write(_: Message, to _: JSONWriter) throws(CodingFailure) {
        throw CodingFailure(path: "", reason: "messages of the type \(Message.self) have no form on the wire")
    }
}
