import Adit
import AditJSON
import CAdit
import Synchronization

/// A core of an app with its queue: it decodes what comes in and writes what goes out.
final class AppCore {
    private let core: Core
    private let ready: ReadyQueue
    private let timers: TimerQueue
    private let config: Config
    private let log: LogBook
    /// What messages are read in on the threads that send them. Where ids, dates or random numbers are set, it has others,
    /// so that checking a message draws none of them.
    private let sending: CoreEnvironment
    private let drawsAreSet: Bool
    private let inbox: Inbox<Arrival>
    private let buffer: MessageBuffer
    private let voice: Voice
    private let closed = Atomic<Bool>(false)
    /// Whether it has something to do before any message has come.
    @exclusivity(unchecked) private var begins: Bool
    /// Where a virtual clock is on its way to; nil where it stands.
    @exclusivity(unchecked) private var advance: Int?
    /// Whether one of these two is so.
    private let isOccupied: Atomic<Bool>
    /// How many jobs of effects have run since the last message of the host.
    @exclusivity(unchecked) private var jobs = 0
    /// Who keeps the tickets of calls, until the core is closed. Not weak: objects that are referred to weakly cost more to
    /// retain, and this one is for each call of the C interface.
    var calls: (any CallKeeper)?

    /// How many jobs may run before a message of the host gets its turn: effects that are always ready do not stop a core.
    private static let mostJobs = 100_000

    /// - Parameter buffer: what the host is to hear is put here.
    init(_ core: Core, _ opening: Opening, buffer: MessageBuffer) throws(CodingFailure) {
        do { try opening.overrides?.check(gateways: core.gateways) } catch { throw error.within("with") }
        let voice = Voice(core.coding, buffer)
        self.core = core
        ready = core.effects.ready
        timers = core.effects.timers
        config = opening.config
        log = opening.log
        drawsAreSet = opening.drawsAreSet
        sending =
            drawsAreSet
            ? CoreEnvironment(context: .live) { $0.logger = LogBook(level: nil).logger }
            : CoreEnvironment(sharing: core.environment)
        self.buffer = buffer
        self.voice = voice
        inbox = Inbox(limit: config.limits.queue)
        begins = core.hasBeginning
        isOccupied = Atomic(begins)
        log.write = { [unowned voice] in voice.tell($0) }
        log.environment = ObjectIdentifier(core.environment)
    }

    // The logger may be somewhere still.
    deinit { log.write = nil }

    /// The number of the last message in the queue. Any thread.
    var lastQueued: Int { inbox.last }
    /// Whether there is something to handle. Any thread.
    var hasWork: Bool { inbox.hasItems || hasOwnWork }
    /// Whether there is something to handle that does not come out of the queue. Any thread.
    private var hasOwnWork: Bool {
        ready.hasJobs || isOccupied.load(ordering: .relaxed) || timers.hasTimers && core.effects.hasDueTimer
    }
    /// Whether an effect can go on. Any thread.
    var hasReadyEffects: Bool { core.hasReadyEffects }
    /// When a timer is due; nil where there is none on the real clock. Any thread.
    var nextDue: MonotonicTime? {
        let (due, time) = (core.effects.timers.nextDue, core.effects.time)
        return due == .max || time.isVirtual ? nil : time.monotonic(due)
    }
    /// Told of work that another thread has made.
    func onWork(_ wake: @escaping () -> Void) { core.effects.ready.wake = wake }
    /// Whether the batch should end now.
    var isBatchFull: Bool { core.isBatchFull }
    /// Whether ``close()`` has run, or `@close` was handled.
    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// The core is driven from here on by this thread, until ``leave()``.
    func enter() { core.enter() }
    func leave() { core.leave() }
}

// MARK: - Into the queue

extension AppCore {
    /// Parses and decodes a host's text and puts it into the queue. Any thread.
    ///
    /// - Returns: its number in the queue.
    func enqueue(_ text: UnsafeRawBufferPointer, ticket: CallTicket?) throws(Refusal) -> Int {
        let envelope = try Envelope(parsing: text, limits: config.limits)
        let cause: Cause? = if let beside = envelope.beside { try makeCause(of: beside) } else { nil }
        let content = envelope.content
        let document = (consume envelope).document
        let work: Arrival.Work
        switch content {
        case .message: work = try read(document, cause)
        case .own(let message): work = try .own(read(message, document))
        }
        switch inbox.push(Arrival(work: work, cause: cause, ticket: ticket)) {
        case .queued(let number): return number
        case .full: throw Refusal(ADIT_EFULL, "\(config.limits.queue) messages wait; limits.queue allows no more")
        case .closed: throw Refusal(ADIT_ECLOSED)
        }
    }

    /// What a message brings for all that it causes.
    private func makeCause(of beside: Envelope.Beside) throws(Refusal) -> Cause {
        guard let overrides = beside.overrides else { return Cause(id: beside.id) }
        do {
            try overrides.check(gateways: core.gateways)
        } catch {
            throw Refusal(ADIT_EMESSAGE, error.within("@with"))
        }
        var values = core.environment.values
        overrides.apply(to: &values)
        return Cause(id: beside.id, values: values)
    }

    private func read(
        _ message: Envelope.OwnMessage, _ document: consuming JSONDocument
    ) throws(Refusal) -> Arrival.OwnWork {
        switch message {
        case .get(let pointer): return .get(pointer)
        case .reply(let effect, let more): return .reply(HostReply(document, at: ["@reply"]), effect, more)
        case .advance(let milliseconds):
            guard config.clock == .virtual else {
                throw Refusal(
                    ADIT_EMESSAGE, "@advance: the clock is real; one opened with \"clock\": \"virtual\" is expected")
            }
            return .advance(milliseconds * 1_000_000)
        case .stats: return .stats
        case .close: return .close
        }
    }

    /// Decodes a message. Where ids, dates or random numbers are set it is decoded once more when its turn has come, so
    /// that it draws them in the order in which messages are handled; here it is only checked.
    private func read(_ document: consuming JSONDocument, _ cause: Cause?) throws(Refusal) -> Arrival.Work {
        do {
            let message = try CoreEnvironment.run(in: sending) { () throws(CodingFailure) in
                try document.withRoot { (root) throws(CodingFailure) in try core.coding.read(root) }
            }
            return drawsAreSet || cause?.values != nil ? .unread(Unread(document)) : .message(message)
        } catch {
            throw Refusal(ADIT_EMESSAGE, error)
        }
    }
}

// MARK: - The core's loop

extension AppCore {
    /// Handles what is next: what features did when they were made, an effect that can go on, a timer that is due, the next
    /// message in the queue unless its number is over `number`. So what comes of a message does not depend on how many
    /// others wait behind it.
    ///
    /// - Returns: false where there was nothing.
    func handleNext(through number: Int) -> Bool {
        if hasOwnWork, handleOwn() { return true }
        guard let arrival = inbox.take(through: number) else {
            jobs = 0
            return false
        }
        jobs = 0
        if let ticket = arrival.ticket {
            // A call is a batch of its own.
            guard calls?.begin(ticket) == true else { return true }
            endBatch()
            let start = buffer.count
            handle(arrival)
            while advance != nil { _ = handleNext(through: 0) }
            endBatch()
            calls?.complete(ticket, buffer, from: start)
        } else {
            handle(arrival)
        }
        return true
    }

    /// Handles what does not come out of the queue.
    ///
    /// - Returns: false where the queue has its turn all the same.
    private func handleOwn() -> Bool {
        if begins { return begin() }
        if core.hasReadyEffects, jobs < AppCore.mostJobs {
            jobs += 1
            core.runReadyEffect(voice)
            return true
        }
        if advance != nil { return goOn() }
        return core.effects.hasDueTimer && core.fireTimer(by: core.effects.time.now, voice)
    }

    private func begin() -> Bool {
        begins = false
        isOccupied.store(advance != nil, ordering: .relaxed)
        voice.cause = nil
        core.settle(voice)
        return true
    }

    /// Moves the virtual clock to the next timer on its way, or to its end.
    private func goOn() -> Bool {
        guard let time = advance else { return false }
        if core.fireTimer(by: time, voice) { return true }
        core.effects.time.move(to: time)
        advance = nil
        isOccupied.store(begins, ordering: .relaxed)
        return true
    }

    private func handle(_ arrival: Arrival) {
        switch arrival.work {
        case .message(let message): handle(message, arrival.cause)
        case .unread(let unread):
            do { handle(try read(unread, arrival.cause), arrival.cause) } catch {
                voice.cause = arrival.cause
                voice.tellUnreadable(error)
            }
        case .own(let work): handle(work, arrival.cause)
        }
    }

    private func handle(_ work: Arrival.OwnWork, _ cause: Cause?) {
        switch work {
        case .get(let pointer):
            endBatch()
            voice.cause = cause
            voice.tell(pointer, of: core)
        case .reply(let reply, let effect, let more):
            core.take(reply, for: effect, more: more, voice)
        case .advance(let nanoseconds):
            advance = core.effects.time.now + nanoseconds
            isOccupied.store(true, ordering: .relaxed)
        case .stats:
            voice.cause = cause
            voice.tell(stats)
        case .close:
            endBatch()
            endEffects()
            shut(cause)
        }
    }

    private func handle(_ message: AnyMessage, _ cause: Cause?) {
        // What was put out since the last message is nobody's.
        voice.cause = nil
        core.settle(voice)
        voice.cause = cause
        if config.echo {
            do { try voice.echo(message) } catch { return voice.fail(message, .unannounced(error)) }
        }
        core.handle(message, voice)
    }

    private func read(_ unread: Unread, _ cause: Cause?) throws(CodingFailure) -> AnyMessage {
        let outcome = core.environment.withScope(cause?.values) { () -> Result<AnyMessage, CodingFailure> in
            do throws(CodingFailure) {
                return .success(
                    try unread.document.withRoot { (root) throws(CodingFailure) in try core.coding.read(root) })
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private var stats: CoreStats {
        CoreStats(
            revision: core.revision, queued: inbox.count, effects: core.effects.count,
            timers: core.effects.timers.count,
            requests: core.effects.openRequests, ignoredReplies: core.effects.ignoredReplies)
    }

    /// Ends the batch: what came of it may be heard. What observers of the store put out then has no id: it comes of the
    /// batch, and not of one message. The core's loop.
    func endBatch() {
        voice.cause = nil
        core.endBatch(voice)
        if log.hasWaiting { tellLog() }
    }

    private func tellLog() {
        let (lines, dropped) = log.drain()
        for line in lines { voice.tell(line) }
        if dropped > 0 { voice.tellGap(dropped) }
    }
}

// MARK: - Closing

extension AppCore {
    /// Cancels the effects, and lets those end that can.
    ///
    /// - Returns: whether all have ended.
    @discardableResult
    func endEffects() -> Bool { core.cancelEffects(voice) }

    /// Closes: what waits is answered with an `@error`, `@closed` comes last. The core's loop.
    func close() {
        guard !isClosed else { return }
        shut(nil)
    }

    private func shut(_ cause: Cause?) {
        inbox.close()
        while let arrival = inbox.take(through: .max) {
            if let ticket = arrival.ticket, calls?.begin(ticket) != true { continue }
            let start = buffer.count
            voice.cause = arrival.cause
            voice.tellClosed(arrival.work.message ?? arrival.work.unread.flatMap { try? read($0, arrival.cause) })
            if let ticket = arrival.ticket { calls?.complete(ticket, buffer, from: start) }
        }
        voice.cause = cause
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
    enum Work {
        case message(AnyMessage)
        /// A message that is checked, and is to be decoded when its turn has come.
        case unread(Unread)
        // What is rare lies elsewhere, so that the rest is quick to copy.
        indirect case own(OwnWork)

        var message: AnyMessage? { if case .message(let message) = self { message } else { nil } }
        var unread: Unread? { if case .unread(let unread) = self { unread } else { nil } }
    }

    /// What a message of Adit's own asks for.
    enum OwnWork {
        case get(JSONPointer)
        case reply(HostReply, String, Bool)
        case advance(Int)
        case stats
        case close
    }

    let work: Work
    let cause: Cause?
    let ticket: CallTicket?
}

/// The text of a message that is checked.
final class Unread {
    let document: JSONDocument

    init(_ document: consuming JSONDocument) { self.document = document }
}
