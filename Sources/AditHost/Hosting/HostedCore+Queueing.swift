import Adit
import AditJSON

extension HostedCore {
    /// Parses, decodes and enqueues a host's text. Any thread.
    ///
    /// - Parameter client: the client that it is sent on behalf of; nil for the host's own.
    /// - Returns: its number in the queue.
    package func enqueue(
        _ text: UnsafeRawBufferPointer, ticket: consuming CallTicket?, of client: String? = nil
    ) throws(HostError) -> Int {
        // A message that would be refused need not be parsed.
        guard !inbox.isFull(for: text.count) else { throw fullQueue() }
        switch inbox.push(try makeArrival(of: text, ticket: ticket, of: client)) {
        case .queued(let number): return number
        case .full: throw fullQueue()
        case .closed: throw HostError(.closed)
        }
    }

    /// Enqueues a message of a Swift program. Any thread.
    ///
    /// - Throws: ``HostError``: `message` if the core does not receive such messages, or if it belongs in the journal and
    ///   has no JSON form; `full` or `closed`.
    package func enqueue(_ message: AnyMessage, of cause: Cause?) throws(HostError) {
        let direction = app.coding.direction(message)
        guard decoder.takesAll || direction.isIncoming else {
            throw HostError(.message, .notIncoming(app.coding.casePath(message), direction))
        }
        let text = journal == nil ? nil : try text(of: message, cause)
        let work: Arrival.Work =
            if let text { .noted(NotedMessage(message, text, draws: [])) } else { .message(message) }
        switch inbox.push(Arrival(work: work, cause: cause, ticket: nil, bytes: text?.bytes.count ?? 0)) {
        case .queued: return
        case .full: throw fullQueue()
        case .closed: throw HostError(.closed)
        }
    }

    /// Writes a message as a host would.
    private func text(of message: AnyMessage, _ cause: Cause?) throws(HostError) -> MessageText {
        let writer = JSONWriter()
        do {
            try writer.writeMessage(of: cause) { writer throws(CodingFailure) in try app.coding.write(message, writer)
            }
        } catch {
            throw HostError(.message, error)
        }
        return MessageText(writer.bytes)
    }

    private func fullQueue() -> HostError {
        let limits = config.limits
        if isClosed { return HostError(.closed) }
        return inbox.count >= limits.queue.value
            ? HostError(.full, "\(limits.queue.value.counted("message", "wait")); limits.queue allows no more")
            : HostError(
                .full,
                """
                with this message, more than \(limits.queueBytes.value.counted("byte")) would wait; \
                limits.queueBytes allows no more
                """
            )
    }

    /// Reads a host's text. Any thread.
    ///
    /// The host owns the text; it is copied if it is kept.
    @inline(__always)
    package func makeArrival(
        of text: UnsafeRawBufferPointer, ticket: consuming CallTicket?, of client: String? = nil
    ) throws(HostError) -> Arrival {
        guard text.count <= config.limits.message.value else { throw tooLarge(text) }
        let sender = client.map { Envelope.Sender(client: $0, permissions: config.clients.permissions(of: $0)) }
        // Most messages have one key, which is not Adit's, and perhaps an id behind it. They are read in one pass. Other keys
        // may say how a message is read, and some configs need its text alone: then it is read again.
        if Envelope.beginsWithMessage(text) {
            var id: MessageID?
            if let work = try decoder.decode(whole: text, id: &id),
                id == nil || config.store?.once == nil && sender?.permissions.cases == nil
            {
                try sender?.check(text, depth: config.limits.depth.value)
                let cause = id == nil && sender == nil ? nil : Cause(id: id, client: sender?.client)
                return Arrival(work: work, cause: cause, ticket: ticket, bytes: text.count)
            }
        }
        return try makeArrival(withKeys: text, ticket, sender)
    }

    @inline(never)
    private func tooLarge(_ text: UnsafeRawBufferPointer) -> HostError {
        HostError(.size, "the message has \(text.count) bytes; limits.message is \(config.limits.message.value)")
    }

    /// Reads a text with Adit's keys, or with another number of keys than one.
    @inline(never)
    private func makeArrival(
        withKeys text: UnsafeRawBufferPointer, _ ticket: CallTicket?, _ sender: Envelope.Sender?
    ) throws(HostError) -> Arrival {
        let envelope = try Envelope(
            reading: text, limits: config.limits, of: sender, hasDigest: config.store?.once != nil)
        let cause =
            if let beside = envelope.beside {
                try makeCause(beside, sender, digest: envelope.digest)
            } else {
                sender.map { Cause(id: nil, client: $0.client) }
            }
        let work: Arrival.Work
        switch envelope.content {
        case .message(let message):
            let outcome = message.bytes.withUnsafeBytes { message in
                Result { () throws(HostError) in try decoder.decode(message, cause, of: text) }
            }
            work = try outcome.get()
            let permission = message.bytes.withUnsafeBytes { message in
                Result { () throws(HostError) in try sender?.check(message, depth: config.limits.depth.value) }
            }
            try permission.get()
        case .control(.reply(let reply)):
            work = .reply(reply, journal == nil ? nil : MessageText(text))
        case .control(let message):
            try check(message, sender)
            work = .control(message, journal == nil ? nil : MessageText(text))
        }
        return Arrival(work: work, cause: cause, ticket: ticket, bytes: text.count)
    }

    /// Returns the cause that a message passes on to all that it causes.
    private func makeCause(
        _ beside: Envelope.Beside, _ sender: Envelope.Sender?, digest: UInt64?
    ) throws(HostError) -> Cause {
        guard let overrides = beside.overrides else {
            return Cause(id: beside.id, client: sender?.client, digest: digest, group: beside.group)
        }
        do {
            try overrides.check(gateways: app.gateways)
        } catch {
            throw HostError(.message, error.within("@with"))
        }
        var values = loop.environment.values
        overrides.apply(to: &values)
        return Cause(id: beside.id, client: sender?.client, values: values, digest: digest, group: beside.group)
    }

    /// Checks a control message against the config and its sender.
    private func check(_ message: ControlMessage, _ sender: Envelope.Sender?) throws(HostError) {
        switch message {
        case .get(let path, _, _, _): try sender?.check(path, of: "@get")
        case .subscribe(_, let path, _, _): try sender?.check(path, of: "@subscribe")
        case .heard, .window, .reply, .stats, .trace, .pending, .cancel, .undo, .redo, .pause, .resume, .close: break
        case .unsubscribe(let subscription):
            guard sender == nil || subscription.client == nil else {
                throw HostError(
                    .denied, "@unsubscribe.client: found in a message of a client; the host may name one")
            }
        case .advance:
            guard config.clock == .virtual else {
                throw HostError(
                    .message, "@advance: the clock is real; one opened with \"clock\": \"virtual\" is expected")
            }
        case .export(let path, _, _): try FileFolder.check(path.path, of: "@export", transfers.folder)
        case .import(let path): try FileFolder.check(path.path, of: "@import", transfers.folder)
        }
    }
}

extension Envelope {
    /// Returns whether a text begins with a key that is not Adit's.
    @inline(__always)
    fileprivate static func beginsWithMessage(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let object = text.index(behind: UInt8(ascii: "{"), from: 0),
            let key = text.index(behind: UInt8(ascii: "\""), from: object), key < text.count
        else { return false }
        // An escape may be that of the character.
        return text[key] != UInt8(ascii: "@") && text[key] != UInt8(ascii: "\\")
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the index behind a byte; nil if another one follows the white space at `index`.
    @inline(__always)
    fileprivate func index(behind byte: UInt8, from index: Int) -> Int? {
        var index = index
        while index < count, self[index] <= UInt8(ascii: " ") { index += 1 }
        return index < count && self[index] == byte ? index + 1 : nil
    }
}
