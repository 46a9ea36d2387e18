import Adit
import AditJSON

/// Messages of plain `Codable` types. Their cases are unknown.
enum BridgedMessages<Message: Codable>: MessageKind {
    static var caseCount: Int { 1 }
    static func caseIndex(of _: Message) -> Int { 0 }
    static func casePath(of message: Message) -> String { bridgedCasePath(of: message) }
    static func direction(of _: Message) -> MessageDirection { .both }

    static func write(_ message: Message, to writer: JSONWriter) throws(CodingFailure) {
        try encodeBridged(message, to: writer)
    }
}
