import Adit
import AditLibrary
import CAdit
import NIOCore

// The frames of processes.

extension Server {
    /// Handles the frames that were read from a process.
    func handleFrames(of process: LibraryProcess) {
        process.lastSign = .now()
        // What a core says without a lease may be of the past: it waits until the node knows what it has.
        guard !isUncertain else { return }
        var input = ByteBuffer()
        swap(&input, &process.input)
        let isSound = Frame.take(from: &input) { frame in
            handle(frame, of: process)
            return true
        }
        // The channel reads into it again, so it is not kept.
        if input.readableBytes > 0 { swap(&input, &process.input) }
        if !isSound { process.kill() }
    }

    private func handle(_ frame: Frame, of process: LibraryProcess) {
        // What names another core is written by a process whose memory is damaged.
        let core = core(frame.head.core).flatMap { $0.process === process ? $0 : nil }
        switch frame.kind {
        case .output:
            figures.outputs += 1
            if let core, !core.isDisowned { route(frame.text, of: core) }
        case .done: handleDone(frame.head.number, of: process)
        case .refused: handleRefused(frame, of: process)
        case .called: handleCalled(frame, core.flatMap { $0.isHosted ? $0 : nil }, of: process)
        case .ready: if let core { sayWork(of: core) }
        case .opened: if let core { handleOpened(frame, of: core) }
        case .closed: if let core { remove(core) }
        case .hello: handleHello(frame, of: process)
        case .catalog: handleCatalog(frame, of: process)
        case .fault: fail(frame.text.text)
        case .open, .send, .mark, .call, .end, nil: break
        }
    }

    private func handleOpened(_ frame: Frame, of core: Core) {
        let (text, isReopened) = (frame.text.text, core.state == .crashed)
        let code = ErrorCode(rawValue: frame.head.code).name
        let hasNoCore = frame.head.flags & Frame.noCore != 0
        if core.isDisowned { return code == nil ? () : remove(core) }
        if let placement = core.placement, !isReopened { return wasOpened(core, of: placement, code: code, text) }
        // One that is refused is not open.
        if code == nil || !isReopened { core.state = .open }
        if let code, isReopened {
            sayToUsers(of: core, "@gone", Body(["core": core.name, "code": code, "message": text]))
        } else if let code, core.opener != nil {
            let offset = core.offsetInLine(frame.head.offset)
            refuse(core.opener, code, text, offset: offset, core: core.name, id: core.openID)
        } else if code != nil {
            fail(core.name, text)
        } else if isReopened {
            sayReopened(core)
        } else if let opener = core.opener {
            var body = Body(["core": core.name, "app": core.app])
            if hasNoCore { body.add("verdict", text) }
            say(opener, "@opened", body, id: core.openID)
        } else if hasNoCore {
            fail(core.name, text)
        }
        if code != nil || hasNoCore { remove(core) }
        advance()
    }

    func sayReopened(_ core: Core) {
        var body = Body(["core": core.name])
        body.add("kept", json: String(core.hasStore))
        sayToUsers(of: core, "@reopened", body)
    }

    private func handleRefused(_ frame: Frame, of process: LibraryProcess) {
        guard let message = process.flight.answer(frame.head.number) else { return }
        let core = message.core.flatMap { $0.state == .removed ? nil : $0 }
        if let core, let effect = message.effect {
            core.requests.end(effect, answeredBy: frame.head.number, isTaken: false)
        }
        let (start, cut) = (frame.head.offset, message.cut)
        let offset = start == .max ? nil : Int(start) + (start >= cut.lowerBound ? cut.count : 0)
        let code = ErrorCode(rawValue: frame.head.code).name ?? "einternal"
        refuse(message.client, code, frame.text.text, offset: offset, core: core?.name, id: message.id)
    }

    /// All messages up to a number have been handled.
    private func handleDone(_ number: UInt64, of process: LibraryProcess) {
        while process.flight.firstNumber <= number {
            let first = process.flight.firstNumber
            guard let message = process.flight.removeFirst() else { return }
            if let effect = message.effect, let core = message.core {
                core.requests.end(effect, answeredBy: first, isTaken: true)
            }
            guard let client = message.client else { continue }
            client.inFlight -= 1
            if message.kind == .sync, let core = message.core {
                say(client, "@synced", Body(["core": core.name]), id: message.id)
            } else if client.hasInputEnded {
                touch(client)
            }
        }
    }

    /// A catalog is checked once, so that it can be a part of a line.
    private func handleCatalog(_ frame: Frame, of process: LibraryProcess) {
        guard !frame.text.contains(UInt8(ascii: "\n")), (try? JSONValue(parsing: frame.text.buffer)) != nil else {
            return
        }
        process.catalogs[ByteString(frame.name.text)] = frame.text.text
    }

    private func handleHello(_ frame: Frame, of process: LibraryProcess) {
        process.state = .running
        process.version = frame.name.text
        process.apps = (try? JSONValue(parsing: frame.text.buffer))?.object ?? JSONValue.Object()
        updateApps()
        let reopened = cores.compactMap { $0 }.filter { $0.process === process }
        // A fork is opened after the core whose state it begins with.
        for core in reopened where !core.isFork { requestOpening(of: core) }
        for core in reopened where core.isFork { requestOpening(of: core) }
        advance()
    }
}
