import Adit
import AditJSON
import AditState

/// A decoder of a host's messages on the sending threads. Any thread.
final class MessageDecoder: @unchecked Sendable {  // Its environment is shared by threads, and nothing else changes.
    private let coding: MessageCoding
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
    /// - Parameter text: the message, to copy.
    func decode(
        _ document: borrowing BorrowedDocument, _ cause: Cause?, _ text: UnsafeRawBufferPointer
    ) throws(HostError) -> Arrival.Work {
        do {
            if let draws {
                let (message, drawn) = try draws.collect { () throws(CodingFailure) in try decode(document) }
                if cause?.values == nil { return .noted(NotedMessage(message, MessageText(text), draws: drawn)) }
                return .unread(MessageText(text))
            }
            let message = try decode(document)
            guard drawsAreSet || cause?.values != nil else { return .message(message) }
            return .unread(MessageText(text))
        } catch {
            throw HostError(.message, error)
        }
    }

    @inline(__always)
    private func decode(_ document: borrowing BorrowedDocument) throws(CodingFailure) -> AnyMessage {
        try CoreEnvironment.run(in: environment) { () throws(CodingFailure) in
            takesAll ? try coding.read(document.root) : try coding.readIncoming(document.root)
        }
    }
}
