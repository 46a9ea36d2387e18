import Adit
import AditLibrary
import NIOCore

// Hosted cores: cores whose host is a client. A call of it is passed to the process as it is, and so is the answer.

/// The parts of `{"@host":CALL,"@id":ID,"@text":TEXT}`, in this order; the last two may be left out.
struct HostLine {
    static let beginning: StaticString = "{\"@host\":"
    private static let textKey: StaticString = "\"@text\":"
    static let order =
        "@host: an object with call is expected, then @id, and @text as the last member, without a space before it"

    private(set) var call, id: Bytes?
    /// Anything: it reaches to the line's last brace. Empty if it is left out.
    private(set) var text = Bytes.empty
    /// What is wrong with the line; nil if it is a call.
    private(set) var fault: String? = HostLine.order
    var isSound: Bool { fault == nil }

    /// Reads a line that has the beginning.
    init(_ line: Bytes) {
        var scanner = ObjectScanner(line)
        guard let first = scanner.next() else { return }
        call = first.value
        if !scanner.rest.has(prefix: HostLine.textKey), let second = scanner.next() {
            guard second.key == "@id" else { return }
            id = second.value
        }
        if scanner.rest.has(prefix: HostLine.textKey), line.end[-1] == UInt8(ascii: "}") {
            text = Bytes(scanner.rest.start + HostLine.textKey.utf8CodeUnitCount, to: line.end - 1)
        } else {
            guard scanner.next() == nil, scanner.isComplete else { return }
        }
        fault =
            first.value.count <= Frame.longestName
            ? nil : "@host: found a call of \(first.value.count) bytes; at most \(Frame.longestName) are expected"
    }
}

extension Server {
    func handleHost(_ line: Bytes, of client: Client) {
        let parts = HostLine(line)
        let id = parts.id?.id
        let call = parts.call.flatMap { try? JSONValue(parsing: $0.buffer) }
        guard client.isTrusted else {
            return refuse(client, "edenied", "@host: only trusted clients are hosts of cores", id: id)
        }
        guard parts.isSound, let call, let bytes = parts.call, call["call"]?.string != nil else {
            return refuse(client, "emessage", parts.fault ?? HostLine.order, id: id)
        }
        if call["call"] == "open" {
            openHosted(call, bytes, parts.text, for: client, id: id)
        } else if call["core"] != nil {
            let name = call["core"]?.string
            guard let name, let core = coresByName[ByteString(name)], core.isHosted, core.host === client else {
                return refuse(client, "ecore", "@host: this client has opened no core of that name", id: id)
            }
            guard core.state != .crashed else {
                return refuse(client, "ecrashed", Core.whyCrashed, core: name, id: id)
            }
            pass(bytes, parts.text, to: core, of: core.process, for: client, id: id)
        } else if let process = runningProcess(of: call["app"]?.string, for: client, id: id) {
            pass(bytes, parts.text, to: nil, of: process, for: client, id: id)
        }
    }

    /// Passes a call on.
    private func pass(
        _ call: Bytes, _ text: Bytes, to core: Core?, of process: LibraryProcess, for client: Client?, id: String?
    ) {
        let number = process.addToFlight(
            Message(kind: client == nil ? .own : .host, client: client, core: core, id: id))
        process.send(
            Frame(
                .call, core: core?.number ?? Frame.ofNoCore, number: number, flags: core?.openings ?? 0, name: call,
                text: text))
        wasSent(to: process)
    }

    /// The process of an app; the first one, which says what it has, if none has the app. Nil after a refusal.
    private func runningProcess(of app: String?, for client: Client, id: String?) -> LibraryProcess? {
        guard let process = app.flatMap({ process(of: $0) }) ?? processes.first else { return nil }
        guard process.state != .running else { return process }
        refuse(client, "ecrashed", process.whyNotRunning, id: id)
        return nil
    }

    private func openHosted(_ call: JSONValue, _ bytes: Bytes, _ text: Bytes, for client: Client, id: String?) {
        guard let name = call["core"]?.string, let app = call["app"]?.string, name.isCoreName else {
            let message = "@host: open: a core's name and an app's are expected, in core and app"
            return refuse(client, "emessage", message, id: id)
        }
        guard coresByName[ByteString(name)] == nil else {
            let message = "there is a core of that name; it is free after it was closed"
            return refuse(client, "ebusy", message, core: name, id: id)
        }
        guard let process = runningProcess(of: app, for: client, id: id) else { return }
        let core = makeCore(
            name, app: app, config: ByteBuffer(bytes: text.buffer), in: process,
            opening: ByteBuffer(bytes: bytes.buffer))
        core.host = client
        client.use(core)
        core.countOpening()
        pass(bytes, text, to: core, of: process, for: client, id: id)
    }

    func reopenHosted(_ core: Core) {
        guard let opening = core.opening else { return }
        opening.withUnsafeReadableBytes { call in
            core.config.withUnsafeReadableBytes { text in
                pass(Bytes(call), Bytes(text), to: core, of: core.process, for: nil, id: nil)
            }
        }
    }

    /// Closes a core whose host is gone.
    func abandon(_ core: Core) {
        guard core.isInProcess else { return remove(core) }
        pass(Bytes("{\"call\":\"close\",\"timeout\":0}"), .empty, to: core, of: core.process, for: nil, id: nil)
    }

    // MARK: Answers

    /// A call was answered.
    ///
    /// - Parameter core: that of the frame, if it is a hosted one.
    func handleCalled(_ frame: Frame, _ core: Core?, of process: LibraryProcess) {
        let isOpen = frame.head.flags & Frame.noCore == 0
        if let core, core.state == .crashed { return finishReopening(core, frame.name, isOpen: isOpen) }
        let message = process.flight.answer(frame.head.number)
        if let message, message.kind == .host, let client = message.client {
            let text = frame.head.flags & Frame.hasText == 0 ? nil : frame.text
            let id = message.id.map { ",\"@id\":\($0)" } ?? ""
            say(client, head: "{\"@hosted\":\(frame.name.text)\(id)", text)
        }
        // A call behind the close of its core is answered, too, and another core may have the number by then.
        guard let core, message?.core === core else { return }
        if isOpen { core.state = .open } else { remove(core) }
    }

    private func finishReopening(_ core: Core, _ answer: Bytes, isOpen: Bool) {
        guard !isOpen else {
            core.state = .open
            return sayReopened(core)
        }
        let answer = try? JSONValue(parsing: answer.buffer)
        var body = Body(["core": core.name])
        for key in ["code", "message"] { if let value = answer?[key] { body.add(key, json: value.description) } }
        sayToUsers(of: core, "@gone", body)
        remove(core)
    }

    /// Says a line whose `@text` is passed on as it is.
    private func say(_ client: Client, head: String, _ text: Bytes?) {
        let key: StaticString = ",\"@text\":"
        let textCount = text.map { key.utf8CodeUnitCount + $0.count } ?? 0
        client.say(count: head.utf8.count + textCount + 1) { end in
            end.append(head)
            if let text {
                end.append(key)
                end.append(text)
            }
            end.append(UInt8(ascii: "}"))
        }
        touch(client)
    }

    /// Passes a hosted core's output on.
    func routeHosted(_ message: Bytes, of core: Core) {
        if let host = core.host { say(host, head: "{\"@output\":{\"core\":\"\(core.name)\"}", message) }
    }

    /// Tells its host that a core has work.
    func sayWork(of core: Core) {
        if core.isHosted, let host = core.host { say(host, "@work", Body(["core": core.name])) }
    }
}
