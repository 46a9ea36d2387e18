import Adit
import AditJSON
import AditState

/// A decoder of a host's messages on the sending threads. Any thread.
final class MessageDecoder: @unchecked Sendable {  // Its environment is shared by threads, and nothing else changes.
    private let coding: MessageCoding
    private let limits: Config.Limits
    /// The environment in which messages are decoded. If ids, dates or random numbers are set, it has separate generators,
    /// so that checking a message draws none of the set values.
    let environment: CoreEnvironment
    /// Keeps the values that are generated for the journal; nil without a journal, or if the config sets them.
    private let draws: GeneratedValues?
    private let drawsAreSet: Bool
    let isReplay: Bool
    /// Whether the host may send any message, as in a test or a replay.
    let takesAll: Bool

    init(_ app: RunningApp, _ opening: Opening) {
        coding = app.coding
        limits = opening.config.limits
        drawsAreSet = opening.drawsAreSet
        isReplay = opening.replaying != nil
        takesAll = opening.config.incoming == .all || isReplay
        let draws = app.loop.journal != nil && !drawsAreSet ? GeneratedValues() : nil
        self.draws = draws
        environment =
            drawsAreSet || draws != nil
            ? CoreEnvironment(context: .live) { values in
                draws?.follow(&values)
                values.logger = CoreLogBuffer(level: nil).logger
            }
            : CoreEnvironment(sharing: app.loop.environment)
    }

    /// Decodes a message. If ids, dates or random numbers are set, the message is only checked here, and decoded again
    /// when it is handled, so that it draws them in the order of handling. If they are not set and the core has a
    /// journal, the drawn values are kept for it.
    ///
    /// - Parameters:
    ///   - message: the text of the message.
    ///   - text: the host's text: the same, or one with keys beside the message.
    /// - Returns: nil if it is the same, and has another key.
    func decode(
        _ message: UnsafeRawBufferPointer, _ cause: Cause?, of text: UnsafeRawBufferPointer
    ) throws(HostError) -> Arrival.Work? {
        let isWhole = message.baseAddress == text.baseAddress
        var hasOtherKeys = false
        do throws(JSONFailure) {
            if let draws {
                let (message, drawn) = try draws.collect { () throws(JSONFailure) in
                    try decode(message, &hasOtherKeys)
                }
                if hasOtherKeys, isWhole { return nil }
                if cause?.values == nil { return .noted(NotedMessage(message, MessageText(text), draws: drawn)) }
                return .unread(MessageText(text))
            }
            let message = try decode(message, &hasOtherKeys)
            if hasOtherKeys, isWhole { return nil }
            guard drawsAreSet || cause?.values != nil else { return .message(message) }
            return .unread(MessageText(text))
        } catch {
            if hasOtherKeys, isWhole, case .shape = error { return nil }
            throw HostError(error)
        }
    }

    @inline(__always)
    private func decode(
        _ message: UnsafeRawBufferPointer, _ hasOtherKeys: inout Bool
    ) throws(JSONFailure) -> AnyMessage {
        try CoreEnvironment.run(in: environment) { () throws(JSONFailure) in
            try JSONReader.read(message, depth: limits.depth.value, values: limits.values.value) {
                (reader) throws(CodingFailure) in
                defer { hasOtherKeys = reader.hasManyMembers }
                return takesAll ? try coding.read(reader) : try coding.readIncoming(reader)
            }
        }
    }
}
