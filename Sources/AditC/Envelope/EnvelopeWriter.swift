import Adit
import AditJSON
import AditState

// The messages of the core to its host.
extension JSONWriter {
    /// Writes a message of the app, with the id and the client of what caused it.
    ///
    /// - Throws: ``CodingFailure`` whenever the message cannot be written, or is no object on the wire.
    @inline(__always)
    func writeMessage(of cause: Cause?, _ body: (JSONWriter) throws(CodingFailure) -> Void) throws(CodingFailure) {
        let start = count
        try body(self)
        guard bytes.last == UInt8(ascii: "}") else {
            truncate(to: start)
            throw CodingFailure(path: "", reason: "a message is an enum with cases that have no raw value")
        }
        guard let cause else { return }
        truncate(to: count - 1)
        finish(cause)
    }

    /// `{"@value": {"path", "revision", "value", "from", "count"}}`, the answer to an `@get`.
    ///
    /// - Throws: ``CodingFailure`` whenever JSON has no such value, or the state has no such part and never will.
    func writeValue(_ path: PartPath, of core: Core, of cause: Cause?) throws(CodingFailure) {
        write(literal: #"{"@value":{"path":"#)
        let end = beginValue(path, at: core.revision)
        let part = try core.reading.write(path, to: self)
        if part == .nothing, let failure = core.reading.failure(at: path.pointer) { throw failure }
        finishValue(path, part, end, cause)
    }

    /// The same of a part whose text is known.
    func writeValue(
        _ path: PartPath, _ part: WrittenPart, _ text: UnsafeRawBufferPointer, at revision: Int, of cause: Cause?
    ) {
        write(literal: #"{"@value":{"path":"#)
        let end = beginValue(path, at: revision)
        write(raw: text)
        finishValue(path, part, end, cause)
    }

    private func finishValue(_ path: PartPath, _ part: WrittenPart, _ end: Int, _ cause: Cause?) {
        switch part {
        case .nothing: truncate(to: end)
        case .value: break
        case .slice(let all):
            write(literal: #","from":"#)
            write(path.window?.from ?? 0)
            write(literal: #","count":"#)
            write(all)
        }
        write(literal: "}")
        finish(cause)
    }

    /// `{"@value": {"subscription", "path", "revision", "value"}}`, for who follows it.
    ///
    /// - Returns: what was told.
    func writeValue(to subscriber: Subscriber, of core: Core, of cause: Cause?) throws(CodingFailure) -> Subscriber.Sent
    {
        write(literal: #"{"@value":{"subscription":"#)
        write(subscriber.name)
        write(literal: #","path":"#)
        let path = PartPath(subscriber.pointer)
        let end = beginValue(path, at: core.revision)
        let isThere = try core.reading.write(path, to: self) != .nothing
        let told: Subscriber.Sent = isThere ? .value(hash(of: bytes[end...])) : .nothing
        if !isThere { truncate(to: end) }
        write(literal: "}")
        finish(cause)
        return told
    }

    /// - Returns: where the text ends if there is no value.
    private func beginValue(_ path: PartPath, at revision: Int) -> Int {
        write(path.pointer.description)
        write(literal: #","revision":"#)
        write(revision)
        defer { write(literal: #","value":"#) }
        return count
    }

    /// `{"@patch": {"subscription", "from", "revision", "ops"}}`.
    ///
    /// - Parameter operations: those of RFC 6902, with commas between.
    func writePatch(
        _ subscriber: Subscriber, to revision: Int, _ operations: UnsafeRawBufferPointer, of cause: Cause?
    ) {
        write(literal: #"{"@patch":{"subscription":"#)
        write(subscriber.name)
        write(literal: #","from":"#)
        write(subscriber.revision)
        write(literal: #","revision":"#)
        write(revision)
        write(literal: #","ops":["#)
        write(raw: operations)
        write(literal: "]}")
        finish(cause)
    }

    /// `{"@effect": {"id", "gateway", "request", "reply"}}`.
    func writeEffect(_ request: HostRequest, of cause: Cause?) {
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
        finish(cause)
    }

    /// `{"@cancel": {"effect"}}`.
    func writeCancel(_ request: HostRequest, of cause: Cause?) {
        write(literal: #"{"@cancel":{"effect":"#)
        write(request.id)
        write(literal: "}")
        finish(cause)
    }

    /// `{"@log": {"level", "message", "metadata", "source"}}`.
    func writeLog(_ line: LogLine, of cause: Cause?) {
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
        finish(cause)
    }

    /// `{"@gap": {"lines"}}`.
    func writeGap(_ lines: Int, of cause: Cause?) {
        write(literal: #"{"@gap":{"lines":"#)
        write(lines)
        write(literal: "}")
        finish(cause)
    }

    /// `{"@stats": {…}}`.
    func writeStats(_ stats: CoreStats, of cause: Cause?) {
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
        write(literal: #","unhandled":"#)
        write(stats.unhandled)
        if let figures = stats.figures {
            write(literal: #","figures":"#)
            write(figures)
        }
        write(literal: "}")
        finish(cause)
    }

    /// `{"@error": {"code", "message", "path"}}`.
    func writeError(_ code: Int, _ message: String, path: String?, of cause: Cause?) {
        write(literal: #"{"@error":{"code":""#)
        write(literal: word(for: code))
        write(literal: #"","message":"#)
        write(message)
        if let path {
            write(literal: #","path":"#)
            write(path)
        }
        write(literal: "}")
        finish(cause)
    }

    /// `{"@closed": {}}`.
    func writeClosed(of cause: Cause?) {
        write(literal: #"{"@closed":{}"#)
        finish(cause)
    }

    /// Writes what stands beside a message: what it came of.
    func finish(_ cause: Cause?) {
        if let cause { write(cause) }
        write(literal: "}")
    }

    private func write(_ cause: Cause) {
        // A message that is written by hand may have no members.
        switch cause.id {
        case nil: break
        case .number(let number):
            begin(member: #""@id":"#)
            write(number)
        case .text(let text):
            begin(member: #""@id":"#)
            write(text)
        }
        if let client = cause.client {
            begin(member: #""@client":"#)
            write(client)
        }
    }
}

private func hash(of bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes))
    return hasher.finalize()
}
