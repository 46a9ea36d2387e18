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
    ///   - text: the host's text, which has keys beside the message.
    func decode(
        _ message: UnsafeRawBufferPointer, _ cause: Cause?, of text: UnsafeRawBufferPointer
    ) throws(HostError) -> Arrival.Work {
        do throws(JSONFailure) {
            return try work(message, of: text, hasValues: cause?.values != nil) { (reader) throws(CodingFailure) in
                try decode(reader)
            }
        } catch {
            throw HostError(error)
        }
    }

    /// Decodes a message in the same way, and the `@id` behind it.
    ///
    /// - Parameters:
    ///   - text: the host's text, which begins with the message.
    ///   - id: is set if the text has an id.
    /// - Returns: nil if it has another key beside the message.
    @inline(__always)
    func decode(whole text: UnsafeRawBufferPointer, id: inout MessageID?) throws(HostError) -> Arrival.Work? {
        var hasOtherKeys = false
        do throws(JSONFailure) {
            let work = try work(text, of: text, hasValues: false) { (reader) throws(CodingFailure) in
                reader.allowMembersBesideCase()
                do throws(CodingFailure) {
                    let message = try decode(reader)
                    guard reader.hasManyMembers else { return message }
                    id = reader.idBesideMessage
                    hasOtherKeys = id == nil
                    return message
                } catch {
                    hasOtherKeys = reader.hasManyMembers
                    throw error
                }
            }
            return hasOtherKeys ? nil : work
        } catch {
            if hasOtherKeys, case .shape = error { return nil }
            throw HostError(error)
        }
    }

    /// - Parameter hasValues: whether an `@with` sets dependencies, by which the message is decoded when it is handled.
    @inline(__always)
    private func work(
        _ message: UnsafeRawBufferPointer, of text: UnsafeRawBufferPointer, hasValues: Bool,
        _ body: (JSONReader) throws(CodingFailure) -> AnyMessage
    ) throws(JSONFailure) -> Arrival.Work {
        if let draws {
            let (message, drawn) = try draws.collect { () throws(JSONFailure) in try read(message, body) }
            return hasValues
                ? .unread(MessageText(text)) : .noted(NotedMessage(message, MessageText(text), draws: drawn))
        }
        let message = try read(message, body)
        return drawsAreSet || hasValues ? .unread(MessageText(text)) : .message(message)
    }

    @inline(__always)
    private func read(
        _ message: UnsafeRawBufferPointer, _ body: (JSONReader) throws(CodingFailure) -> AnyMessage
    ) throws(JSONFailure) -> AnyMessage {
        try CoreEnvironment.run(in: environment) { () throws(JSONFailure) in
            try JSONReader.read(message, depth: limits.depth.value, values: limits.values.value, body)
        }
    }

    @inline(__always)
    private func decode(_ reader: JSONReader) throws(CodingFailure) -> AnyMessage {
        takesAll ? try coding.read(reader) : try coding.readIncoming(reader)
    }
}
