import Adit
import AditJSON
import AditProtocol
import AditState

/// A writer of a core's messages to the host, with the `@id` and the client of their cause. The core's loop.
package final class HostMessageWriter {
    /// The cause of the present message.
    @exclusivity(unchecked) package var cause: Cause?
    private let coding: MessageCoding
    /// The directions of the messages that the host receives.
    private let hears: MessageDirection
    let buffer: MessageBuffer
    /// The output of the present batch, until it is stored; nil if a batch cannot fail.
    @exclusivity(unchecked) var batch: PendingBatchOutput?
    /// The journal that records the messages to the host; nil if disabled.
    private let journal: Journal?

    /// The minimum level of log lines for the host; nil if disabled.
    private let level: Logger.Level?
    /// The number of the host's messages that no feature handled.
    @exclusivity(unchecked) private(set) var unhandled = 0

    /// - Parameters:
    ///   - hears: the directions of the messages that the host receives.
    ///   - isStored: whether a batch may fail at its end.
    ///   - level: the minimum level of log lines for the host; nil if disabled.
    ///   - journal: nil unless `isStored`.
    init(
        _ coding: MessageCoding, _ buffer: MessageBuffer, hears: MessageDirection, isStored: Bool,
        level: Logger.Level?, journal: Journal?
    ) {
        self.coding = coding
        self.hears = hears
        self.buffer = buffer
        self.level = level
        self.journal = journal
        if isStored { batch = PendingBatchOutput() }
    }

    /// Writes a host's own message back to it.
    func echo(_ message: AnyMessage) throws {
        try announce(message, coding.direction(message)) { message, writer throws(CodingFailure) in
            try coding.write(message, writer)
        }
    }

    /// Writes a line of the log.
    func tell(_ line: LogLine) {
        let metadata = Dictionary(line.metadata) { $1 }
        send(
            .log(
                level: LogLevel(line.level), message: line.message, metadata: metadata.isEmpty ? nil : metadata,
                source: line.place))
    }

    /// Writes the answer to `@trace`.
    func tellTrace(of core: Core) {
        if let trace = core.trace { return send(.trace(entries: TraceEntries(of: trace), text: trace.text)) }
        tellError(.message, "@trace: the core keeps none; \"trace\": 1000 in its config is expected", of: nil)
    }

    /// Writes the error of a message that was not handled before the core closed.
    func tellClosed(_ message: AnyMessage?) {
        tellError(.closed, "the core closed before the message was handled", of: message)
    }

    /// Writes the error of a message that was valid when it was enqueued, and cannot be decoded now.
    func tellUnreadable(_ error: CodingFailure) {
        tellError(.message, error.description, of: nil)
        note()
    }

    /// Writes the error of a client's answer to an effect that a message of the host or of another client caused.
    func tellDenied(_ effect: String, _ client: String) {
        let text =
            "@reply: effect \"\(effect)\" was not asked of the client \"\(client)\"; one with its @client is expected"
        tellError(.denied, text, of: nil)
        note()
    }

    func tellError(_ code: HostError.Code, _ text: String, of message: AnyMessage?) {
        send(.error(code: code.reported, message: text, path: message.map(coding.casePath)))
    }

    /// Appends a message of Adit. Its values are checked or already written, so that writing it cannot fail.
    func send(_ message: HostMessage) {
        try? buffer.add { writer throws(CodingFailure) in try writer.write(message, of: cause) }
    }
}

extension HostMessageWriter: CoreListener {
    package func announce<M>(
        _ message: M, _ direction: MessageDirection, by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        let isHeard = !direction.isDisjoint(with: hears)
        if batch != nil { return try announceInBatch(message, isHeard: isHeard, by: write) }
        guard isHeard else { return }
        try buffer.add { writer throws(CodingFailure) in
            try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
        }
    }

    /// Announces a message that may be withdrawn later or belongs in the journal.
    @inline(never)
    private func announceInBatch<M>(
        _ message: M, isHeard: Bool, by write: (M, JSONWriter) throws(CodingFailure) -> Void
    ) throws {
        batch?.add(cause)
        guard isHeard else {
            journal?.pass { writer throws(CodingFailure) in
                try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
            }
            return
        }
        try buffer.add { writer throws(CodingFailure) in
            try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try write(message, writer) }
        }
        note()
    }

    /// Records the last message in the journal.
    func note() {
        if let journal { buffer.withLast { journal.hear($0) } }
    }

    package func request(_ request: HostRequest) {
        send(
            .effect(
                id: request.id, gateway: request.gateway, request: WrittenJSON(request.request),
                reply: ExpectedReplies(request.replies)))
        note()
    }

    package func cancel(_ request: HostRequest) {
        send(.cancel(effect: request.id))
        note()
    }

    package func tellUnhandled(_ message: AnyMessage) {
        unhandled += 1
        guard let level, level <= .warning else { return }
        tell(
            LogLine(
                level: .warning, message: "no feature handles \(coding.casePath(message))", metadata: [],
                place: "\(#fileID):\(#line)"))
    }

    package func fail(_ message: AnyMessage?, _ failure: CoreFailure) {
        defer { note() }
        switch failure {
        case .thrown(let error): tellError(.handler, "\(error)", of: message)
        case .unannounced(let error): tellError(.message, "\(error)", of: message)
        case .cutOff(let limit): tellError(.cascade, limit.description, of: message)
        case .overrun(let limit): tellError(.full, limit.description, of: message)
        }
    }
}
