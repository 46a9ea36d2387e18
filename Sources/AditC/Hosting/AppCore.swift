import Adit
import AditJSON
import CAdit
import Synchronization

/// A core of an app with its queue: it decodes what comes in and writes what goes out.
final class AppCore {
    private let core: Core
    private let config: Config
    private let inbox: Inbox<Arrival>
    private let buffer: MessageBuffer
    private let voice: Voice
    private let closed = Atomic<Bool>(false)
    /// Who keeps the tickets of calls, until the core is closed. Not weak: objects that are referred to weakly cost more to
    /// retain, and this one is for each call of the C interface.
    var calls: (any CallKeeper)?

    /// - Parameter buffer: what the host is to hear is put here.
    init(_ core: Core, config: Config, buffer: MessageBuffer) {
        let voice = Voice(core.coding, buffer)
        self.core = core
        self.config = config
        self.buffer = buffer
        self.voice = voice
        inbox = Inbox(limit: config.limits.queue)
    }

    /// The number of the last message in the queue. Any thread.
    var lastQueued: Int { inbox.last }
    /// Whether messages wait in the queue. Any thread.
    var hasQueued: Bool { inbox.hasItems }
    /// Whether the batch should end now.
    var isBatchFull: Bool { core.isBatchFull }
    /// Whether ``close()`` has run, or `@close` was handled.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Parses and decodes a host's text and puts it into the queue. Any thread.
    ///
    /// - Returns: its number in the queue.
    func enqueue(_ text: UnsafeRawBufferPointer, ticket: CallTicket?) throws(Refusal) -> Int {
        let envelope = try Envelope(parsing: text, limits: config.limits)
        let work: Arrival.Work
        switch envelope.content {
        case .message:
            do {
                work = try .message(
                    envelope.document.withRoot { (root) throws(CodingFailure) in try core.coding.read(root) })
            } catch {
                throw Refusal(ADIT_EMESSAGE, error)
            }
        case .get(let pointer): work = .get(pointer)
        case .close: work = .close
        }
        switch inbox.push(Arrival(work: work, id: envelope.id, ticket: ticket)) {
        case .queued(let number): return number
        case .full: throw Refusal(ADIT_EFULL, "\(config.limits.queue) messages wait; limits.queue allows no more")
        case .closed: throw Refusal(ADIT_ECLOSED)
        }
    }

    /// Handles the next message in the queue, unless its number is over `number`. The core's loop.
    ///
    /// - Returns: false where there was none.
    func handleNext(through number: Int) -> Bool {
        guard let arrival = inbox.take(through: number) else { return false }
        if let ticket = arrival.ticket {
            // A call is a batch of its own.
            guard calls?.begin(ticket) == true else { return true }
            endBatch()
            let start = buffer.count
            handle(arrival)
            endBatch()
            calls?.complete(ticket, buffer, from: start)
        } else {
            handle(arrival)
        }
        return true
    }

    private func handle(_ arrival: Arrival) {
        switch arrival.work {
        case .message(let message):
            // What was put out since the last message is nobody's.
            voice.id = nil
            core.settle(voice)
            voice.id = arrival.id
            if config.echo {
                do { try voice.echo(message) } catch { return voice.fail(message, .unannounced(error)) }
            }
            core.handle(message, voice)
        case .get(let pointer):
            endBatch()
            voice.id = arrival.id
            voice.tell(pointer, of: core)
        case .close:
            endBatch()
            shut(id: arrival.id)
        }
    }

    /// Ends the batch: what came of it may be heard. What observers of the store put out then has no id: it comes of the
    /// batch, and not of one message. The core's loop.
    func endBatch() {
        voice.id = nil
        core.endBatch(voice)
    }

    /// Closes: what waits is answered with an `@error`, `@closed` comes last. The core's loop.
    func close() {
        guard !isClosed else { return }
        endBatch()
        shut(id: nil)
    }

    private func shut(id: MessageID?) {
        inbox.close()
        while let arrival = inbox.take(through: .max) {
            if let ticket = arrival.ticket, calls?.begin(ticket) != true { continue }
            let start = buffer.count
            voice.id = arrival.id
            voice.tellClosed(arrival.work.message)
            if let ticket = arrival.ticket { calls?.complete(ticket, buffer, from: start) }
        }
        voice.id = id
        voice.tellClosed()
        closed.store(true, ordering: .releasing)
    }
}

/// What a core asks of the handle that drives it.
protocol CallKeeper: AnyObject {
    /// A call's message is about to be handled; false where the call was given up.
    func begin(_ ticket: CallTicket) -> Bool
    /// A call's message has been handled, and the messages of `buffer` from `start` on came of it. They are the call's,
    /// unless it has been given up.
    func complete(_ ticket: CallTicket, _ buffer: MessageBuffer, from start: Int)
}

/// What waits in the queue.
struct Arrival {
    // Payloads that are rare lie elsewhere, so that the rest is quick to copy.
    enum Work {
        case message(AnyMessage)
        indirect case get(JSONPointer)
        case close

        var message: AnyMessage? { if case .message(let message) = self { message } else { nil } }
    }

    let work: Work
    let id: MessageID?
    let ticket: CallTicket?
}
