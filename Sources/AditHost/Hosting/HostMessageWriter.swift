import Adit
import AditJSON
import AditState

/// A writer of a core's messages to the host, with the `@id` and the client of their cause. The core's loop.
package final class HostMessageWriter {
    private let coding: MessageCoding
    /// Whether the host receives its own messages, too.
    private let echoes: Bool
    let buffer: MessageBuffer
    /// The output of the present batch, until it is stored; nil if a batch cannot fail.
    @exclusivity(unchecked) package internal(set) var batch: PendingBatchOutput?
    /// The steps of the undo history that are written but not synced (``HostedCore/endStep()``).
    @exclusivity(unchecked) var unsyncedSteps = 0
    /// Whether output stays pending at the end of a batch, as it is not synced.
    package var defersRelease: Bool { unsyncedSteps > 0 }
    /// The journal that records the messages to the host; nil if disabled.
    private let journal: Journal?
    /// The output that the host has not acknowledged; nil if disabled.
    @exclusivity(unchecked) var kept: KeptOutput?
    /// The handled messages with an id; nil if disabled.
    @exclusivity(unchecked) var handled: HandledMessages?

    /// The date on a virtual clock; nil on a real one.
    var date: () -> Timestamp? = { nil }
    /// The minimum level of log lines for the host; nil if disabled.
    private let level: Logger.Level?
    /// The number of the host's messages that no feature handled.
    @exclusivity(unchecked) private(set) var unhandled = 0

    /// - Parameters:
    ///   - echoes: whether the host receives its own messages, too.
    ///   - isStored: whether a batch may fail at its end.
    ///   - level: the minimum level of log lines for the host; nil if disabled.
    ///   - journal: nil unless `isStored`.
    init(
        _ coding: MessageCoding, _ buffer: MessageBuffer, echoes: Bool, isStored: Bool,
        level: Logger.Level?, journal: Journal?
    ) {
        self.coding = coding
        self.echoes = echoes
        self.buffer = buffer
        self.level = level
        self.journal = journal
        if isStored { batch = PendingBatchOutput() }
    }

    /// Writes a host's own message back to it.
    func echo(_ message: AnyMessage, of cause: Cause?) throws {
        try announce(message, coding.direction(message), of: cause) { message, writer throws(CodingFailure) in
            try coding.write(message, writer)
        }
    }

    /// Writes a line of the log.
    func send(line: LogLine, of cause: Cause?) {
        let metadata = Dictionary(line.metadata) { $1 }
        send(
            .log(
                level: LogLevel(line.level), message: line.message, metadata: metadata.isEmpty ? nil : metadata,
                source: line.place, at: line.at),
            of: cause)
    }

    /// Writes the answer to `@trace`.
    func sendTrace(of app: RunningApp, _ cause: Cause?) {
        if let trace = app.loop.effects.trace {
            return send(.trace(entries: TraceEntries(of: trace), text: trace.text), of: cause)
        }
        sendError(.message, "@trace: the core keeps none; \"trace\": 1000 in its config is expected", of: cause)
    }

    /// Writes the error of a message that was not handled before the core closed.
    func sendClosed(_ message: AnyMessage?, of cause: Cause?) {
        sendError(.closed, "the core closed before the message was handled", message, of: cause)
    }

    /// Writes the error of a message that was valid when it was enqueued, and cannot be decoded now.
    func sendUnreadable(_ error: CodingFailure, of cause: Cause?) {
        sendError(.message, error.description, of: cause)
        record(cause)
    }

    /// Writes the error of a client's answer to an effect that a message of the host or of another client caused.
    func sendDenied(_ effect: String, _ client: String, of cause: Cause?) {
        let text =
            "@reply: effect \"\(effect)\" was not asked of the client \"\(client)\"; one with its @client is expected"
        sendError(.denied, text, of: cause)
        record(cause)
    }

    /// - Parameter message: the message that failed; nil if none of the app's did.
    func sendError(_ code: HostError.Code, _ text: String, _ message: AnyMessage? = nil, of cause: Cause?) {
        send(.error(code: code.reported, message: text, path: message.map(coding.casePath)), of: cause)
    }

    /// Appends a message of Adit. Its values are checked or already written, so that writing it cannot fail.
    func send(_ message: HostMessage, of cause: Cause?) {
        try? buffer.add { writer throws(CodingFailure) in try writer.write(message, of: cause) }
    }
}

extension HostMessageWriter: CoreListener {
    package func announce<M>(
        _ message: M, _ direction: MessageDirection, of cause: Cause?,
        by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        let isHeard = direction.isOutgoing || echoes && direction.isIncoming
        if batch != nil { return try announceInBatch(message, isHeard: isHeard, of: cause, by: write) }
        guard isHeard else { return }
        try buffer.add { writer throws(CodingFailure) in
            try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
        }
    }

    /// Announces a message that may be withdrawn later or belongs in the journal.
    @inline(never)
    private func announceInBatch<M>(
        _ message: M, isHeard: Bool, of cause: Cause?, by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        batch?.add(cause)
        handled?.recordOutput()
        guard isHeard else {
            journal?.recordInternal { writer throws(CodingFailure) in
                try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
            }
            return
        }
        var hasSecrets = false
        try buffer.add { writer throws(CodingFailure) in
            writer.hasSecrets = false
            try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
            hasSecrets = writer.hasSecrets
        }
        guard hasSecrets, journal != nil else { return record(cause) }
        let masked = JSONWriter()
        masked.masksSecrets = true
        try masked.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
        record(cause, masked: masked)
    }

    /// Records the last message in the journal.
    ///
    /// - Parameter masked: the message with masks; nil if it has no secrets.
    func record(masked: JSONWriter? = nil) {
        guard let journal else { return }
        if let masked { return journal.hear(masked.bytes) }
        buffer.withLast { journal.hear($0) }
    }

    /// Records the last message in the journal, and keeps it until the host acknowledges it.
    ///
    /// - Parameter masked: the message with masks; nil if it has no secrets.
    func record(_ cause: Cause?, masked: JSONWriter? = nil) {
        record(masked: masked)
        handled?.add(buffer, of: cause)
        kept?.add()
    }

    package func request(_ request: HostRequest, of cause: Cause?) {
        send(message(request, request.request), of: cause)
        var masked: JSONWriter?
        if let text = request.masked, journal != nil {
            let writer = JSONWriter()
            try? writer.write(message(request, text), of: cause)
            masked = writer
        }
        // Requests with replies end with the core, or are asked again.
        if request.replies == .none { record(cause, masked: masked) } else { record(masked: masked) }
    }

    private func message(_ request: HostRequest, _ text: String) -> HostMessage {
        .effect(
            id: request.id, gateway: request.gateway, request: WrittenJSON(text),
            reply: ExpectedReplies(request.replies))
    }

    package func cancel(_ request: HostRequest, of cause: Cause?) {
        send(.cancel(effect: request.id), of: cause)
        record()
    }

    package func reportUnhandled(_ message: AnyMessage, of cause: Cause?) {
        unhandled += 1
        guard let level, level <= .warning else { return }
        send(
            line: LogLine(
                level: .warning, message: "no feature handles \(coding.casePath(message))", metadata: [],
                place: "\(#fileID):\(#line)", at: date() ?? .now),
            of: cause)
    }

    package func fail(_ message: AnyMessage?, _ failure: CoreFailure, of cause: Cause?) {
        handled?.recordFailure()
        defer { record(cause) }
        switch failure {
        case .thrown(let error): sendError(.handler, "\(error)", message, of: cause)
        case .unannounced(let error): sendError(.message, "\(error)", message, of: cause)
        case .cutOff(let limit): sendError(.cascade, limit.description, message, of: cause)
        case .overrun(let limit): sendError(.full, limit.description, message, of: cause)
        }
    }
}
