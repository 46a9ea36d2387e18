import Adit
import AditJSON
import CAdit

/// Writes what a core has to say, with the `@id` of the message that it came of. The core's loop.
final class Voice {
    /// What the present message came of.
    @exclusivity(unchecked) var cause: Cause?
    private let coding: MessageCoding
    let buffer: MessageBuffer

    init(_ coding: MessageCoding, _ buffer: MessageBuffer) {
        self.coding = coding
        self.buffer = buffer
    }

    var id: MessageID? { cause?.id }

    /// A host's own message, which it wants to hear too.
    func echo(_ message: AnyMessage) throws {
        try announce(message) { message, writer throws(CodingFailure) in try coding.write(message, writer) }
    }

    func tell(_ stats: CoreStats) { say { $0.writeStats(stats, id: id) } }

    func tell(_ line: LogLine) { say { $0.writeLog(line, id: id) } }

    func tellGap(_ lines: Int) { say { $0.writeGap(lines, id: id) } }

    /// A message was not handled before the core closed.
    func tellClosed(_ message: AnyMessage?) {
        let text = "the core closed before the message was handled"
        say { $0.writeError(ADIT_ECLOSED, text, path: message.map(coding.casePath), id: id) }
    }

    func tellClosed() { say { $0.writeClosed(id: id) } }

    /// A message that was checked when it came cannot be read now.
    func tellUnreadable(_ error: CodingFailure) {
        say { $0.writeError(ADIT_EMESSAGE, error.description, path: nil, id: id) }
    }

    func tellError(_ code: Int, _ text: String, of message: AnyMessage?) {
        say { $0.writeError(code, text, path: message.map(coding.casePath), id: id) }
    }

    /// Adds what cannot fail to be written.
    func say(_ write: (JSONWriter) -> Void) {
        try? buffer.add { writer throws(CodingFailure) in write(writer) }
    }
}

extension Voice: CoreListener {
    func announce<M>(_ message: M, by write: (M, JSONWriter) throws(CodingFailure) -> Void) throws {
        try buffer.add { writer throws(CodingFailure) in
            try writer.writeMessage(id: id) { writer throws(CodingFailure) in try write(message, writer) }
        }
    }

    func request(_ request: HostRequest) { say { $0.writeEffect(request, id: id) } }

    func cancel(_ request: HostRequest) { say { $0.writeCancel(request, id: id) } }

    func fail(_ message: AnyMessage?, _ failure: CoreFailure) {
        switch failure {
        case .thrown(let error): tellError(ADIT_EHANDLER, "\(error)", of: message)
        case .unannounced(let error): tellError(ADIT_EMESSAGE, "\(error)", of: message)
        case .cutOff(let limit): tellError(ADIT_ECASCADE, limit.description, of: message)
        case .overrun(let limit): tellError(ADIT_EFULL, limit.description, of: message)
        }
    }
}
