import Adit
import AditJSON
import CAdit

/// Writes what a core has to say, with the `@id` of the message that is being handled. The core's loop.
final class Voice {
    /// The id that came with the message being handled.
    @exclusivity(unchecked) var id: MessageID?
    private let coding: MessageCoding
    private let buffer: MessageBuffer
    private var effects = 0

    init(_ coding: MessageCoding, _ buffer: MessageBuffer) {
        self.coding = coding
        self.buffer = buffer
    }

    /// A host's own message, which it wants to hear too.
    func echo(_ message: AnyMessage) throws {
        try announce(message) { message, writer throws(CodingFailure) in try coding.write(message, writer) }
    }

    /// A part of the state.
    func tell(_ pointer: JSONPointer, of core: Core) {
        let whole = JSONWriter()
        let revision = core.revision
        do {
            try core.writeState(to: whole)
            if pointer.tokens.isEmpty {
                // The text of the whole is the value.
                say { $0.writeValue(path: pointer, revision: revision, id: id, json: whole.bytes) }
            } else {
                let document = try JSONDocument(parsing: whole.bytes, depth: .max)
                document.withRoot { root in
                    say { $0.writeValue(path: pointer, revision: revision, id: id, root[pointer]) }
                }
            }
        } catch {
            say { $0.writeError(ADIT_EMESSAGE, "the state cannot be written: \(error)", path: nil, id: id) }
        }
    }

    /// A message was not handled before the core closed.
    func tellClosed(_ message: AnyMessage?) {
        let text = "the core closed before the message was handled"
        say { $0.writeError(ADIT_ECLOSED, text, path: message.map(coding.casePath), id: id) }
    }

    func tellClosed() { say { $0.writeClosed(id: id) } }

    private func tellError(_ code: Int, _ text: String, of message: AnyMessage) {
        say { $0.writeError(code, text, path: coding.casePath(message), id: id) }
    }

    /// Adds what cannot fail to be written.
    private func say(_ write: (JSONWriter) -> Void) {
        try? buffer.add { writer throws(CodingFailure) in write(writer) }
    }
}

extension Voice: CoreListener {
    func announce<M>(_ message: M, by write: (M, JSONWriter) throws(CodingFailure) -> Void) throws {
        try buffer.add { writer throws(CodingFailure) in
            try writer.writeMessage(id: id) { writer throws(CodingFailure) in try write(message, writer) }
        }
    }

    func request(_ request: HostRequest) {
        effects += 1
        say { $0.writeEffect(effect: "e1-\(effects)", request, id: id) }
    }

    func fail(_ message: AnyMessage, _ failure: CoreFailure) {
        switch failure {
        case .thrown(let error): tellError(ADIT_EHANDLER, "\(error)", of: message)
        case .unannounced(let error): tellError(ADIT_EMESSAGE, "\(error)", of: message)
        case .cutOff(let limit): tellError(ADIT_ECASCADE, limit.description, of: message)
        }
    }
}
