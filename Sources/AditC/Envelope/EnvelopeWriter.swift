import Adit
import AditJSON
import AditState

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
        guard let cause else { return }
        truncate(to: count - 1)
        finish(cause)
    }

    /// Writes `{"@value": {"path", "revision", "value", "from", "count"}}`, the answer to an `@get`.
    ///
    /// - Throws: ``CodingFailure`` if the value has no JSON form, or the state can never have such a part.
    func writeValue(_ path: PartPath, of core: Core, of cause: Cause?) throws(CodingFailure) {
        write(literal: #"{"@value":{"path":"#)
        let end = beginValue(path, at: core.revision)
        let part = try core.reading.write(path, to: self)
        if part == .nothing, let failure = core.reading.failure(at: path.pointer) { throw failure }
        finishValue(path, part, end, cause)
    }

    /// Writes the same for a part whose text is known.
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

    /// Writes `{"@value": {"subscription", "path", "revision", "value"}}`, for a subscription.
    ///
    /// - Returns: the written value's hash, or that there was no value.
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

    /// - Returns: the end of the text if there is no value.
    private func beginValue(_ path: PartPath, at revision: Int) -> Int {
        write(path.pointer.description)
        write(literal: #","revision":"#)
        write(revision)
        defer { write(literal: #","value":"#) }
        return count
    }

    /// Writes `{"@patch": {"subscription", "from", "revision", "ops"}}`.
    ///
    /// - Parameter operations: operations of RFC 6902, separated by commas.
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

    /// Writes `{"@effect": {"id", "gateway", "request", "reply"}}`.
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

    /// Writes `{"@cancel": {"effect"}}`.
    func writeCancel(_ request: HostRequest, of cause: Cause?) {
        write(literal: #"{"@cancel":{"effect":"#)
        write(request.id)
        write(literal: "}")
        finish(cause)
    }

    /// Writes `{"@log": {"level", "message", "metadata", "source"}}`.
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

    /// Writes `{"@gap": {"lines"}}`.
    func writeGap(_ lines: Int, of cause: Cause?) {
        write(literal: #"{"@gap":{"lines":"#)
        write(lines)
        write(literal: "}")
        finish(cause)
    }

    /// Writes `{"@stats": {…}}`.
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

    /// Writes `{"@error": {"code", "message", "path"}}`.
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

    /// Writes `{"@closed": {}}`.
    func writeClosed(of cause: Cause?) {
        write(literal: #"{"@closed":{}"#)
        finish(cause)
    }

    /// Writes the keys of a message's cause, and ends the message.
    func finish(_ cause: Cause?) {
        if let cause { write(cause) }
        write(literal: "}")
    }

    private func write(_ cause: Cause) {
        // A message with hand-written coding may have no members.
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
