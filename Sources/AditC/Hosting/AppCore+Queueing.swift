import Adit
import AditJSON
import CAdit

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
        _ message: OwnMessage, _ document: consuming JSONDocument
    ) throws(Refusal) -> Arrival.OwnWork {
        switch message {
        case .get(let path): return .get(path)
        case .subscribe(let name, let pointer): return .subscribe(name, pointer)
        case .unsubscribe(let name): return .unsubscribe(name)
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
