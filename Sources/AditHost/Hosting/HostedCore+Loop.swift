import Adit
import AditJSON
import AditState

extension HostedCore {
    /// Runs the next step: the work that features did during their initialization, a runnable effect, a due timer, or
    /// the next queued message unless its number is over `number`. In this order, the output of a message does not
    /// depend on the number of messages queued after it.
    ///
    /// - Returns: false if there was no work.
    package func handleNext(through number: Int) -> Bool {
        if isBlocked { return isHeld ? finishHeldBatch() : !isFenced && handleUrgent() }
        if hasOwnWork, handleOwn() { return true }
        guard let arrival = inbox.dequeue(through: number) else {
            ownWork.jobs = 0
            return false
        }
        ownWork.jobs = 0
        if loop.hasHistory, loop.hasChanges, !belongsToBatch(arrival) {
            endStep()
            if isStopped { return putBack(arrival) }
        }
        if let ticket = arrival.ticket { handleCall(arrival, ticket) } else { handle(arrival) }
        return true
    }

    /// Returns whether there is work left after a step.
    package func hasWorkLeft() -> Bool {
        if hasWork { return true }
        ownWork.jobs = 0
        return false
    }

    /// Handles the message of a call, as a separate batch.
    private func handleCall(_ arrival: Arrival, _ ticket: CallTicket) {
        endBatch()
        if isStopped { return _ = putBack(arrival) }
        guard calls.begin(ticket) else { return }
        calls.present = Calls.Present(ticket, start: buffer.count)
        handle(arrival)
        resumeCall()
    }

    /// Goes on with the present call, until it has ended or its batch is held.
    func resumeCall() {
        guard let call = calls.present else { return }
        // Output beyond the limit is delivered as usual, as is that of effects that are always ready.
        while ownWork.advance != nil, !isStopped, !isCallFull(from: call.start), handleNext(through: 0) {}
        if isHeld { return }
        if !call.hasEnded {
            call.hasEnded = true
            endBatch()
            if isHeld { return }
        }
        calls.present = nil
        calls.owner?.complete(call.ticket, buffer, from: call.start)
        if buffer.count <= call.start { hostWriter.kept?.recordCall(from: call.start) }
        if sendsUpdates { sendUpdates() }
    }

    /// Handles the message of a paused core that does not wait for those before it.
    ///
    /// - Returns: false if not found.
    private func handleUrgent() -> Bool {
        guard let arrival = inbox.dequeueUrgent() else { return false }
        if let ticket = arrival.ticket { handleCall(arrival, ticket) } else { handle(arrival) }
        return true
    }

    /// Returns whether the answer to a call has reached the limits of the outbox.
    private func isCallFull(from start: Int) -> Bool {
        buffer.count - start >= config.limits.outbox.value || buffer.byteCount >= config.limits.outboxBytes.value
    }

    /// Runs a step that is not a queued message.
    ///
    /// - Returns: false if the next queued message is to be handled.
    private func handleOwn() -> Bool {
        if ownWork.isAtBeginning { return begin() }
        if loop.hasReadyEffects {
            // The clock does not overtake them.
            guard ownWork.jobs < OwnWork.mostJobs else { return false }
            ownWork.jobs += 1
            if loop.hasHistory, loop.hasChanges {
                endStep()
                if isStopped { return true }
            }
            loop.runReadyEffect(listener)
            return true
        }
        if ownWork.advance != nil { return advanceClock() }
        return loop.effects.hasDueTimer && loop.fireTimer(by: loop.effects.time.present, listener)
    }

    package func begin() -> Bool {
        ownWork.begin()
        hostWriter.deliverEarlier()
        loop.start(listener)
        return true
    }

    /// Moves the virtual clock to the next timer, or to the end of the advance.
    private func advanceClock() -> Bool {
        guard let time = ownWork.advance else { return false }
        let before = loop.effects.time.present
        // Effects that wait for the clock are not always ready.
        defer { if loop.effects.time.present != before { ownWork.jobs = 0 } }
        if loop.fireTimer(by: time, listener) { return true }
        loop.effects.time.move(to: time)
        ownWork.advance(to: nil)
        return true
    }

    /// Handles a message from the queue: the app's, with all messages that it causes, or one to the core itself.
    package func handle(_ arrival: Arrival) {
        let cause = arrival.cause
        let handled = hostWriter.handled
        if handled != nil, arrival.isOfApp, let cause, answerAgain(cause) { return }
        present.cause = cause
        defer {
            present.cause = nil
            handled?.end()
        }
        switch arrival.work {
        case .message(let message): handle(message, cause)
        case .noted(let noted): handle(noted, cause)
        case .unread(let text): handle(text, cause)
        case .reply(let reply, let text): handle(reply, text, cause)
        case .control(let message, let text): handle(message, text, arrival)
        }
    }

    /// Handles a message of the app, as a step of the undo history if there is one.
    private func handle(_ message: AnyMessage, _ cause: Cause?) {
        if loop.hasHistory { handleStep(message, app.marked(cause, message)) } else { handleStep(message, cause) }
    }

    /// - Parameter cause: the cause; in an undo history, with the step that the message is.
    private func handleStep(_ message: AnyMessage, _ cause: Cause?) {
        present.cause = cause
        if hostWriter.batch != nil { hostWriter.begin(message, of: cause) }
        if config.echo {
            do { try hostWriter.echo(message, of: cause) } catch {
                return listener.fail(message, .unannounced(error), of: cause)
            }
        }
        (present.message, present.start) = (message, buffer.count)
        loop.handle(message, of: cause, listener)
        present.message = nil
    }

    /// Handles a message of the app that was decoded when it was enqueued, and records it in the journal.
    private func handle(_ noted: NotedMessage, _ cause: Cause?) {
        recordMessage(noted.text, cause)
        journal?.draw(noted.draws)
        handle(noted.message, cause)
    }

    /// Decodes and handles a message of the app, and records it in the journal.
    private func handle(_ text: MessageText, _ cause: Cause?) {
        recordMessage(text, cause)
        do { handle(try read(text, cause), cause) } catch { hostWriter.sendUnreadable(error, of: cause) }
    }

    /// Handles an answer to an effect.
    ///
    /// - Parameter text: the host's text, if there is a journal.
    private func handle(_ reply: Reply, _ text: MessageText?, _ cause: Cause?) {
        if isWithoutAnswer(reply) {
            return hostWriter.sendError(
                .message,
                "@reply: found neither result nor error for effect \"\(reply.effect)\"; one of them is expected",
                of: cause)
        }
        if let text { recordReply(text, cause) }
        if let client = cause?.client, !loop.effects.mayAnswer(reply.effect, client) {
            return hostWriter.sendDenied(reply.effect, client, of: cause)
        }
        loop.answer(reply.effect, with: reply.answer, more: reply.more, listener)
    }

    /// Returns whether a reply has no answer although its effect, which keeps waiting, needs one. A replay takes it as
    /// a null, as it once was: recordings may have one.
    private func isWithoutAnswer(_ reply: Reply) -> Bool {
        !reply.hasAnswer && !decoder.isReplay && loop.effects.needsAnswer(reply.effect)
    }

    /// Handles a control message, between two batches if its answer is that of a finished batch.
    ///
    /// - Parameter text: the host's text, if there is a journal.
    private func handle(_ message: ControlMessage, _ text: MessageText?, _ arrival: Arrival) {
        let cause = arrival.cause
        // Imports are noted when they are complete.
        if case .advance = message, let text { record("advance", text, cause) }
        if case .cancel = message, let text { record("cancel", text, cause) }
        if message.endsBatch {
            endBatch()
            if isStopped { return _ = putBack(arrival) }
            present.cause = cause
        }
        handle(message, cause)
    }

    private func handle(_ message: ControlMessage, _ cause: Cause?) {
        switch message {
        case .get(let pointer, let from, let limit, let revision):
            hostWriter.sendValue(
                at: PartPath(pointer, window: ListWindow(from, limit)), at: revision?.value, of: app, cause)
        case .subscribe(let name, let pointer, let from, let limit):
            hostWriter.subscribe(
                name ?? pointer.description, to: pointer, ListWindow(from, limit), of: app,
                most: config.limits.subscriptions.value, cause)
        case .window(let name, let from, let limit):
            hostWriter.moveWindow(of: name, from: from, limit, of: app, cause)
        case .unsubscribe(let subscription):
            hostWriter.unsubscribe(subscription.name, of: subscription.client, of: app, cause)
        // Arrives with its answer, as separate work.
        case .reply: break
        case .advance(let milliseconds):
            // With effects that are always ready, the one before it may not have ended.
            let start = ownWork.advance ?? loop.effects.time.present
            ownWork.advance(to: loop.effects.time.later(by: milliseconds.value * 1_000_000, than: start))
        case .heard(let cursor): hostWriter.acknowledge(cursor.value, cause)
        case .stats:
            hostWriter.send(stats, of: cause)
        case .trace:
            hostWriter.sendTrace(of: app, cause)
        case .pending:
            let work = loop.pendingWork
            hostWriter.send(
                .pending(effects: work.effects, requests: work.requests, timers: work.timers), of: cause)
        case .cancel(let id):
            guard !loop.cancel(id, listener) else { return }
            hostWriter.sendError(
                .message, "@cancel: found \"\(id)\"; an id of what is under way is expected, as @pending has it",
                of: cause)
        case .export(let path, let replace, let secrets):
            beginExport(to: path.path, replacing: replace, masksSecrets: secrets == .masked, cause)
        case .import(let path): beginImport(from: path.path, cause)
        case .undo: revert(.undo, cause)
        case .redo: revert(.redo, cause)
        case .pause: pause(cause)
        case .resume: resume(cause)
        case .close:
            endEffects()
            shut(cause)
        }
    }

    private func recordMessage(_ text: MessageText, _ cause: Cause?) {
        guard let secrets = loop.effects.secrets,
            let masked = text.bytes.withUnsafeBytes({ secrets.masked(message: $0) })
        else { return record("message", text, cause) }
        journal?.begin("message", of: cause?.client) { $0.write(raw: masked.bytes) }
    }

    private func recordReply(_ text: MessageText, _ cause: Cause?) {
        guard let secrets = loop.effects.secrets,
            let masked = text.bytes.withUnsafeBytes({ secrets.masked(reply: $0, gateway: loop.effects.gateway) })
        else { return record("reply", text, cause) }
        journal?.begin("reply", of: cause?.client) { $0.write(raw: masked.bytes) }
    }

    private func record(_ kind: StaticString, _ text: MessageText, _ cause: Cause?) {
        journal?.begin(kind, of: cause?.client) { writer in
            text.bytes.withUnsafeBytes { writer.write(raw: $0) }
        }
    }

    func read(_ text: MessageText, _ cause: Cause?) throws(CodingFailure) -> AnyMessage {
        let outcome = loop.environment.withScope(cause?.values) { () -> Result<AnyMessage, CodingFailure> in
            do throws(CodingFailure) {
                return .success(try text.withMessage { (root) throws(CodingFailure) in try app.coding.read(root) })
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// The cause of the present work, for lines of the log and the report of a trap.
    var presentCause: Cause? {
        if let effect = loop.presentEffect { effect.cause } else { present.cause }
    }

    var stats: HostMessage {
        .stats(
            revision: Count(loop.revision), queued: Count(inbox.count), effects: Count(loop.effectsInFlight),
            timers: Count(loop.effects.timers.count), requests: Count(loop.effects.openRequests),
            ignoredReplies: Count(loop.effects.ignoredReplies), unhandled: Count(hostWriter.unhandled),
            undo: loop.history.map { Count($0.count.undo) }, redo: loop.history.map { Count($0.count.redo) },
            figures: app.figures.map { MessageFigures($0) },
            store: config.figures?.areOn == true ? loop.persister?.figures.map { StoreFigures($0) } : nil)
    }

    /// Ends the batch, and releases its output to the host. Output of the store's observers has no id here: the batch
    /// causes it, and not one message. The core's loop.
    package func endBatch() {
        present.cause = nil
        if isHeld { return }
        if hostWriter.defersRelease { return endSteps() }
        loop.commitBatch(listener)
        if hostWriter.batch != nil, loop.isHeld { return hold() }
        completeBatch()
    }

    /// Releases the output of a batch that has ended.
    @inline(__always)
    func completeBatch() {
        recorder?.write()
        if log.hasWaiting { sendLog() }
        if hasUpdates, sendsUpdates, calls.present == nil { sendUpdates() }
        guard hostWriter.batch != nil else { return }
        hostWriter.releaseBatch()
        if loop.isFenced { blockage.fence() }
    }

    /// Writes the updates of all pending subscriptions. The core's loop, between batches.
    private func sendUpdates() {
        while sendNextUpdate() {}
    }

    /// Writes the update of the next pending subscription.
    ///
    /// - Returns: false if no subscription was pending.
    package func sendNextUpdate() -> Bool {
        guard let subscriber = app.subscriptions.dequeue() else { return false }
        let cause = subscriber.client.map { Cause(id: nil, client: $0) }
        present.cause = cause
        hostWriter.sendUpdate(to: subscriber, of: app, cause)
        present.cause = nil
        return true
    }

    private func sendLog() {
        let (lines, dropped) = log.drain()
        for line in lines { hostWriter.send(line: line, of: nil) }
        if dropped > 0 { hostWriter.send(.gap(lines: Count(dropped), from: nil, through: nil), of: nil) }
    }
}

extension ControlMessage {
    /// Whether the batch ends before it is handled, so that its answer is that of a finished batch.
    fileprivate var endsBatch: Bool {
        switch self {
        case .get, .subscribe, .window, .unsubscribe, .stats, .trace, .pending, .export, .undo, .redo, .pause, .close:
            true
        case .reply, .advance, .cancel, .import, .heard, .resume: false
        }
    }
}

extension ListWindow {
    /// The window that a host asks for; nil if it gives neither bound.
    fileprivate init?(_ from: Count?, _ limit: Count?) {
        if from == nil, limit == nil { return nil }
        self.init(from: from?.value ?? 0, limit: limit?.value)
    }
}
