import Adit
import AditJSON

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
        inbox.release(arrival.bytes)
        if let ticket = arrival.ticket {
            // A call is a batch of its own.
            guard calls?.begin(ticket) == true else { return true }
            endBatch()
            // What is told of subscriptions goes the ordinary way, behind the call's own messages.
            let tellsNews = tellsNews
            self.tellsNews = false
            let start = buffer.count
            handle(arrival)
            // What there is no room for comes the ordinary way.
            while advance != nil, !isCallFull(from: start) { _ = handleNext(through: 0) }
            endBatch()
            calls?.complete(ticket, buffer, from: start)
            self.tellsNews = tellsNews
            if tellsNews { tellNews() }
        } else {
            handle(arrival)
        }
        return true
    }

    /// Whether the answer to a call has as many messages as may wait for a host.
    private func isCallFull(from start: Int) -> Bool {
        buffer.count - start >= config.limits.outbox || buffer.byteCount >= config.limits.outboxBytes
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
        return core.effects.hasDueTimer && core.fireTimer(by: core.effects.time.present, voice)
    }

    func begin() -> Bool {
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

    func handle(_ arrival: Arrival) {
        switch arrival.work {
        case .message(let message): handle(message, arrival.cause)
        case .noted(let noted):
            note("message", noted.text, arrival.cause)
            journal?.draw(noted.draws)
            handle(noted.message, arrival.cause)
        case .unread(let text):
            note("message", text, arrival.cause)
            voice.cause = arrival.cause
            do { handle(try read(text, arrival.cause), arrival.cause) } catch {
                voice.tellUnreadable(error)
            }
        case .own(let work, let text):
            if let text { note(work, text, arrival.cause) }
            handle(work, arrival.cause)
        }
    }

    private func handle(_ work: Arrival.OwnWork, _ cause: Cause?) {
        switch work {
        case .get(let path, let revision):
            endBatch()
            voice.cause = cause
            voice.tell(path, at: revision, of: core)
        case .subscribe(let name, let pointer):
            endBatch()
            voice.cause = cause
            voice.subscribe(name, to: pointer, of: core, most: config.limits.subscriptions)
        case .unsubscribe(let name, let client):
            endBatch()
            voice.cause = cause
            voice.unsubscribe(name, of: client, of: core)
        case .reply(let reply, let effect, let more):
            if let client = cause?.client, !core.mayAnswer(effect, client) {
                voice.cause = cause
                return voice.tellDenied(effect, client)
            }
            core.take(reply, for: effect, more: more, voice)
        case .advance(let nanoseconds):
            advance = core.effects.time.later(by: nanoseconds)
            isOccupied.store(true, ordering: .relaxed)
        case .stats:
            endBatch()
            voice.cause = cause
            voice.tell(stats)
        case .trace:
            endBatch()
            voice.cause = cause
            voice.tellTrace(of: core)
        case .export(let path, let replace):
            endBatch()
            beginExport(to: path, replacing: replace, cause)
        case .import(let path): beginImport(from: path, cause)
        case .close:
            endBatch()
            endEffects()
            shut(cause)
        }
    }

    private func handle(_ message: AnyMessage, _ cause: Cause?) {
        voice.cause = cause
        if voice.batch != nil { voice.begin(message) }
        if config.echo {
            do { try voice.echo(message) } catch { return voice.fail(message, .unannounced(error)) }
        }
        present = message
        presentStart = buffer.count
        core.handle(message, voice)
        present = nil
    }

    /// Tells the journal what the host has sent: all that is not only a question.
    private func note(_ work: Arrival.OwnWork, _ text: MessageText, _ cause: Cause?) {
        switch work {
        case .reply: note("reply", text, cause)
        case .advance: note("advance", text, cause)
        // What is imported is told of when it is there.
        case .get, .subscribe, .unsubscribe, .stats, .trace, .export, .import, .close: break
        }
    }

    private func note(_ kind: StaticString, _ text: MessageText, _ cause: Cause?) {
        journal?.begin(kind, of: cause?.client) { writer in
            text.bytes.withUnsafeBytes { writer.write(raw: $0) }
        }
    }

    func read(_ text: MessageText, _ cause: Cause?) throws(CodingFailure) -> AnyMessage {
        let outcome = core.environment.withScope(cause?.values) { () -> Result<AnyMessage, CodingFailure> in
            do throws(CodingFailure) {
                return .success(try text.withMessage { (root) throws(CodingFailure) in try core.coding.read(root) })
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
            requests: core.effects.openRequests, ignoredReplies: core.effects.ignoredReplies,
            unhandled: voice.unhandled,
            figures: core.figures)
    }

    /// Ends the batch: what came of it may be heard. What observers of the store put out then has no id: it comes of the
    /// batch, and not of one message. The core's loop.
    func endBatch() {
        voice.cause = nil
        core.endBatch(voice)
        if recorder != nil { record() }
        if log.hasWaiting { tellLog() }
        if hasNews, tellsNews { tellNews() }
        if voice.batch != nil { voice.keepBatch() }
    }

    /// Tells what has become of the parts of the state that the host follows. The core's loop, between batches.
    private func tellNews() {
        while tellNextNews() {}
    }

    /// Tells what has become of one of these parts.
    ///
    /// - Returns: false where there was nothing to tell of any.
    func tellNextNews() -> Bool {
        guard let follower = core.subscriptions.takeNext() else { return false }
        voice.cause = follower.client.map { Cause(id: nil, client: $0) }
        voice.tellNews(to: follower, of: core)
        return true
    }

    private func tellLog() {
        let (lines, dropped) = log.drain()
        for line in lines { voice.tell(line) }
        if dropped > 0 { voice.tellGap(dropped) }
    }
}
