import AditCodable
import AditJSON

/// How a core treats the messages of an app: as a type, so that what runs for each message is compiled for the app's
/// own.
@usableFromInline
package protocol MessageKind {
    associatedtype Message
    /// The number of message cases.
    static var caseCount: Int { get }
    /// Which of them a message is.
    static func caseIndex(of message: Message) -> Int
    /// The cases of a message, with dots between.
    static func casePath(of message: Message) -> String
    /// Whether a host may send a message, and whether it hears it.
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

/// Messages of plain `Codable` types. Nobody knows of their cases.
enum BridgedMessages<Message: Codable>: MessageKind {
    static var caseCount: Int { 1 }
    static func caseIndex(of _: Message) -> Int { 0 }
    static func casePath(of message: Message) -> String { bridgedCasePath(of: message) }
    static func direction(of _: Message) -> MessageDirection { .both }

    static func write(_ message: Message, to writer: JSONWriter) throws(CodingFailure) {
        try encodeBridged(message, to: writer)
    }
}

/// Messages that no host hears of.
enum UnwrittenMessages<Message>: MessageKind {
    static var caseCount: Int { 1 }
    static func caseIndex(of _: Message) -> Int { 0 }
    static func casePath(of _: Message) -> String { "\(Message.self)" }
    static func direction(of _: Message) -> MessageDirection { .both }

    static func write(_: Message, to _: JSONWriter) throws(CodingFailure) {
        throw CodingFailure(path: "", reason: "messages of the type \(Message.self) have no form on the wire")
    }
}
