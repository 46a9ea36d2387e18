import Adit
import AditJSON

// The messages of the core to its host.
extension JSONWriter {
    /// Writes a message of the app, with the id and the client of its cause.
    ///
    /// - Throws: ``CodingFailure`` if the message cannot be written, or is not an object on the wire.
    @inline(__always)
    func writeMessage(of cause: Cause?, _ body: (JSONWriter) throws(CodingFailure) -> Void) throws(CodingFailure) {
        let start = count
        try body(self)
        guard bytes.last == UInt8(ascii: "}") else {
            truncate(to: start)
            throw CodingFailure(path: "", reason: "a message is an enum with cases that have no raw value")
        }
        // Unwrapped, it would be retained for each message.
        if cause == nil { return }
        truncate(to: count - 1)
        write(cause)
        write(literal: "}")
    }

    /// Writes a message of Adit, with the id and the client of its cause.
    ///
    /// - Throws: ``CodingFailure`` if a value of the message has no JSON form.
    func write(_ message: HostMessage, of cause: Cause?) throws(CodingFailure) {
        try writeMessage(of: cause) { writer throws(CodingFailure) in try message.write(to: writer) }
    }

    private func write(_ cause: Cause?) {
        // A message with hand-written coding may have no members.
        switch cause?.id {
        case nil: break
        case .number(let number):
            begin(member: #""@id":"#)
            write(number)
        case .text(let text):
            begin(member: #""@id":"#)
            write(text)
        }
        if let client = cause?.client {
            begin(member: #""@client":"#)
            write(client)
        }
    }
}
