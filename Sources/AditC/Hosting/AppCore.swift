import Adit
import AditJSON
import CAdit
import Synchronization

/// A core of an app with its queue: it decodes what comes in and writes what goes out.
final class AppCore<S: State, Message>: HostedCore {
    private let core: Core<S, Message>
    private let coding: WireCoding<S, Message>
    private let config: Config
    private let inbox: Inbox<Arrival<Message>>
    private let buffer: MessageBuffer
    private let voice: Voice<S, Message>
    private let events: CoreEvents<Message>
    private let closed = Atomic<Bool>(false)
    weak var calls: (any CallKeeper)?

    /// - Parameters:
    ///   - state: the config's initial state, if it has one.
    ///   - buffer: what the host is to hear is put here.
    init(_ app: App<S, Message>, config: Config, state: S?, buffer: MessageBuffer) {
        var limits = CoreLimits()
        limits.batch = config.limits.batch.value
        limits.cascade = config.limits.cascade.value
        let voice = Voice(app.coding, buffer)
        core = Core(app, state: state, gateways: config.gateways, limits: limits)
        coding = app.coding
        inbox = Inbox(limit: config.limits.queue.value)
        events = CoreEvents(announce: voice.announce, request: voice.request, fail: voice.fail)
        self.config = config
        self.buffer = buffer
        self.voice = voice
    }

    var lastQueued: Int { inbox.last }
    var hasQueued: Bool { inbox.hasItems }
    var isBatchFull: Bool { core.isBatchFull }
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    func enqueue(_ text: UnsafeRawBufferPointer, ticket: CallTicket?) throws(Refusal) -> Int {
        let envelope = try Envelope(parsing: text, limits: config.limits)
        let work: Arrival<Message>.Work
        switch envelope.content {
        case .message:
            do { work = try .message(envelope.document.withRoot(coding.readMessage)) } catch {
                throw Refusal(ADIT_EMESSAGE, error)
            }
        case .get(let pointer): work = .get(pointer)
        case .close: work = .close
        }
        switch inbox.push(Arrival(work: work, id: envelope.id, ticket: ticket)) {
        case .queued(let number): return number
        case .full: throw Refusal(ADIT_EFULL, "\(config.limits.queue.value) messages wait; limits.queue allows no more")
        case .closed: throw Refusal(ADIT_ECLOSED)
        }
    }

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

    private func handle(_ arrival: Arrival<Message>) {
        switch arrival.work {
        case .message(let message):
            // What was put out since the last message is nobody's.
            voice.id = nil
            core.settle(events)
            voice.id = arrival.id
            if config.echo {
                do { try voice.announce(message) } catch { return voice.fail(message, .unannounced(error)) }
            }
            core.handle(message, events)
        case .get(let pointer):
            endBatch()
            voice.id = arrival.id
            voice.tell(pointer, of: core.store.state(), revision: core.store.revision)
        case .close:
            endBatch()
            shut(id: arrival.id)
        }
    }

    /// What observers of the store put out then has no id: it comes of the batch, and not of one message.
    func endBatch() {
        voice.id = nil
        core.endBatch(events)
    }

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

/// What waits in the queue.
struct Arrival<Message> {
    enum Work {
        case message(Message)
        case get(JSONPointer)
        case close

        var message: Message? { if case .message(let message) = self { message } else { nil } }
    }

    let work: Work
    let id: MessageID?
    let ticket: CallTicket?
}
