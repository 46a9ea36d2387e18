import Adit
import AditJSON

// The messages of the core to its host.
extension JSONWriter {
    /// Writes a message of the app, with the id of what caused it.
    ///
    /// - Throws: ``CodingFailure`` whenever the message cannot be written, or is no object on the wire.
    @inline(__always)
    func writeMessage(id: MessageID?, _ body: (JSONWriter) throws(CodingFailure) -> Void) throws(CodingFailure) {
        let start = count
        try body(self)
        guard bytes.last == UInt8(ascii: "}") else {
            truncate(to: start)
            throw CodingFailure(path: "", reason: "a message is an enum with cases that have no raw value")
        }
        guard let id else { return }
        truncate(to: count - 1)
        finish(id)
    }

    /// `{"@value": {"path", "revision", "value"}}`.
    func writeValue(path: JSONPointer, revision: Int, id: MessageID?, _ value: JSONValue?) {
        beginValue(path: path, revision: revision)
        if let value {
            write(literal: #","value":"#)
            write(value)
        }
        write(literal: "}")
        finish(id)
    }

    /// The same, of a value that is JSON text already.
    func writeValue(path: JSONPointer, revision: Int, id: MessageID?, json: UnsafeRawBufferPointer) {
        beginValue(path: path, revision: revision)
        write(literal: #","value":"#)
        write(raw: json)
        write(literal: "}")
        finish(id)
    }

    private func beginValue(path: JSONPointer, revision: Int) {
        write(literal: #"{"@value":{"path":"#)
        write(path.description)
        write(literal: #","revision":"#)
        write(revision)
    }

    /// `{"@effect": {"id", "gateway", "request", "reply"}}`.
    func writeEffect(_ request: HostRequest, id: MessageID?) {
        write(literal: #"{"@effect":{"id":"#)
        write(request.id)
        write(literal: #","gateway":"#)
        write(request.gateway)
        write(literal: #","request":"#)
        write(json: request.request)
        switch request.replies {
        case .none: write(literal: #","reply":false"#)
        case .one: break
        case .many: write(literal: #","reply":"many""#)
        }
        write(literal: "}")
        finish(id)
    }

    /// `{"@cancel": {"effect"}}`.
    func writeCancel(_ request: HostRequest, id: MessageID?) {
        write(literal: #"{"@cancel":{"effect":"#)
        write(request.id)
        write(literal: "}")
        finish(id)
    }

    /// `{"@log": {"level", "message", "metadata", "source"}}`.
    func writeLog(_ line: LogLine, id: MessageID?) {
        write(literal: #"{"@log":{"level":"#)
        write(line.level.rawValue)
        write(literal: #","message":"#)
        write(line.message)
        if !line.metadata.isEmpty {
            write(literal: #","metadata":"#)
            writeObject {
                for (key, value) in line.metadata { writeProperty(key) { write(value) } }
            }
        }
        write(literal: #","source":"#)
        write(line.place)
        write(literal: "}")
        finish(id)
    }

    /// `{"@gap": {"lines"}}`.
    func writeGap(_ lines: Int, id: MessageID?) {
        write(literal: #"{"@gap":{"lines":"#)
        write(lines)
        write(literal: "}")
        finish(id)
    }

    /// `{"@stats": {…}}`.
    func writeStats(_ stats: CoreStats, id: MessageID?) {
        write(literal: #"{"@stats":{"revision":"#)
        write(stats.revision)
        write(literal: #","queued":"#)
        write(stats.queued)
        write(literal: #","effects":"#)
        write(stats.effects)
        write(literal: #","timers":"#)
        write(stats.timers)
        write(literal: #","requests":"#)
        write(stats.requests)
        write(literal: #","ignoredReplies":"#)
        write(stats.ignoredReplies)
        write(literal: "}")
        finish(id)
    }

    /// `{"@error": {"code", "message", "path"}}`.
    func writeError(_ code: Int, _ message: String, path: String?, id: MessageID?) {
        write(literal: #"{"@error":{"code":""#)
        write(literal: word(for: code))
        write(literal: #"","message":"#)
        write(message)
        if let path {
            write(literal: #","path":"#)
            write(path)
        }
        write(literal: "}")
        finish(id)
    }

    /// `{"@closed": {}}`.
    func writeClosed(id: MessageID?) {
        write(literal: #"{"@closed":{}"#)
        finish(id)
    }

    private func finish(_ id: MessageID?) {
        if let id { write(id) }
        write(literal: "}")
    }

    private func write(_ id: MessageID) {
        write(literal: #","@id":"#)
        switch id {
        case .number(let number): write(number)
        case .text(let text): write(text)
        }
    }
}
