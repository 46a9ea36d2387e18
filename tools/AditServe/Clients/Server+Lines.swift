import Adit
import AditLibrary
import NIOCore

// Lines of clients: messages for cores are passed on.

extension Server {
    func handle(_ line: Bytes, of client: Client) {
        // An empty line.
        guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        if client.waits > 0 { return client.park(line) }
        if line.has(prefix: HostLine.beginning) { return handleHost(line, of: client) }
        let parts = LineParts(line)
        // A text that is not JSON is refused by the core.
        if let core = parts.core { return handleMessage(line, parts, core.value, of: client) }
        if client.isTrusted, let inspection = options.inspection, Inspection.isQuestion(line) {
            client.questions += 1
            return inspection.answer(line, on: loop) { [self] answer in
                client.questions -= 1
                say(client, line: answer)
            }
        }
        do throws(JSONSyntaxError) {
            let request = try JSONValue(parsing: line.buffer)
            guard let members = request.object else {
                return refuse(client, "ejson", "a JSON object is expected", offset: 0)
            }
            handle(members, in: line, of: client, id: parts.id?.id)
        } catch {
            refuse(client, "ejson", error.text, offset: error.offset, id: parts.id?.id)
        }
    }

    private func handleMessage(_ line: Bytes, _ parts: LineParts, _ coreName: Bytes, of client: Client) {
        let id = parts.id?.id
        // Most messages are for the core of the one before.
        if !parts.isCoreDoubled, let core = coreName.plainString.flatMap({ client.latestCore(named: $0) }),
            !core.isHosted, !core.isHeld, core.state != .crashed
        {
            return pass(line, parts, id: id, of: client, to: core)
        }
        let name = coreName.decodedString
        func refuse(_ code: String, _ message: String) {
            self.refuse(client, code, message, core: name.flatMap { $0.isCoreName ? $0 : nil }, id: id)
        }
        guard !parts.isCoreDoubled else { return refuse("emessage", "\"@core\" is there twice") }
        guard let name else { return refuse("emessage", "\"@core\": a string is expected") }
        guard let core = openCore(name) else {
            if node != nil { return passOn(line, toCore: name, of: client) }
            return refuse("ecore", "there is no core of that name")
        }
        guard core.state != .crashed else { return refuse("ecrashed", Core.whyCrashed) }
        pass(line, parts, id: id, of: client, to: core)
    }

    private func pass(_ line: Bytes, _ parts: LineParts, id: String?, of client: Client, to core: Core) {
        guard let cut = parts.core?.cut else { return }
        if core.placement != nil, let node, !node.hasLease {
            return refuse(client, "estore", node.whyNoLease, core: core.name, id: id)
        }
        var answered: ByteString?
        if let reply = parts.reply, !client.isParent {
            let effect = PendingRequests.Answer(reply)
            if let request = effect.flatMap({ core.requests[$0.effect] }), request.isServed(for: client) {
                let message = "@reply: another client serves this gateway; it is the one that answers"
                return refuse(client, "edenied", message, core: core.name, id: id)
            }
            answered = effect.flatMap { core.requestEnded(by: $0, of: client) }
        }
        let message = Message(
            kind: .ofCore, client: client, core: core, cut: cut, id: id, isReply: parts.reply != nil, effect: answered)
        let number = core.process.addToFlight(message)
        // A trusted client answers requests of any sender, as the host.
        let isHost = client.isParent || (client.isTrusted && parts.reply != nil)
        client.nameText.withUnsafeBytes { name in
            core.process.send(
                Frame(
                    .send, core: core.number, number: number, name: isHost ? .empty : Bytes(name),
                    text: line.prefix(cut.lowerBound)),
                rest: line.suffix(from: cut.upperBound))
        }
        client.use(core)
        if let answered { core.requests.answer(answered, by: number) }
        wasSent(to: core.process)
    }
}

extension PendingRequests {
    /// What is looked for in an `@reply`.
    fileprivate struct Answer {
        let effect: ByteString
        let goesOn: Bool

        /// Nil without an id.
        init?(_ reply: Bytes) {
            var effect: Bytes?
            var goesOn = false
            var scanner = ObjectScanner(reply)
            while let member = scanner.next() {
                if member.has(key: "effect") {
                    effect = member.value
                } else if member.has(key: "more") {
                    goesOn = member.value == "true"
                }
            }
            guard let id = effect?.decodedString else { return nil }
            (self.effect, self.goesOn) = (ByteString(id), goesOn)
        }
    }
}

extension PendingRequests.Request {
    /// Whether an untrusted client has caused the request, and another one is asked.
    fileprivate func isServed(for client: Client) -> Bool {
        !client.isTrusted && self.client == client.name && asked !== client
    }
}

extension Core {
    /// The request that an answer ends; nil if there is none, or if it is a source that goes on.
    fileprivate func requestEnded(by answer: PendingRequests.Answer, of client: Client) -> ByteString? {
        guard let request = requests[answer.effect], !(answer.goesOn && request.isSource) else { return nil }
        // An untrusted client's answer to a request of another one is refused by the core.
        return client.isTrusted || request.asked === client ? answer.effect : nil
    }
}
