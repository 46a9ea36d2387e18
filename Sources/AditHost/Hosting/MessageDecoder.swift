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
        var beside = Beside()
        do throws(JSONFailure) {
            return try work(of: text, hasValues: cause?.values != nil) { () throws(JSONFailure) in
                try read(message, &beside, isWhole: false)
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
        var beside = Beside()
        do throws(JSONFailure) {
            let work = try work(of: text, hasValues: false) { () throws(JSONFailure) in
                try read(text, &beside, isWhole: true)
            }
            id = beside.id
            return beside.hasOtherKeys ? nil : work
        } catch {
            if beside.hasOtherKeys, case .shape = error { return nil }
            throw HostError(error)
        }
    }

    /// - Parameter hasValues: whether an `@with` sets dependencies, by which the message is decoded when it is handled.
    @inline(__always)
    private func work(
        of text: UnsafeRawBufferPointer, hasValues: Bool, _ read: () throws(JSONFailure) -> AnyMessage
    ) throws(JSONFailure) -> Arrival.Work {
        if let draws {
            let (message, drawn) = try draws.collect { () throws(JSONFailure) in try read() }
            return hasValues
                ? .unread(MessageText(text)) : .noted(NotedMessage(message, MessageText(text), draws: drawn))
        }
        let message = try read()
        return drawsAreSet || hasValues ? .unread(MessageText(text)) : .message(message)
    }

    /// What a text has beside its message.
    private struct Beside {
        var id: MessageID?
        /// Whether it has another key than the id.
        var hasOtherKeys = false
    }

    /// - Parameter isWhole: whether other keys may follow the message.
    @inline(__always)
    private func read(
        _ text: UnsafeRawBufferPointer, _ beside: inout Beside, isWhole: Bool
    ) throws(JSONFailure) -> AnyMessage {
        // Set by a closure that returns nothing: one with a result would be called through two others.
        var message: AnyMessage?
        try CoreEnvironment.run(in: environment) { () throws(JSONFailure) in
            try JSONReader.readText(text, depth: limits.depth.value, values: limits.values.value) {
                (reader) throws(CodingFailure) in
                if isWhole { reader.allowMembersBesideCase() }
                do throws(CodingFailure) {
                    message = takesAll ? try coding.read(reader) : try coding.readIncoming(reader)
                } catch {
                    beside.hasOtherKeys = reader.hasManyMembers
                    throw error
                }
                guard reader.hasManyMembers else { return }
                beside.id = reader.idBesideMessage
                beside.hasOtherKeys = beside.id == nil
            }
        }
        return message.unsafelyUnwrapped
    }
}
